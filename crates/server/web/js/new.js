// Choosing without notation: a catalogue of games with pictures, then a board by sliders and the options by lists. The
// notation is shown as one goes.

import * as address from './address.js';
import * as api from './api.js';
import { el } from './dom.js';
import { t } from './language.js';
import { still } from './boards/pictures.js';
import { levels } from './play/opponents.js';
import { demonstration } from './demonstration.js';

export function chooseGame(main, parameters) {
  const state = { left: false };
  main.replaceChildren(el('p', { class: 'quiet' }, t('One moment…')));
  Promise.all([api.games(), api.choices()]).then(([{ games }, choices]) => {
    if (state.left) return;
    const wanted = parameters.get('game') || '';
    const entry = entries(games).find(({ name, full }) => name === wanted || full === wanted || name === wanted.split(':')[0]);
    if (entry) picker(main, entry, choices, wanted, state); else catalogue(main, games, parameters.get('find') || wanted);
  }).catch((error) => main.replaceChildren(el('p', { role: 'alert' }, error.message)));
  return { leave() { state.left = true; state.stop?.(); } };
}

const capital = (name) => `${name[0].toUpperCase()}${name.slice(1)}`;

/** A card for each name that a game goes by. */
function entries(games) {
  return games.flatMap((game) => [game.name, ...game.aliases].map((name) => ({
    ...game, name, own: game.name, title: name === game.name ? game.title : capital(name),
    full: game.parameter ? `${name}:${game.parameter}` : name,
  })));
}

/** A question as an example writes it. */
function example({ examples, own, full }) {
  const plain = examples.find((one) => !one.includes(' --')) || examples[0];
  const asked = address.typed(plain);
  return { ...asked, game: asked.game.split(':')[0] === own ? full : asked.game };
}

function catalogue(main, games, find) {
  document.title = `${t('Choose a game')} · Outplay`;
  const list = el('ul', { class: 'catalogue' });
  const search = el('input', { type: 'search', id: 'find-game', value: find, autocomplete: 'off', oninput: () => show() });
  const all = entries(games);
  const cards = new Map();
  const show = () => {
    const words = search.value.toLowerCase().split(/[\s-]+/).filter(Boolean);
    const fits = (entry) => words.every((word) => `${entry.title} ${entry.name} ${entry.sentence} ${entry.boards}`.toLowerCase().includes(word));
    const found = all.filter(fits);
    const groups = ['impartial', 'scoring', 'positional'].map((theory) => [theory, found.filter((entry) => entry.theory === theory)]);
    list.replaceChildren(...groups.filter(([, own]) => own.length > 0).flatMap(([theory, own]) => [
      el('li', { class: 'group' }, el('h2', {}, t(THEORIES[theory]))), ...own.map((entry) => {
        if (!cards.has(entry.name)) cards.set(entry.name, gameCard(entry));
        return cards.get(entry.name);
      })]));
    if (found.length === 0) list.replaceChildren(el('li', {}, t('No game is called that.')));
  };
  main.replaceChildren(el('section', { class: 'card choose' },
    el('h1', {}, t('Choose a game')),
    el('p', {}, el('label', { for: 'find-game' }, t('Find')), ' ', search), list));
  show();
}

const THEORIES = {
  impartial: 'The last move decides', scoring: 'Points decide', positional: 'Winning sets decide',
};

function gameCard(entry) {
  const picture = el('span', { class: 'thumb' });
  const observer = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    observer.disconnect();
    api.position(example(entry)).then((position) => picture.replaceChildren(...still(position, { width: 220 }))).catch(() => {});
  }, { rootMargin: '200px' });
  observer.observe(picture);
  return el('li', {}, el('a', { class: 'game-card', href: address.link('new', { game: entry.name }) },
    picture, el('b', {}, entry.title), el('span', {}, entry.sentence)));
}

