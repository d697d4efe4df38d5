// A nim-sequence as a plot: a dot a heap, bands a period wide, heaps that break the period marked.

import { el, svg } from '../dom.js';
import { chart } from './plot.js';

export function sequencePlot(output, answer) {
  const { values, period, saltus } = answer;
  const most = Math.max(1, ...values);
  const last = values.length - 1;
  const { picture, x, y } = chart({
    width: 980, height: 440, mostX: Math.max(1, last), mostY: most, nameX: 'heap', nameY: 'Grundy value',
    label: `Grundy values of ${answer.game} up to ${last}`,
  });
  if (period) {
    const start = Math.max(0, answer.last_exception + 1);
    for (let from = start, band = 0; from <= last; from += period, band += 1) {
      if (band % 2 === 0) {
        const to = Math.min(last, from + period);
        picture.append(svg('rect', { class: 'band', x: x(from), y: y(most) - 8, width: x(to) - x(from), height: y(0) - y(most) + 8 }));
      }
    }
  }
  const radius = Math.max(1.6, Math.min(5, 420 / values.length));
  values.forEach((value, heap) => {
    const exception = period && heap <= answer.last_exception && heap + period <= last && values[heap + period] !== value + saltus;
    const dot = svg('circle', { class: `dot-value${value === 0 ? ' zero' : ''}${exception ? ' exception' : ''}`, cx: x(heap), cy: y(value), r: exception ? radius + 1.5 : radius });
    dot.append(svg('title', {}, `heap ${heap}: ${value}`));
    picture.append(dot);
  });
  const words = period
    ? `Period ${period}${saltus ? ` with saltus ${saltus}` : ''}, proved; ${answer.last_exception < 0 ? 'no exception' : `last exception ${answer.last_exception}`}.`
    : `No period was proved up to ${answer.checked_to}.`;
  output.append(el('p', { class: 'verdict' }, `${answer.game}: ${words}`), el('div', { class: 'scroll' }, picture),
    el('p', { class: 'quiet' }, 'Filled dots at 0 are heaps that the previous player wins; ringed dots break the period.'));
}
