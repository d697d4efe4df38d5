// A nim-sequence as a plot: a dot a heap, bands a period wide, heaps that break the period marked.

import { el, svg } from '../dom.js';
import { t } from '../language.js';
import { chart } from './plot.js';

export function sequencePlot(output, answer) {
  const { values, period, saltus } = answer;
  const most = Math.max(1, ...values);
  const last = values.length - 1;
  const { picture, x, y } = chart({
    width: 980, height: 440, mostX: Math.max(1, last), mostY: most, nameX: t('heap'), nameY: t('Grundy value'),
    label: t('Grundy values of {game} up to {n}', { game: answer.game, n: last }),
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
  const exceptions = answer.last_exception < 0 ? t('no exception') : t('last exception {n}', { n: answer.last_exception });
  const words = !period ? t('No period was proved up to {n}.', { n: answer.checked_to })
    : saltus ? t('Period {period} with saltus {saltus}, proved; {exceptions}.', { period, saltus, exceptions })
      : t('Period {period}, proved; {exceptions}.', { period, exceptions });
  output.append(el('p', { class: 'verdict' }, `${answer.game}: ${words}`), el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('Chart') }, picture),
    el('p', { class: 'quiet' }, t('Filled dots at 0 are heaps that the previous player wins; ringed dots break the period.')));
}
