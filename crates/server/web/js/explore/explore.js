// Exploring: a table over a family, a nim-sequence, pairs of heaps. Each is a form, a job with progress, a picture.

import * as api from '../api.js';
import { el } from '../dom.js';
import { heatMap } from './heatmap.js';
import { pairsChart } from './pairs.js';
import { sequencePlot } from './sequence.js';

const VIEWS = {
  table: {
    title: 'A family of boards',
    text: 'The value of every board of a family, as a heat map. Ranges are written 1..4.',
    fields: [['game', 'Game', 'cram'], ['board', 'Family', 'grid:1..4x1..5']],
    task: ({ game, board }) => ({ kind: 'table', question: { game, board } }),
    draw: heatMap,
    examples: [{ game: 'cram', board: 'grid:1..4x1..5' }, { game: 'unshackle', board: 'grid:1..3x1..4' }, { game: 'node-kayles', board: 'grid:1..5x1..5' }, { game: 'arc-kayles', board: 'cycle:1..24' }, { game: 'octal:0.33', board: 'pode:1,0..6,0..6' }],
  },
  sequence: {
    title: 'A nim-sequence',
    text: 'The Grundy values of single heaps. A proved period is shaded; exceptions before it stand out.',
    fields: [['code', 'Code or name', '0.137'], ['to', 'Heaps up to', '200']],
    task: ({ code, to }) => ({ kind: 'sequence', code, to: Number(to) }),
    draw: sequencePlot,
    examples: [{ code: '0.137', to: '200' }, { code: 'kayles', to: '150' }, { code: '0.6', to: '400' }, { code: 'nim', to: '60' }, { code: '0.16', to: '600' }],
  },
  pairs: {
    title: 'Pairs of heaps',
    text: 'The two-heap positions that the previous player wins: heaps of equal Grundy value.',
    fields: [['code', 'Code or name', '0.137'], ['total', 'Counters at most', '100']],
    task: ({ code, total }) => ({ kind: 'pairs', code, total: Number(total) }),
    draw: pairsChart,
    examples: [{ code: '0.137', total: '100' }, { code: 'kayles', total: '120' }, { code: '0.07', total: '150' }],
  },
};

export function explore(main, parameters) {
  const name = VIEWS[parameters.get('view')] ? parameters.get('view') : 'table';
  const view = VIEWS[name];
  document.title = `${view.title} · Outplay`;
  const asked = Object.fromEntries(view.fields.map(([key, , fallback]) => [key, parameters.get(key) || fallback]));
  const output = el('div', { class: 'output', 'aria-live': 'polite' });
  const progress = el('div', { class: 'progress', hidden: true });
  const link = (values) => `#/explore?view=${name}&${new URLSearchParams(values).toString().replaceAll('%3A', ':').replaceAll('%2C', ',')}`;
  const form = el('form', { class: 'ask' },
    view.fields.map(([key, label]) => el('label', {}, label, el('input', { name: key, value: asked[key], spellcheck: 'false', autocomplete: 'off' }))),
    el('button', { class: 'primary', type: 'submit' }, 'Compute'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const wanted = link(Object.fromEntries(new FormData(form)));
    if (location.hash === wanted) run(); else location.hash = wanted;
  });
  main.replaceChildren(el('section', { class: 'card explore' },
    el('div', { class: 'tabs', role: 'tablist' }, Object.entries(VIEWS).map(([key, one]) => el('a', {
      role: 'tab', href: `#/explore?view=${key}`, 'aria-selected': String(key === name),
    }, one.title))),
    el('h1', {}, view.title), el('p', {}, view.text), form,
    el('p', { class: 'chips' }, view.examples.map((one) => el('a', { class: 'chip', href: link(one) }, Object.values(one).join(' ')))),
    progress, output));
  let job = null;

  async function run() {
    job?.cancel();
    output.replaceChildren(el('p', { class: 'quiet' }, 'Computing…'));
    const mine = new api.Job(view.task(asked), (news) => showProgress(news, mine));
    job = mine;
    try {
      const answer = await mine.done;
      if (job !== mine) return;
      output.replaceChildren();
      if (!answer) output.append(el('p', {}, 'Stopped.'));
      else {
        view.draw(output, answer, {});
        if (answer.stopped) output.append(el('p', { class: 'quiet' }, `Not all is known: ${answer.stopped}.`));
      }
    } catch (error) {
      if (job === mine) output.replaceChildren(el('div', { class: 'problem', role: 'alert' }, el('p', {}, `${error.message}.`), error.details ? el('pre', {}, error.details) : null));
    } finally {
      if (job === mine) progress.hidden = true;
    }
  }

  function showProgress(news, mine) {
    if (job !== mine) return;
    const p = news.progress || {};
    progress.hidden = false;
    progress.replaceChildren(
      el('span', {}, news.state === 'waiting' ? 'Waiting for a free worker…' : `${(p.positions || 0).toLocaleString('en')} positions, ${p.seconds || 0} s${p.of ? `, ${p.done} of ${p.of} done` : ''}`),
      p.of ? el('progress', { max: p.of, value: p.done }) : null,
      el('button', { type: 'button', onclick: () => mine.cancel() }, 'Stop'));
  }

  run();
  return { leave() { job?.cancel(); job = null; } };
}
