// Names of games, boards and moves, each an example to click.

import * as address from './address.js';
import * as api from './api.js';
import { el } from './dom.js';

const BOARDS = [
  ['heaps:50  heaps:6,19,19', 'heaps'],
  ['path:N  cycle:N  grid:MxN  complete:N  bipartite:A,B  star:K  wheel:N  hypercube:D  petersen', 'graphs'],
  ['pode:1,1,2,4  bipode:1,1,2;1,1,2;3', 'chains at one centre, or at two'],
  ['octagons:MxN  boxes:MxN  polygons:K,MxN  hexagons:MxN', 'arrays of polygons'],
  ['edges:1-2,2-3,3-3  graph6:Dhc', 'any graph, with loops and parallel edges'],
  ['ttt:3  ttt:4^3  lattice:7x7,4', 'n in a row'],
  ['ag:2,4  pg:2,3', 'affine and projective planes, the lines winning sets'],
  ['[ag:2,3 : pg:2,2]', 'a board nested in a board'],
  ['sets:1-2-3,1-4-7  matroid:fano,circuits', 'any winning sets'],
  ['A + B', 'the sum of two boards, in impartial games'],
];

export function help(main) {
  document.title = 'Notation · Outplay';
  const games = el('div', {});
  listGames(games);
  main.replaceChildren(el('article', { class: 'card prose' },
    el('h1', {}, 'How games, boards and moves are written'),
    el('p', {}, 'A game, a space, a board: that is what the box above takes, and what the command ', el('code', {}, 'outplay'), ' takes. Options are written as there: ',
      el('code', {}, '--misere'), ', ', el('code', {}, '--bias 1:2'), ', ', el('code', {}, '--start 5'), ', ', el('code', {}, '--normal-rules'), ', ', el('code', {}, '--breaker-first'), '.'),
    el('h2', {}, 'Games'),
    games,
    el('h2', {}, 'Boards'),
    el('dl', {}, BOARDS.flatMap(([names, what]) => [el('dt', {}, names), el('dd', {}, what)])),
    el('h2', {}, 'Moves'),
    el('p', {}, el('code', {}, '50>6,41'), ' a heap of 50 becomes heaps of 6 and 41 · ', el('code', {}, '3,4'), ' vertices taken or points offered · ',
      el('code', {}, '3-4'), ' an edge, ', el('code', {}, '3-3'), ' a loop · ', el('code', {}, '5'), ' a point · ', el('code', {}, '5>1'), ' a hop.'),
    el('h2', {}, 'Keys'),
    el('p', {}, 'Tab reaches the board, arrows move on it, Enter plays, Escape forgets a selection. U undoes, R redoes, H hints, V shows values, S lets a strategy step.')));
  return { leave() {} };
}

/** Every game with its names, its rules in a sentence and examples to click, as the server knows them. */
async function listGames(into) {
  const { games } = await api.games();
  // Examples with options are for the command line: an address writes options in its own way.
  const plain = (game) => game.examples.filter((example) => !example.includes(' --')).map((example) => example.split(/ (.*)/));
  const links = (game) => plain(game).map(([name, board]) => el('a', { class: 'chip', href: address.write('play', { game: name, board }) }, `${name} ${board}`));
  const names = (game) => [game.parameter ? `${game.name}:${game.parameter}` : game.name, ...game.aliases].join(', ');
  into.replaceChildren(...games.map((game) => el('section', {},
    el('h3', {}, game.title), el('p', {}, el('code', {}, names(game)), ` · ${game.sentence}`), el('p', { class: 'chips' }, links(game)))));
}
