// Names of games, boards and moves, each an example to click.

import * as address from './address.js';
import * as api from './api.js';
import { el } from './dom.js';
import { t } from './language.js';

const BOARDS = [
  ['heaps:50  heaps:6,19,19', 'heaps'],
  ['path:N  cycle:N  grid:MxN  complete:N  bipartite:A,B  star:K  wheel:N  hypercube:D  petersen', 'graphs'],
  ['pode:1,1,2,4  bipode:1,1,2;1,1,2;3', 'chains at one centre, or at two'],
  ['octagons:MxN  boxes:MxN  polygons:K,MxN  hexagons:MxN', 'arrays of polygons'],
  ['edges:1-2,2-3,3-3  graph6:Dhc', 'any graph, with loops and parallel edges'],
  ['ttt:3  ttt:4^3  lattice:7x7,4', 'n in a row'],
  ['ag:2,4  pg:2,3', 'affine and projective planes; the lines are the winning sets'],
  ['[ag:2,3 : pg:2,2]', 'a board nested in a board'],
  ['sets:1-2-3,1-4-7  matroid:fano,circuits', 'any winning sets'],
  ['A + B', 'the sum of two boards, in impartial games'],
];

export function help(main) {
  document.title = `${t('Notation')} · Outplay`;
  const games = el('div', {});
  listGames(games);
  const code = (text) => el('code', {}, text);
  main.replaceChildren(el('article', { class: 'card prose' },
    el('h1', {}, t('How games, boards and moves are written')),
    el('p', {}, t('A game, a space, a board: that is what the box above takes, and what the command takes. Options are written as there: '),
      code('--misere'), ', ', code('--bias 1:2'), ', ', code('--start 5'), ', ', code('--normal-rules'), ', ', code('--breaker-first'), '.'),
    el('h2', {}, t('Games')),
    games,
    el('h2', {}, t('Boards')),
    el('dl', {}, BOARDS.flatMap(([names, what]) => [el('dt', {}, names), el('dd', {}, t(what))])),
    el('h2', {}, t('Moves')),
    el('p', {}, code('50>6,41'), ' ', t('a heap of 50 becomes heaps of 6 and 41'), ' · ', code('3,4'), ' ', t('vertices taken or points offered'), ' · ',
      code('3-4'), ' ', t('an edge'), ', ', code('3-3'), ' ', t('a loop'), ' · ', code('5'), ' ', t('a point'), ' · ', code('5>1'), ' ', t('a hop')),
    el('h2', {}, t('Keys')),
    el('p', {}, t('Tab reaches the board, arrows move on it, Enter plays, Escape clears a selection. U undoes, R redoes, H hints, V shows values, S lets a strategy step.'))));
  return { leave() {} };
}

/** Every game with its names, its rules in a sentence and examples to click, as the server knows them. */
async function listGames(into) {
  const { games } = await api.games();
  const links = (game) => game.examples.map((example) => el('a', { class: 'chip', href: address.write('play', address.typed(example)) }, example));
  const names = (game) => [game.parameter ? `${game.name}:${game.parameter}` : game.name, ...game.aliases].join(', ');
  into.replaceChildren(...games.map((game) => el('section', {},
    el('h3', {}, game.title), el('p', {}, el('code', {}, names(game)), ` · ${game.sentence}`), el('p', { class: 'chips' }, links(game)))));
}
