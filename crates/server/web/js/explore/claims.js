// The catalogue of published statements. Each can be looked for, checked here, and what refutes one is played in place.

import * as address from '../address.js';
import * as api from '../api.js';
import { el } from '../dom.js';
import { many, t } from '../language.js';
import { Play } from '../play/play.js';
import { progressText } from '../progress.js';

const STATUSES = ['verified', 'refuted', 'gap', 'open'];

export function claims(main, parameters) {
  document.title = `${t('Claims')} · Outplay`;
  const page = { jobs: new Set(), plays: new Set(), findings: new Map(), check: new Map() };
  const list = el('div', { class: 'claims' }, el('p', { class: 'quiet' }, t('Reading the catalogue…')));
  const find = el('input', { type: 'search', id: 'find-claim', value: parameters.get('find') || '', autocomplete: 'off' });
  const paper = el('select', { id: 'claim-paper' }, el('option', { value: '' }, t('every source')));
  const status = el('select', { id: 'claim-status' }, el('option', { value: '' }, t('any status')),
    ['unchecked', ...STATUSES].map((name) => el('option', { value: name }, t(name))));
  const count = el('span', { class: 'quiet', role: 'status' });
  const all = el('button', { type: 'button', onclick: () => checkShown(list, page) }, t('Check those shown'));
  main.replaceChildren(el('article', { class: 'card prose' },
    el('h1', {}, t('What the papers claim')),
    el('p', {}, t('Every statement can be checked here, up to the bound that its method gives. Counterexamples can be played move by move.')),
    el('div', { class: 'ask' }, el('label', { for: 'find-claim' }, t('Find'), find), el('label', { for: 'claim-paper' }, t('Source'), paper),
      el('label', { for: 'claim-status' }, t('Status'), status)),
    el('p', { class: 'share' }, count, all), list));
  api.claims().then(({ claims: known }) => {
    const named = titles(known);
    const source = ({ id }) => named.get(id.split('/')[0]);
    const place = (claim) => claim.source.slice(source(claim).length).replace(/^[,\s]+/, '');
    const papers = [...named.values()];
    paper.append(...papers.map((name) => el('option', { value: name }, name)));
    const entries = known.map((claim) => ({ claim, node: entry(claim, place(claim), page, () => filter()) }));
    const filter = () => {
      const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
      const fits = ({ claim }) => words.every((word) => `${claim.id} ${claim.statement} ${claim.source} ${claim.note || ''}`.toLowerCase().includes(word))
        && (!paper.value || source(claim) === paper.value)
        && (!status.value || (page.findings.get(claim.id) || claim.status || 'unchecked') === status.value);
      const found = new Set(entries.filter(fits));
      for (const one of entries) one.node.hidden = !found.has(one);
      for (const section of list.children) section.hidden = ![...section.querySelectorAll('.claim')].some((node) => !node.hidden);
      count.textContent = many(found.size, '{n} statement', '{n} statements');
    };
    list.replaceChildren(...papers.map((name) => el('details', { class: 'paper', open: papers.length < 3 || Boolean(find.value) },
      el('summary', {}, el('h2', {}, name), ' ', el('span', { class: 'quiet' }, many(known.filter((claim) => source(claim) === name).length, '{n} statement', '{n} statements'))),
      entries.filter(({ claim }) => source(claim) === name).map(({ node }) => node))));
    for (const input of [find, paper, status]) {
      input.addEventListener('input', () => { filter(); if (find.value || paper.value || status.value) for (const section of list.children) section.open = true; });
    }
    filter();
  }).catch((error) => list.replaceChildren(el('p', { role: 'alert' }, error.message)));
  return { leave() { page.jobs.forEach((job) => job.cancel()); page.plays.forEach((play) => play.leave()); } };
}

/** What the sources of the statements of one paper have in common, up to a comma: the paper. */
function titles(all) {
  const papers = new Map();
  for (const { id, source } of all) {
    const paper = id.split('/')[0];
    const known = papers.get(paper) ?? source;
    let same = 0;
    while (same < known.length && known[same] === source[same]) same += 1;
    papers.set(paper, same === known.length && same === source.length ? known : known.slice(0, same));
  }
  return new Map([...papers].map(([paper, text]) => [paper, text.replace(/,[^,)]*$/, '')]));
}

