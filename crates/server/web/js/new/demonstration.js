// An example of play, move by move, as an animation that can be stopped and stepped.

import * as api from '../api.js';
import { el, playerName } from '../dom.js';
import { t } from '../language.js';
import { still } from '../boards/pictures.js';

const PACE = 1400;
const MOST_MOVES = 14;

/** Plays a question in a host, by players who look two moves ahead. Gives a function that stops it. */
export function demonstration(host, question) {
  const picture = el('div', { class: 'board-host small' });
  const words = el('p', { class: 'quiet', 'aria-live': 'off' });
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let moves = [];
  let running = !calm;
  let timer = null;
  let start = null;
  const button = el('button', { type: 'button', onclick: () => { running = !running; label(); if (running) step(); } });
  const label = () => { button.textContent = running ? t('Pause') : t('Go on'); };
  const next = el('button', { type: 'button', onclick: () => { running = false; label(); step(); } }, t('Next move'));
  host.replaceChildren(picture, words, el('p', { class: 'share' }, button, next));
  label();

  async function show() {
    const position = await api.position({ ...question, ...(start ? { start } : {}), after: moves.join(' ') });
    if (position.starts && !start) { [start] = position.starts; return show(); }
    const last = position.log[position.log.length - 1];
    picture.replaceChildren(...still(position, { width: 320 }));
    words.textContent = position.over ? `${position.over.words[0].toUpperCase()}${position.over.words.slice(1)}.`
      : last ? t('{player} plays {move}.', { player: playerName(position, last.by), move: last.move }) : t('An example begins.');
    return position;
  }

  async function step() {
    clearTimeout(timer);
    try {
      const position = await show();
      if (position.over || moves.length >= MOST_MOVES) moves = [];
      else {
        const answer = await new api.Job({ kind: 'reply', question: { ...question, ...(start ? { start } : {}), after: moves.join(' ') }, strategy: 'sees-2' }).done;
        if (answer?.move) moves = [...moves, answer.move];
      }
      if (running && host.isConnected) timer = setTimeout(step, PACE);
    } catch {
      running = false;
      label();
    }
  }

  if (calm) show().catch(() => {}); else step();
  return () => { running = false; clearTimeout(timer); };
}
