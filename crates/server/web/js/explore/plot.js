// Axes for the charts.

import { svg } from '../dom.js';

export const MARGIN = 46;

/** Round numbers between 0 and `most`, about `count` of them. */
export function ticks(most, count = 8) {
  const rough = Math.max(1, most / count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) || rough;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/** An empty chart with named axes: `x` and `y` turn numbers into places. */
export function chart({ width, height, mostX, mostY, nameX, nameY, label }) {
  const x = (n) => MARGIN + n / Math.max(1, mostX) * (width - 1.5 * MARGIN);
  const y = (n) => height - MARGIN - n / Math.max(1, mostY) * (height - 1.6 * MARGIN);
  const picture = svg('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
  for (const n of ticks(mostX)) {
    picture.append(svg('line', { class: 'rule', x1: x(n), x2: x(n), y1: y(0), y2: y(mostY) }), svg('text', { class: 'tick', x: x(n), y: y(0) + 18 }, String(n)));
  }
  for (const n of ticks(mostY, 6)) {
    picture.append(svg('line', { class: 'rule', x1: x(0), x2: x(mostX), y1: y(n), y2: y(n) }), svg('text', { class: 'tick end', x: x(0) - 8, y: y(n) + 4 }, String(n)));
  }
  picture.append(
    svg('text', { class: 'axis', x: x(mostX), y: height - 8, 'text-anchor': 'end' }, nameX),
    svg('text', { class: 'axis', x: 6, y: 16 }, nameY));
  return { picture, x, y };
}
