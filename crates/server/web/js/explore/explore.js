// Exploring: a table over a family, two games side by side, a nim-sequence, pairs of heaps. Each is a form, a job with
// progress, a picture, and the numbers to take away.

import * as address from '../address.js';
import * as api from '../api.js';
import { el } from '../dom.js';
import { csv, latex, savePicture } from '../export.js';
import { t } from '../language.js';
import { progressText, share } from '../progress.js';
import { saveText } from '../save.js';
import { differences } from './difference.js';
import { heatMap } from './heatmap.js';
import { pairsChart } from './pairs.js';
import { sequencePlot } from './sequence.js';

/** A game with its options, as it is typed: `cram --misere`. */
const asked = (game, board) => ({ ...address.typed(game), board });

const VIEWS = {
  table: {
    title: 'A family of boards',
    text: 'The value of every board of a family, as a heat map. Ranges are written 1..4.',
    fields: [['game', 'Game', 0], ['board', 'Family', 0]],
    tasks: ({ game, board }) => [{ kind: 'table', question: asked(game, board) }],
    draw: (output, [answer], { game }) => heatMap(output, answer, address.options(address.typed(game))),
    rows: ([answer]) => [answer.columns, ...answer.rows],
  },
  difference: {
    title: 'Two games compared',
    text: 'Two games on one family: where their values differ.',
    fields: [['game', 'Game', 0], ['other', 'Other game', 1], ['board', 'Family', 0]],
    tasks: ({ game, other, board }) => [{ kind: 'table', question: asked(game, board) }, { kind: 'table', question: asked(other, board) }],
    draw: differences,
    rows: ([a, b]) => [[a.columns[0], a.game, b.game], ...a.rows.map((row, i) => [row[0], a.cells[i], b.cells[i]])],
  },
  sequence: {
    title: 'A nim-sequence',
    text: 'The Grundy values of single heaps. A proved period is shaded; exceptions before it stand out.',
    fields: [['code', 'Code or name', 0], ['to', 'Heaps up to', 0]],
    tasks: ({ code, to }) => [{ kind: 'sequence', code, to: Number(to) }],
    draw: (output, [answer]) => sequencePlot(output, answer),
    rows: ([answer]) => [['heap', 'grundy'], ...answer.values.map((value, heap) => [heap, value])],
  },
  pairs: {
    title: 'Pairs of heaps',
    text: 'The two-heap positions that the previous player wins: heaps of equal Grundy value.',
    fields: [['code', 'Code or name', 0], ['total', 'Counters at most', 0]],
    tasks: ({ code, total }) => [{ kind: 'pairs', code, total: Number(total) }],
    draw: (output, [answer]) => pairsChart(output, answer),
    rows: ([answer]) => [['first heap', 'second heap'], ...answer.positions],
  },
};

export function explore(main, parameters) {
  const state = { left: false, jobs: [] };
  const name = VIEWS[parameters.get('view')] ? parameters.get('view') : 'table';
  document.title = `${t(VIEWS[name].title)} · Outplay`;
  api.content().then(({ explore: examples }) => { if (!state.left) show(main, parameters, name, examples[name], state); })
    .catch((error) => main.replaceChildren(el('p', { role: 'alert' }, error.message)));
  return { leave() { state.left = true; state.jobs.forEach((job) => job.cancel()); state.jobs = []; } };
}

function show(main, parameters, name, examples, state) {
  const view = VIEWS[name];
  const values = Object.fromEntries(view.fields.map(([key]) => [key, parameters.get(key) || examples[0][key]]));
  const output = el('div', { class: 'output', 'aria-live': 'polite' });
  const progress = el('div', { class: 'progress', hidden: true });
  const link = (wanted) => address.link('explore', { view: name, ...wanted });
  const form = el('form', { class: 'ask' },
    view.fields.map(([key, label]) => el('label', {}, t(label), el('input', { name: key, value: values[key], spellcheck: 'false', autocomplete: 'off' }))),
    el('button', { class: 'primary', type: 'submit' }, t('Compute')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const wanted = link(Object.fromEntries(new FormData(form)));
    if (location.hash === wanted) run(); else location.hash = wanted;
  });
  main.replaceChildren(el('section', { class: 'card explore' },
    el('nav', { class: 'tabs', 'aria-label': t('Explore') }, Object.entries(VIEWS).map(([key, one]) => el('a', {
      href: address.link('explore', { view: key }), 'aria-current': key === name ? 'page' : null,
    }, t(one.title)))),
    el('h1', {}, t(view.title)), el('p', {}, t(view.text)), form,
    el('p', { class: 'chips' }, examples.map((one) => el('a', { class: 'chip', href: link(one) }, view.fields.map(([key]) => one[key]).join(' ')))),
    progress, output));

  async function run() {
    state.jobs.forEach((job) => job.cancel());
    output.replaceChildren(el('p', { class: 'quiet' }, t('Computing…')));
    const mine = view.tasks(values).map((task) => new api.Job(task, (news) => { if (state.jobs === mine) showProgress(news); }));
    state.jobs = mine;
    try {
      const answers = await Promise.all(mine.map((job) => job.done));
      if (state.jobs !== mine) return;
      output.replaceChildren();
      if (answers.some((answer) => !answer)) output.append(el('p', {}, t('Stopped.')));
      else {
        view.draw(output, answers, values);
        for (const { stopped } of answers) if (stopped) output.append(el('p', { class: 'quiet' }, t('Not all is known: {why}.', { why: stopped })));
        output.append(takeAway(output, view.rows(answers), name));
      }
    } catch (error) {
      if (state.jobs === mine) output.replaceChildren(el('div', { class: 'problem', role: 'alert' }, el('p', {}, `${error.message}.`), error.details ? el('pre', { tabindex: 0 }, error.details) : null));
    } finally {
      if (state.jobs === mine) progress.hidden = true;
    }
  }

  function showProgress(news) {
    const part = share(news);
    progress.hidden = false;
    progress.replaceChildren(el('span', {}, progressText(news)),
      part ? el('progress', { max: part.of, value: part.done, 'aria-label': t('Progress') }) : null,
      el('button', { type: 'button', onclick: () => state.jobs.forEach((job) => job.cancel()) }, t('Stop')));
  }

  run();
}

/** The numbers as CSV and LaTeX, and a chart as a picture. */
function takeAway(output, rows, name) {
  const button = (words, onclick) => el('button', { type: 'button', onclick }, words);
  const chart = output.querySelector('svg.chart');
  return el('p', { class: 'share' }, t('Download:'), ' ',
    button('CSV', () => saveText(csv(rows), `${name}.csv`, 'text/csv')),
    button('LaTeX', () => saveText(latex(rows), `${name}.tex`)),
    chart ? button('SVG', () => savePicture(chart.parentNode, name, 'svg')) : null,
    chart ? button('PNG', () => savePicture(chart.parentNode, name, 'png')) : null);
}
