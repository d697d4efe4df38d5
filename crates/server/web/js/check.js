// Drop a certificate, see the verdict, and replay it. Nothing leaves the browser.

import * as address from './address.js';
import * as api from './api.js';
import { NAME, check, holdFrom, reply } from './certificates.js';
import { announce, el, other } from './dom.js';
import { t } from './language.js';

export function checkPage(main) {
  document.title = `${t('Certificates')} · Outplay`;
  const state = { left: false, asked: null };
  const verdict = el('div', { class: 'output', 'aria-live': 'polite' });
  const file = el('input', { type: 'file', id: 'certificate', class: 'hidden', onchange: () => take(file.files[0], verdict, state) });
  const zone = el('div', { class: 'drop' },
    el('p', {}, t('Drop a certificate here, or')), el('label', { class: 'button primary', for: 'certificate' }, t('Choose a file')), file);
  zone.addEventListener('dragover', (event) => { event.preventDefault(); zone.classList.add('over'); });
  zone.addEventListener('dragleave', () => zone.classList.remove('over'));
  zone.addEventListener('drop', (event) => { event.preventDefault(); zone.classList.remove('over'); take(event.dataTransfer.files[0], verdict, state); });
  main.replaceChildren(el('section', { class: 'card prose' },
    el('h1', {}, t('Check a certificate')),
    el('p', {}, t('A certificate is a proof of an answer, written by {write} with {option}. It is replayed here, in your own browser, by a checker that knows the rules of the games and nothing of the solvers. The file stays on your machine.',
      { write: 'outplay solve', option: '--certificate FILE' })),
    zone, verdict));
  return { leave() { state.left = true; state.asked?.giveUp(); } };
}

async function take(file, output, state) {
  if (!file) return;
  state.asked?.giveUp();
  output.replaceChildren(el('p', { class: 'quiet' }, t('Checking {file}…', { file: file.name })),
    el('button', { type: 'button', onclick: () => { state.asked.giveUp(); output.replaceChildren(el('p', {}, t('Stopped.'))); } }, t('Stop')));
  try {
    state.asked = check(new Uint8Array(await file.arrayBuffer()));
    const told = await state.asked.answer;
    if (told && !state.left) await show(output, file.name, told);
  } catch (error) {
    output.replaceChildren(el('p', { role: 'alert' }, error.message === 'missing' ? t('The checker is not part of this page: scripts/wasm builds it.')
      : t('Not checked: this certificate is too large for a browser. The program outplay-check takes larger ones.')));
  }
}

async function show(output, name, { verdict, statement, why, question }) {
  const words = { valid: t('Valid'), 'not valid': t('Not valid'), 'not checked': t('Not checked') }[verdict];
  output.replaceChildren(
    el('p', { class: `seal ${verdict.replace(' ', '-')}` }, el('b', {}, words), ' ', el('span', { class: 'quiet' }, name)),
    statement ? el('p', { class: 'verdict' }, statement) : el('p', {}, `${why}.`));
  announce(`${words}. ${statement || why}`);
  if (question) output.append(await replay(question).catch((error) => el('p', { class: 'quiet' }, error.message)));
}

/** Ways to go through the proof: against it, or move by move. It plays the side that it promises something. */
async function replay(question) {
  let asked = question;
  let position = await api.position(asked);
  if (position.starts) {
    asked = { ...asked, start: position.starts[0] };
    holdFrom(asked.start);
    position = await api.position(asked);
  }
  if (position.over) return el('p', { class: 'quiet' }, t('There is nothing left to play.'));
  const own = await reply(asked) ? position.to_move : other(position.to_move);
  const seats = (rival) => address.write('play', asked, { [own]: NAME, [other(own)]: rival });
  return el('p', { class: 'share' },
    el('a', { class: 'button primary', href: seats('sees-2') }, t('Replay it step by step')),
    el('a', { class: 'button', href: seats('person') }, t('Play against it')));
}
