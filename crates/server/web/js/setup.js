// Setting up a position: pieces put on a board one by one, or heaps of any sizes. Whether it can come up in a game is the
// server's to say; it is reached by moves, so that it can be played on, shared and saved like any other.

import * as address from './address.js';
import * as api from './api.js';
import { announce, el } from './dom.js';
import { t } from './language.js';
import { Board } from './boards/board.js';
import { still } from './boards/pictures.js';

/** What can be set up here: pieces that stay where they are put, and heaps. */
export const canSetUp = ({ kind, moves, starts, look, heaps_at_start: heaps, places, log }) => (kind === 'points'
  ? !starts && !look.includes('offers') && [...moves, ...log].every(({ places: taken, hop }) => !hop && taken?.length === 1)
  : heaps?.length > 0 && places.length === 0);

/** The other way round is another order of the same moves: a game must not have ended before the last one. */
const MOST_ORDERS = 12;

export function setUp(main, parameters) {
  document.title = `${t('Set up a position')} · Outplay`;
  const state = { left: false, asked: 0 };
  const { after = '', ...base } = address.question(parameters);
  api.position({ ...base, after }).then((position) => {
    if (state.left) return;
    if (!canSetUp(position)) throw new Error(t('Positions of this game are set up by playing.'));
    const page = frame(main, position);
    if (position.kind === 'points') pieces(page, base, position, state); else heaps(page, base, position, state);
  }).catch((error) => main.replaceChildren(el('p', { role: 'alert', class: 'card' }, error.message)));
  return { leave() { state.left = true; } };
}

function frame(main, position) {
  const page = {
    how: el('p', { class: 'rule' }), controls: el('div', { class: 'ask' }), host: el('div', { class: 'board-host' }),
    told: el('p', { class: 'message', role: 'status' }), play: el('a', { class: 'button primary', href: '#/' }, t('Play from here')),
  };
  main.replaceChildren(el('section', { class: 'card set-up' },
    el('h1', {}, `${t('Set up a position')}: ${position.title}`), page.how, page.controls, page.host, page.told, el('p', { class: 'share' }, page.play)));
  return page;
}

/** Shows whether what was set up can be played on. */
function judge(page, question, trouble) {
  page.told.textContent = trouble || '';
  page.told.classList.toggle('wrong', Boolean(trouble));
  page.play.toggleAttribute('aria-disabled', Boolean(trouble));
  if (!trouble) page.play.href = address.write('play', question, { first: 'person', second: 'optimal' });
}

function pieces(page, base, position, state) {
  const stones = [...position.stones];
  const moves = position.places.map((name, place) => ({ move: name, places: [place] }));
  page.how.textContent = t('Click a point for an X, again for an O, again to clear it.');
  const next = { '': 'X', X: 'O', O: '' };
  const board = new Board(page.host, {
    play: (name) => {
      const place = position.places.indexOf(name);
      stones[place] = next[stones[place]];
      announce(`${name}: ${stones[place] || t('free')}`);
      show();
    },
    refuse: () => '', hover() {}, say() {}, selected() {}, locked: () => null, start() {},
  });
  const show = async () => {
    board.show({ ...position, stones, moves, log: [], over: null, owned_sets: [] }, { values: null, see: false, hints: [] });
    state.asked += 1;
    const mine = state.asked;
    const { question, trouble } = await reach(base, position.places, stones);
    if (mine === state.asked && !state.left) judge(page, question, trouble);
  };
  page.controls.replaceChildren(el('button', { type: 'button', onclick: () => { stones.fill(''); show(); } }, t('Clear')));
  show();
}

/** A game that comes to these pieces. */
async function reach(base, places, stones) {
  const of = (piece) => places.filter((_, i) => stones[i] === piece);
  const [x, o] = [of('X'), of('O')];
  if (x.length !== o.length && x.length !== o.length + 1) {
    return { trouble: t('X begins and the players take turns: there are as many X as O, or one more. Here are {x} X and {o} O.', { x: x.length, o: o.length }) };
  }
  const lastOf = x.length > o.length ? x : o;
  let trouble = '';
  for (let turn = 0; turn < Math.max(1, Math.min(MOST_ORDERS, lastOf.length)); turn += 1) {
    const turned = [...lastOf.slice(turn + 1), ...lastOf.slice(0, turn + 1)];
    const [a, b] = lastOf === x ? [turned, o] : [x, turned];
    const after = a.flatMap((name, i) => (i < b.length ? [name, b[i]] : [name])).join(' ');
    try {
      await api.position({ ...base, after });
      return { question: { ...base, after } };
    } catch (error) {
      trouble = t('This cannot arise in a game: {why}.', { why: error.message });
    }
  }
  return { trouble };
}

function heaps(page, base, position, state) {
  page.how.textContent = t('Give every heap its size; a heap of 0 is left out.');
  const sizes = [...position.heaps];
  const show = async () => {
    page.controls.replaceChildren(...sizes.map((size, i) => el('label', {}, t('heap {n}', { n: i + 1 }), el('input', {
      type: 'number', min: 0, max: 200, value: size, onchange: (event) => { sizes[i] = Math.max(0, Math.floor(Number(event.target.value)) || 0); show(); },
    }))), el('button', { type: 'button', onclick: () => { sizes.push(1); show(); } }, t('Another heap')));
    const board = `heaps:${sizes.filter(Boolean).join(',')}`;
    state.asked += 1;
    const mine = state.asked;
    let trouble = sizes.some(Boolean) ? '' : t('There is nothing to play on yet.');
    try {
      const drawn = trouble ? null : await api.position({ ...base, board });
      if (mine !== state.asked || state.left) return;
      page.host.replaceChildren(...(drawn ? still(drawn, { width: page.host.clientWidth || 600 }) : []));
    } catch (error) {
      trouble = error.message;
    }
    if (mine === state.asked && !state.left) judge(page, { ...base, board }, trouble);
  };
  show();
}
