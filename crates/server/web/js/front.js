// The front page: the five lines of work as pictures. A click on a picture plays that move and opens the game.

import * as address from './address.js';
import * as api from './api.js';
import { el } from './dom.js';
import { Board } from './boards/board.js';
import { Values } from './values.js';

const LINES = [
  {
    title: 'Rob’s Dots', wide: true,
    text: 'Fifty dots in a row. Mark one: its neighbours are out. Who marks the last dot wins. You begin, and you can win — every dot shows who wins after it.',
    question: { game: 'robs-dots', board: 'heaps:50' }, set: { see: 'values' },
    more: [['Kayles', { game: 'kayles', board: 'heaps:12' }], ['Nim', { game: 'nim', board: 'heaps:3,5,7' }], ['Dawson’s Kayles', { game: 'dawsons-kayles', board: 'heaps:20' }]],
  },
  {
    title: 'Octal games on graphs',
    text: 'Take one or two joined vertices, but do not break the graph apart. Podes, cycles, grids.',
    question: { game: 'octal:0.33', board: 'bipode:1,1,2;1,1,2;3' },
    more: [['Node Kayles', { game: 'node-kayles', board: 'petersen' }], ['Cram', { game: 'cram', board: 'grid:4x5' }], ['Arc Kayles', { game: 'arc-kayles', board: 'wheel:6' }]],
  },
  {
    title: 'Unshackle',
    text: 'Prisoners in chains. Cut one chain a turn; who cuts the last chain of a prisoner frees him and scores.',
    question: { game: 'unshackle', board: 'grid:3x3' },
    more: [['2 by 4', { game: 'unshackle', board: 'grid:2x4' }], ['Cube', { game: 'unshackle', board: 'hypercube:3' }], ['Star', { game: 'unshackle', board: 'star:5' }]],
  },
  {
    title: 'Closing Octagons',
    text: 'Draw sides; close an octagon, score, and draw again. Dots-and-boxes with eight sides.',
    question: { game: 'closing-octagons', board: 'octagons:1x2' },
    more: [['Boxes', { game: 'dots-and-boxes', board: 'boxes:2x2' }], ['Honeycomb', { game: 'strings-and-coins', board: 'hexagons:2x2' }], ['Nimstring', { game: 'nimstring', board: 'boxes:2x2' }]],
  },
  {
    title: 'Hop games',
    text: 'Hop with a piece; your opponent gets the point it left. Three in a row, finite planes, islands of Fire and Ice.',
    question: { game: 'hop', board: 'pg:2,2', start: '7' },
    more: [['Tic-tac-toe', { game: 'positional', board: 'ttt:3' }], ['Fire and Ice', { game: 'fire-and-ice', board: '[pg:2,2 : pg:2,2]', start: '1.1' }], ['AG(2,3)', { game: 'maker-breaker', board: 'ag:2,3' }]],
  },
];

export function front(main) {
  document.title = 'Outplay';
  const cards = LINES.map((line) => {
    const host = el('div', { class: 'picture board-host' });
    const link = address.write('play', line.question, line.set);
    draw(host, line);
    return el('article', { class: `card line${line.wide ? ' wide' : ''}` },
      el('h2', {}, el('a', { href: link }, line.title)),
      el('p', {}, line.text), host,
      el('p', { class: 'more' }, el('a', { class: 'button primary', href: link }, 'Play'),
        line.more.map(([name, question]) => el('a', { href: address.write('play', question) }, name))));
  });
  main.replaceChildren(
    el('div', { class: 'hero' },
      el('h1', {}, 'Games with an answer'),
      el('p', {}, 'Play against perfect play, see for every move who wins and why, and explore what is behind it.')),
    el('div', { class: 'lines' }, cards),
    el('p', { class: 'quiet foot' }, 'Any game on any board: type it above, such as ',
      el('a', { href: '#/play?game=cram&board=grid:4x4' }, el('code', {}, 'cram grid:4x4')), ' or ',
      el('a', { href: '#/play?game=hop&board=ag:2,4' }, el('code', {}, 'hop ag:2,4')), '. ', el('a', { href: '#/help' }, 'All names'), '.'));
  return { leave() {} };
}

/** The picture of the first position. */
async function draw(host, { question, set }) {
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
    if (set?.see) {
      const answer = await new api.Job({ kind: 'values', question }).done;
      if (answer) board.show(position, { values: new Values(answer), see: true, hints: [] });
    }
  } catch (error) {
    host.replaceChildren(el('p', { class: 'quiet' }, error.message));
  }
}
