// Two heaps: a dot for every pair that the previous player wins. A click plays it.

import * as address from '../address.js';
import { el, svg } from '../dom.js';
import { t } from '../language.js';
import { chart } from './plot.js';

export function pairsChart(output, answer) {
  const { positions, total } = answer;
  const { picture, x, y } = chart({
    width: 720, height: 720, mostX: total, mostY: total, nameX: t('first heap'), nameY: t('second heap'),
    label: t('Two-heap P-positions of {game}', { game: answer.game }),
  });
  // It holds links, so it is no single image.
  picture.setAttribute('role', 'group');
  const radius = Math.max(1.4, Math.min(6, 260 / Math.max(1, total)));
  const dot = (a, b) => {
    const link = svg('a', { href: address.write('play', { game: answer.game, board: `heaps:${a},${b}` }, { see: 'values' }), tabindex: -1 },
      svg('circle', { class: `pair${a === b ? ' twin' : ''}`, cx: x(a), cy: y(b), r: radius }, svg('title', {}, `${a} and ${b}`)));
    return link;
  };
  for (const [a, b] of positions) {
    picture.append(dot(a, b));
    if (a !== b) picture.append(dot(b, a));
  }
  output.append(el('p', { class: 'verdict' }, t('{game}: {n} P-positions of two heaps with at most {total} counters.', { game: answer.game, n: positions.length, total })),
    el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('Chart') }, picture));
}