/** Checks what is shown and not checked yet, one statement after the other, until the page is left. */
async function checkShown(list, page) {
  const buttons = [...list.querySelectorAll('.claim:not([hidden]) > button:not(:disabled)')];
  for (const button of buttons.filter((one) => !page.findings.has(one.dataset.id))) {
    if (!button.isConnected) return;
    await page.check.get(button.dataset.id)();
  }
}

function entry(claim, place, page, changed) {
  const found = el('div', { class: 'finding', 'aria-live': 'polite' });
  const badge = el('span', { class: `badge status-${claim.status || 'unchecked'}` }, t(claim.status || 'unchecked'));
  const run = () => examine(claim, { found, check, badge }, page, changed);
  page.check.set(claim.id, run);
  const check = el('button', { type: 'button', 'data-id': claim.id, onclick: run, 'aria-label': t('Check {id}', { id: claim.id }) }, t('Check'));
  // A method or a note that only repeats the statement says nothing new.
  const news = [claim.method, claim.note].filter((text) => text && !claim.statement.includes(text));
  return el('section', { class: 'claim' },
    el('h3', {}, claim.id.split('/').slice(1).join('/') || claim.id, ' ', el('span', { class: 'quiet' }, place), ' ', badge),
    el('p', {}, claim.statement), [...new Set(news)].map((text) => el('p', { class: 'quiet' }, text)), check, found);
}

async function examine(claim, { found, check, badge }, page, changed) {
  check.disabled = true;
  const job = new api.Job({ kind: 'claim', id: claim.id }, (news) => {
    found.replaceChildren(el('span', { class: 'quiet' }, `${progressText(news)} `), el('button', { type: 'button', onclick: () => job.cancel() }, t('Stop')));
  });
  page.jobs.add(job);
  try {
    const answer = await job.done;
    found.replaceChildren(...(answer ? finding(answer, page) : [el('p', {}, t('Stopped.'))]));
    if (answer) {
      page.findings.set(claim.id, answer.status);
      badge.className = `badge status-${answer.status}`;
      badge.textContent = t(answer.status);
      changed();
    }
  } catch (error) {
    found.replaceChildren(el('p', { role: 'alert' }, error.message));
  } finally {
    page.jobs.delete(job);
    check.disabled = false;
  }
}

function finding({ status, evidence, checked, stands, remarks = [], counterexample, stopped }, page) {
  const capital = `${status[0].toUpperCase()}${status.slice(1)}`;
  const shown = [el('p', { class: `verdict status-${status}` }, `${capital}: ${evidence}`)];
  if (checked && checked !== evidence) shown.push(el('p', { class: 'quiet' }, t('Checked: {what}.', { what: checked })));
  if (stands) shown.push(el('p', {}, t('What holds: {what}', { what: stands })));
  shown.push(...remarks.map((remark) => el('p', { class: 'quiet' }, remark)));
  if (stopped) shown.push(el('p', { class: 'quiet' }, t('Not everything was checked: {why}.', { why: stopped })));
  if (counterexample) shown.push(...exhibit(counterexample, page));
  return shown;
}

/** A counterexample: its text, and its game to step through in place. */
function exhibit({ game, board, after, start, normal_rules: normal, text }, page) {
  const shown = text ? [el('p', {}, text)] : [];
  if (!game || !board) return shown;
  const question = { game, board, start: start || undefined, normal_rules: normal || undefined };
  const people = { first: 'person', second: 'person', see: 'values' };
  const host = el('div', { class: 'exhibit' });
  const open = el('button', { type: 'button', onclick: () => {
    open.remove();
    const link = address.write('play', question, { ...people, lines: after || undefined });
    page.plays.add(new Play(host, new URLSearchParams(link.split('?')[1]), { embedded: true }));
  } }, after ? t('Step through it here') : t('Play it here'));
  shown.push(el('p', { class: 'chips' }, open,
    el('a', { class: 'chip', href: address.write('play', { ...question, after }, people) }, t('See the position')),
    after ? el('a', { class: 'chip', href: address.write('play', question, { ...people, lines: after }) }, t('Play it from the start')) : null), host);
  return shown;
}
