// Names of games, boards and moves, each an example to click.

import * as address from './address.js';
import { el } from './dom.js';

const GAMES = [
  ['octal:0.137, kayles, nim, officers, treblecross, subtraction:1,2,3 …', 'take from a heap or a graph and break it, by a code', [['kayles', 'heaps:7,3'], ['octal:0.33', 'pode:1,1,3'], ['subtraction:1,2,3', 'heaps:10'], ['octal:4.0', 'heaps:9']]],
  ['node-kayles, arc-kayles, cram', 'mark a vertex, take an edge, lay a domino', [['node-kayles', 'grid:3x4'], ['arc-kayles', 'petersen'], ['cram', 'grid:3x5']]],
  ['unshackle, strings-and-coins, closing-octagons, nimstring', 'cut edges and free vertices', [['unshackle', 'grid:3x3'], ['strings-and-coins', 'boxes:2x2'], ['closing-octagons', 'octagons:2x2'], ['nimstring', 'hexagons:2x2']]],
  ['positional, maker-breaker, avoider-enforcer, chooser-picker, picker-chooser', 'take points, own a winning set', [['positional', 'ttt:3'], ['maker-breaker', 'pg:2,3'], ['avoider-enforcer', 'ag:2,3'], ['chooser-picker', 'pg:2,2']]],
  ['hop, fire-and-ice', 'hop and leave a piece to the opponent', [['hop', 'ttt:3'], ['hop', 'ag:2,3'], ['fire-and-ice', '[pg:2,2 : pg:2,2]']]],
];

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
  const links = (examples) => examples.map(([game, board]) => el('a', { class: 'chip', href: address.write('play', { game, board }) }, `${game} ${board}`));
  main.replaceChildren(el('article', { class: 'card prose' },
    el('h1', {}, 'How games, boards and moves are written'),
    el('p', {}, 'A game, a space, a board: that is what the box above takes, and what the command ', el('code', {}, 'outplay'), ' takes. Options are written as there: ',
      el('code', {}, '--misere'), ', ', el('code', {}, '--bias 1:2'), ', ', el('code', {}, '--start 5'), ', ', el('code', {}, '--normal-rules'), ', ', el('code', {}, '--breaker-first'), '.'),
    el('h2', {}, 'Games'),
    GAMES.map(([names, what, examples]) => el('section', {}, el('h3', {}, names), el('p', {}, `${what[0].toUpperCase()}${what.slice(1)}.`), el('p', { class: 'chips' }, links(examples)))),
    el('h2', {}, 'Boards'),
    el('dl', {}, BOARDS.flatMap(([names, what]) => [el('dt', {}, names), el('dd', {}, what)])),
    el('h2', {}, 'Moves'),
    el('p', {}, el('code', {}, '50>6,41'), ' a heap of 50 becomes heaps of 6 and 41 · ', el('code', {}, '3,4'), ' vertices taken or points offered · ',
      el('code', {}, '3-4'), ' an edge, ', el('code', {}, '3-3'), ' a loop · ', el('code', {}, '5'), ' a point · ', el('code', {}, '5>1'), ' a hop.'),
    el('h2', {}, 'Keys'),
    el('p', {}, 'Tab reaches the board, arrows move on it, Enter plays, Escape forgets a selection. U undoes, R redoes, H hints, V shows values, S lets a strategy step.')));
  return { leave() {} };
}
