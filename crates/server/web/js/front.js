// The front page: the lines of work as pictures, and ways in for those who want to choose, to learn or to be puzzled. A
// click on a picture plays that move and opens the game.

import * as address from './address.js';
import * as api from './api.js';
import { el } from './dom.js';
import { t } from './language.js';
import { Board } from './boards/board.js';
import { Values } from './play/values.js';

export function front(main) {
  document.title = 'Outplay';
  const lines = el('div', { class: 'lines' });
  const way = (href, title, text) => el('a', { class: 'card way', href }, el('b', {}, title), el('span', {}, text));
  main.replaceChildren(
    el('div', { class: 'hero' },
      el('h1', {}, t('Games that are solved')),
      el('p', {}, t('Play against a perfect opponent, see who wins after every move and why, and explore the theory behind it.'))),
    el('nav', { class: 'ways', 'aria-label': t('Ways in') },
      way('#/new', t('Choose a game'), t('Every game, with pictures and boards')),
      way('#/puzzles', t('Puzzle of the day'), t('One move wins: find it')),
      way('#/lessons', t('Lessons'), t('Learn to win, step by step')),
      way('#/draw', t('Your own board'), t('Draw a graph and play on it'))),
    lines,
    el('p', { class: 'quiet foot' }, t('Any game on any board can be typed above.'), ' ', el('a', { href: '#/help' }, t('How games and boards are written')), '.'));
  api.content().then((content) => lines.replaceChildren(...content.lines.map(card)))
    .catch((error) => lines.replaceChildren(el('p', { role: 'alert' }, error.message)));
  return { leave() {} };
}

function card(line, index) {
  const host = el('div', { class: 'picture board-host' });
  const set = line.values ? { see: 'values' } : {};
  const link = address.write('play', line.question, set);
  draw(host, line.question, set);
  return el('article', { class: `card line${index === 0 ? ' wide' : ''}` },
    el('h2', {}, el('a', { href: link }, line.title)),
    el('p', {}, line.text), host,
    el('p', { class: 'more' }, el('a', { class: 'button primary', href: link, 'aria-label': t('Play {game}', { game: line.title }) }, t('Play')),
      line.more.map(({ title, question }) => el('a', { href: address.write('play', question) }, title))));
}

/** The picture of the first position. */
async function draw(host, question, set) {
  try {
    const position = await api.position(question);
    const open = (move) => { location.hash = address.write('play', { ...question, after: move || '' }, set); };
    const game = {
      play: open, start: () => open(''), refuse: () => '', hover() {}, say() {}, selected() {}, locked: () => null,
    };
    const board = new Board(host, game);
    board.show(position, { values: null, see: false, hints: [] });
    // What needs two clicks opens with the first.
    board.choose = () => open('');
    if (set.see) {
      const answer = await new api.Job({ kind: 'values', question }).done;
      if (answer) board.show(position, { values: new Values(answer), see: true, hints: [] });
    }
  } catch (error) {
    host.replaceChildren(el('p', { class: 'quiet' }, error.message));
  }
}
