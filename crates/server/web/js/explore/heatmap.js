// A table over a family: one range as a strip, two as a grid, coloured by value. Click a cell to open its board.

import * as address from '../address.js';
import { el } from '../dom.js';
import { t } from '../language.js';
import { gallery } from './gallery.js';

/** Steps of colour: who wins for results and margins, the value for Grundy numbers. */
function shade(answer, row) {
  const column = (name) => answer.columns.indexOf(name);
  const cell = (name) => (column(name) < 0 ? undefined : row[column(name)]);
  if (cell('margin') !== undefined && cell('margin') !== null) {
    const margin = cell('margin');
    return `${margin === 0 ? 'even' : margin > 0 ? 'first' : 'second'} depth-${Math.min(5, Math.abs(margin))}`;
  }
  if (cell('grundy') !== undefined && cell('grundy') !== null) return `grundy-${Math.min(9, cell('grundy'))}`;
  const winner = cell('winner');
  return winner === 'none' ? 'even depth-2' : winner ? `${winner} depth-3` : 'unknown';
}

export function heatMap(output, answer, options) {
  const { ranges, at, rows, cells } = answer;
  const boardColumn = answer.columns.indexOf('board');
  const entry = (index) => {
    const text = short(cells[index]);
    return { board: rows[index][boardColumn], text, kind: shade(answer, rows[index]) };
  };
  const byPlace = new Map(at.map((place, index) => [place.join(), index]));
  // Several boards at one place are the graphs of a collection, which numbers do not tell apart.
  const collection = byPlace.size < at.length || ranges.length === 0;
  const head = el('p', { class: 'quiet' }, t('{game} on {family}: {meaning}. Click a cell to open its board. ', { game: answer.game, family: answer.family, meaning: meaning(answer) }));
  if (collection) {
    output.append(head, gallery(answer.game, options, at.map((_, index) => entry(index))));
    return;
  }
  const one = (place) => {
    const index = byPlace.get(place.join());
    if (index === undefined) return el('td', { class: 'heat unknown' }, '');
    const { board, text, kind } = entry(index);
    return el('td', { class: `heat ${kind}` }, el('a', {
      href: address.write('play', { ...options, game: answer.game, board }, { see: 'values' }), title: `${answer.game} ${board}: ${text}`,
    }, text));
  };
  const table = ranges.length === 2 ? grid(ranges, one) : strip(at, one);
  const zoom = el('input', { type: 'range', min: 60, max: 260, value: 125 });
  zoom.addEventListener('input', () => { table.style.fontSize = `${zoom.value}%`; });
  head.append(el('label', {}, t('Zoom'), ' ', zoom));
  output.append(head, el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('Table') }, table));
}

const numbers = ([low, high]) => Array.from({ length: high - low + 1 }, (_, i) => low + i);

function grid([rows, columns], one) {
  return el('table', { class: 'heat-map' },
    el('thead', {}, el('tr', {}, el('td', {}), numbers(columns).map((n) => el('th', { scope: 'col' }, String(n))))),
    el('tbody', {}, numbers(rows).map((m) => el('tr', {}, el('th', { scope: 'row' }, String(m)), numbers(columns).map((n) => one([m, n]))))));
}

/** One row of numbers, broken where a screen ends. */
function strip(at, one) {
  const wide = Math.max(4, Math.min(12, Math.floor(window.innerWidth / 70)));
  const chunks = [];
  for (let i = 0; i < at.length; i += wide) chunks.push(at.slice(i, i + wide));
  const head = (chunk) => el('tr', {}, chunk.map((place) => el('th', { scope: 'col' }, place.join(','))));
  return el('table', { class: 'heat-map' }, el('tbody', {}, chunks.flatMap((chunk) => [head(chunk), el('tr', {}, chunk.map(one))])));
}

/** A margin alone, signed: its cell also names who has which strategy. */
function short(cell) {
  const [, margin] = /\((-?\d+)\)$/.exec(cell || '') || [];
  const text = margin === undefined ? cell || '–' : Number(margin) > 0 ? `+${margin}` : margin;
  return text.replace('-', '−');
}

function meaning({ columns }) {
  if (columns.includes('margin')) {
    return t('the first player’s margin with best play: above 0 the first player has a winning strategy (I_1 in the papers), below 0 the second (II_1), at 0 each has a drawing one (I_0 and II_0)');
  }
  if (columns.includes('grundy')) return t('Grundy values; the second player wins where it is 0');
  return t('the result with best play');
}