/** The board picker of a game. */
function picker(main, entry, { families, options }, wanted, state) {
  document.title = `${entry.title} · Outplay`;
  const first = example(entry);
  const chosen = { family: null, numbers: [], board: first.board, game: wanted.includes(':') ? wanted : entry.full, options: {}, opponent: 'optimal', begins: 'person' };
  const own = families.filter(({ games }) => games.includes(entry.own));
  const preview = el('div', { class: 'preview board-host' });
  const notation = el('code', { class: 'notation' });
  const trouble = el('p', { class: 'message wrong', role: 'status' });
  const play = el('a', { class: 'button primary', href: '#/' }, t('Play'));
  const sliders = el('div', { class: 'sliders' });
  const rule = el('p', { class: 'rule' }, entry.sentence);
  let asked = 0;

  const question = () => ({ game: chosen.game, board: chosen.board, ...chosen.options });
  const refresh = async () => {
    const set = chosen.begins === 'person' ? { first: 'person', second: chosen.opponent } : { first: chosen.opponent, second: 'person' };
    play.href = address.write('play', question(), set);
    const flags = Object.entries(chosen.options).filter(([, value]) => value).map(([name, value]) => ` --${name.replaceAll('_', '-')}${value === true ? '' : ` ${value}`}`);
    notation.textContent = `${chosen.game} ${chosen.board}${flags.join('')}`;
    asked += 1;
    const mine = asked;
    try {
      const position = await api.position(question());
      if (mine !== asked || state.left) return;
      trouble.textContent = '';
      rule.textContent = position.rule;
      preview.replaceChildren(...still(position, { width: preview.clientWidth || 500 }));
    } catch (error) {
      if (mine === asked) trouble.textContent = `${capital(error.message)}.`;
    }
  };

  const choose = (family) => {
    chosen.family = family;
    chosen.numbers = family.numbers.map(({ usual }) => usual);
    const named = () => { chosen.board = chosen.numbers.reduce((name, n) => name.replace('{}', n), family.pattern); refresh(); };
    sliders.replaceChildren(...family.numbers.map(({ name, least, most, usual }, i) => {
      const value = el('output', {}, String(usual));
      const slider = el('input', { type: 'range', id: `number-${i}`, min: least, max: most, value: usual });
      slider.addEventListener('input', () => { chosen.numbers[i] = Number(slider.value); value.textContent = slider.value; named(); });
      return el('p', {}, el('label', { for: `number-${i}` }, t(name)), slider, value);
    }));
    named();
  };

  const boards = el('select', { id: 'family', onchange: () => (boards.value === '' ? exampleBoard() : choose(own[Number(boards.value)])) },
    el('option', { value: '' }, t('an example')), own.map(({ title }, i) => el('option', { value: String(i) }, t(title))));
  const exampleBoard = () => { sliders.replaceChildren(); chosen.board = first.board; refresh(); };
  const select = (id, label, values, onchange) => el('p', {}, el('label', { for: id }, label),
    el('select', { id, onchange: (event) => { onchange(event.target.value); refresh(); } }, values.map(([value, words, selected]) => el('option', { value, selected }, words))));

  const extra = entry.options.map((name) => options.find((option) => option.name === name)).filter((option) => option && option.field !== 'start').map((option) => {
    const id = `option-${option.field}`;
    const set = (value) => { if (value) chosen.options[option.field] = value; else delete chosen.options[option.field]; };
    if (option.value === null) {
      return el('p', {}, el('label', { title: option.help }, el('input', { type: 'checkbox', id, onchange: (event) => { set(event.target.checked); refresh(); } }), ' ', capital(option.name.replaceAll('-', ' ').replace('misere', 'misère'))));
    }
    if (option.value === 'P:Q') {
      return select(id, t('Points a turn'), ['', '1:2', '1:3', '2:1', '2:2', '2:3'].map((value) => [value, value || '1:1']), set);
    }
    return el('p', {}, el('label', { for: id, title: option.help }, capital(option.name)), el('input', { id, placeholder: option.value, onchange: (event) => { set(event.target.value); refresh(); } }));
  });

  const parameter = entry.parameter ? el('p', {}, el('label', { for: 'parameter' }, t('Code')), el('input', {
    id: 'parameter', value: chosen.game.split(':')[1] || entry.parameter, onchange: (event) => { chosen.game = `${entry.name}:${event.target.value.trim()}`; refresh(); },
  })) : null;

  const example_ = el('div', { class: 'demonstration' });
  main.replaceChildren(el('section', { class: 'card choose' },
    el('p', { class: 'quiet' }, el('a', { href: '#/new' }, t('All games'))),
    el('h1', {}, entry.title), rule,
    el('div', { class: 'picker' },
      el('div', { class: 'choices' },
        el('h2', {}, t('Board')), parameter,
        el('p', {}, el('label', { for: 'family' }, t('Kind of board')), boards), sliders,
        extra.length ? el('h2', {}, t('Rules')) : null, extra,
        el('h2', {}, t('Players')),
        select('opponent', t('You play against'), levels().map(({ name, words }) => [name, words, name === 'optimal']), (value) => { chosen.opponent = value; }),
        select('begins', t('Who begins'), [['person', t('you')], ['other', t('the other side')]], (value) => { chosen.begins = value; }),
        el('p', {}, play), el('p', { class: 'quiet' }, t('As it is written:'), ' ', notation)),
      el('div', {}, preview, trouble, el('h2', {}, t('How it goes')), example_))));
  state.stop = demonstration(example_, first);
  if (own.length > 0) { boards.value = '0'; choose(own[0]); } else refresh();
}
