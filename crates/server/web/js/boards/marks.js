// Marks that several boards draw: numbers on a plate, partners in a symmetry.

import { svg } from '../dom.js';

/** A number on a small plate, readable on any line. */
export function tag([x, y], text) {
  const width = Math.max(20, 10 + 7.4 * text.length);
  return svg('g', { class: 'tag' },
    svg('rect', { x: x - width / 2, y: y - 10, width, height: 20, rx: 10 }),
    svg('text', { x, y: y + 4.5 }, text));
}

/** Who stands for whom in a shadow strategy. */
export function partnerLines(partners, points) {
  const lines = partners.map((partner, place) => {
    if (partner < place) return null;
    const [[x1, y1], [x2, y2]] = [points[place], points[partner]];
    if (partner === place) return svg('circle', { class: 'partner', cx: x1, cy: y1, r: 28 });
    const [dx, dy] = [(x2 - x1) / 2, (y2 - y1) / 2];
    return svg('path', { class: 'partner', d: `M${x1} ${y1}Q${x1 + dx - dy * 0.25} ${y1 + dy + dx * 0.25} ${x2} ${y2}` });
  });
  return lines.filter(Boolean);
}
