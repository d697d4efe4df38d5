// A table over a family: one range as a strip, two as a grid, coloured by value. A click opens the board.

import * as address from '../address.js';
import { el } from '../dom.js';

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

export function heatMap(output, answer) {
  const { ranges, at, rows, cells } = answer;
  const byPlace = new Map(at.map((place, index) => [place.join(), index]));
  const boardColumn = answer.columns.indexOf('board');
  const one = (place) => {
    const index = byPlace.get(place.join());
    if (index === undefined) return el('td', { class: 'heat unknown' }, '');
    const board = rows[index][boardColumn];
    const text = cells[index] || '–';
    return el('td', { class: `heat ${shade(answer, rows[index])}` },
      el('a', { href: address.write('play', { game: answer.game, board }, { see: 'values' }), title: `${answer.game} ${board}: ${text}` }, text.replace('-', '−')));
  };
  const numbers = ([low, high]) => Array.from({ length: high - low + 1 }, (_, i) => low + i);
  let table;
  if (ranges.length === 2) {
    table = el('table', { class: 'heat-map' },
      el('thead', {}, el('tr', {}, el('th', {}, ''), numbers(ranges[1]).map((n) => el('th', { scope: 'col' }, String(n))))),
      el('tbody', {}, numbers(ranges[0]).map((m) => el('tr', {}, el('th', { scope: 'row' }, String(m)), numbers(ranges[1]).map((n) => one([m, n]))))));
  } else {
    const wide = 12;
    const chunks = [];
    for (let i = 0; i < at.length; i += wide) chunks.push(at.slice(i, i + wide));
    const head = (chunk) => el('tr', {}, chunk.map((place) => el('th', {}, place.join(',') || '·')));
    table = el('table', { class: 'heat-map' },
      el('tbody', {}, chunks.flatMap((chunk) => [head(chunk), el('tr', {}, chunk.map(one))])));
  }
  const zoom = el('input', { type: 'range', min: 60, max: 260, value: 125, 'aria-label': 'Zoom' });
  const frame = el('div', { class: 'scroll', tabindex: 0 }, table);
  zoom.addEventListener('input', () => { table.style.fontSize = `${zoom.value}%`; });
  output.append(
    el('p', { class: 'quiet' }, `${answer.game} on ${answer.family}: ${meaning(answer)}. A click opens the board. `, el('label', {}, 'Zoom ', zoom)),
    frame);
}

function meaning({ columns }) {
  if (columns.includes('margin')) return 'the first player’s margin with best play';
  if (columns.includes('grundy')) return 'Grundy values; the second player wins where it is 0';
  return 'the result with best play';
}
