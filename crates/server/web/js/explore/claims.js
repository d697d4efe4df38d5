// The catalogue of published statements. Each can be checked here; what refutes one can be played move by move.

import * as address from '../address.js';
import * as api from '../api.js';
import { el } from '../dom.js';

export function claims(main) {
  document.title = 'Claims · Outplay';
  const list = el('div', { class: 'claims' }, el('p', { class: 'quiet' }, 'Reading the catalogue…'));
  const jobs = new Set();
  main.replaceChildren(el('article', { class: 'card prose' },
    el('h1', {}, 'What the papers claim'),
    el('p', {}, 'Every statement can be checked here, as far as its method says. What refutes one can be played move by move.'), list));
  api.claims().then(({ claims: all }) => {
    const papers = new Map();
    for (const claim of all) {
      const paper = claim.id.split('/')[0];
      papers.set(paper, [...(papers.get(paper) || []), claim]);
    }
    list.replaceChildren(...[...papers].map(([paper, own]) => el('details', { class: 'paper' },
      el('summary', {}, `${title(own[0])} (${own.length})`), own.map((claim) => entry(claim, paper, jobs)))));
  }).catch((error) => list.replaceChildren(el('p', { role: 'alert' }, error.message)));
  return { leave() { jobs.forEach((job) => job.cancel()); } };
}

/** The paper, without the place in it. */
const title = ({ source }) => source.replace(/,[^,]*(, section[^,]*)?$/, '');

function entry(claim, paper, jobs) {
  const found = el('div', { class: 'finding', 'aria-live': 'polite' });
  const check = el('button', { type: 'button', onclick: () => examine(claim, found, check, jobs) }, 'Check');
  return el('section', { class: 'claim' },
    el('h3', {}, claim.id), el('p', {}, claim.statement), el('p', { class: 'quiet' }, claim.method),
    claim.note ? el('p', { class: 'quiet' }, claim.note) : null, check, found);
}

async function examine(claim, found, check, jobs) {
  check.disabled = true;
  const job = new api.Job({ kind: 'claim', id: claim.id }, ({ state, progress }) => {
    found.replaceChildren(
      el('span', { class: 'quiet' }, state === 'waiting' ? 'Waiting for a free worker… ' : `Checking: ${(progress?.positions || 0).toLocaleString('en')} positions, ${progress?.seconds || 0} s `),
      el('button', { type: 'button', onclick: () => job.cancel() }, 'Stop'));
  });
  jobs.add(job);
  try {
    const answer = await job.done;
    found.replaceChildren(...(answer ? finding(answer) : [el('p', {}, 'Stopped.')]));
  } catch (error) {
    found.replaceChildren(el('p', { role: 'alert' }, error.message));
  } finally {
    jobs.delete(job);
    check.disabled = false;
  }
}

function finding({ status, evidence, checked, remarks = [], counterexample, stopped }) {
  const shown = [
    el('p', { class: `verdict status-${status}` }, `${status[0].toUpperCase()}${status.slice(1)}: ${evidence}`),
    el('p', { class: 'quiet' }, `Looked at: ${checked}.`),
    ...remarks.map((remark) => el('p', { class: 'quiet' }, remark)),
  ];
  if (stopped) shown.push(el('p', { class: 'quiet' }, `Not all was looked at: ${stopped}.`));
  if (counterexample) {
    const { game, board, after, start, normal_rules, text } = counterexample;
    const people = { first: 'person', second: 'person', see: 'values' };
    shown.push(el('p', {}, text));
    if (game && board) {
      shown.push(el('p', { class: 'chips' },
        el('a', { class: 'chip', href: address.write('play', { game, board, after, start, normal_rules }, people) }, 'See the position'),
        after ? el('a', { class: 'chip', href: address.write('play', { game, board, start, normal_rules }, people) }, 'Play it from the start') : null));
    }
  }
  return shown;
}
