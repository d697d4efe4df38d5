// Lessons: steps to read and positions to play. The solver, not the lesson, judges what the learner does.

import * as address from './address.js';
import * as api from './api.js';
import { announce, el, other } from './dom.js';
import { t } from './language.js';
import { Play } from './play/play.js';

export function lessons(main, parameters) {
  document.title = `${t('Lessons')} · Outplay`;
  const state = { left: false, play: null };
  main.replaceChildren(el('p', { class: 'quiet' }, t('One moment…')));
  api.content().then(({ lessons: all }) => {
    if (state.left) return;
    const lesson = all.find(({ id }) => id === parameters.get('lesson'));
    if (lesson) step(main, lesson, Math.max(1, Math.min(lesson.steps.length, Number(parameters.get('step')) || 1)), state);
    else list(main, all);
  }).catch((error) => main.replaceChildren(el('p', { role: 'alert' }, error.message)));
  return { leave() { state.left = true; state.play?.leave(); } };
}

function list(main, all) {
  const card = ({ id, title, summary, steps }) => el('li', {}, el('a', { class: 'card way', href: address.link('lessons', { lesson: id }) },
    el('b', {}, title), el('span', {}, summary), el('span', { class: 'quiet' }, t('{n} steps', { n: steps.length }))));
  main.replaceChildren(el('section', { class: 'prose' }, el('h1', {}, t('Lessons')),
    el('p', {}, t('Each lesson takes a few minutes. For a class, Settings makes everything large.')),
    el('ul', { class: 'lesson-list' }, all.map(card))));
}

function step(main, lesson, number, state) {
  const now = lesson.steps[number - 1];
  const verdict = el('p', { class: 'lesson-verdict', 'aria-live': 'polite' });
  const to = (n) => address.link('lessons', { lesson: lesson.id, step: n });
  const last = number === lesson.steps.length;
  const onwards = el('a', { class: 'button primary', href: last ? '#/lessons' : to(number + 1) }, last ? t('To the lessons') : t('Next step'));
  const board = el('div', { class: 'lesson-board' });
  main.replaceChildren(el('section', { class: 'card lesson' },
    el('p', { class: 'quiet' }, el('a', { href: '#/lessons' }, t('Lessons')), ` · ${lesson.title} · ${t('step {n} of {of}', { n: number, of: lesson.steps.length })}`),
    el('h1', {}, now.title), now.text.map((text) => el('p', {}, text)),
    verdict, el('p', { class: 'share' }, number > 1 ? el('a', { class: 'button', href: to(number - 1) }, t('Back')) : null, onwards)), board);
  document.title = `${now.title} · Outplay`;
  state.play?.leave();
  state.play = seat(board, now, verdict);
}

/** Seats the learner on the side to move, against perfect play if there is something to win. */
function seat(host, { question, task, done }, verdict) {
  const start = question.after ? question.after.split(' ').length : 0;
  let mover = null;
  const praise = (good, words) => {
    verdict.className = `lesson-verdict ${good ? 'right' : 'not-right'}`;
    verdict.textContent = words;
    announce(words);
  };
  const judge = async (game) => {
    const { position } = game;
    if (!mover) {
      mover = position.to_move;
      const against = task === 'win' ? 'optimal' : 'person';
      game.set.first = 'person';
      game.set.second = 'person';
      game.set[other(mover)] = against;
      game.show();
      game.tell();
    }
    if (task === 'win' && position.over) {
      praise(position.over.winner === mover, position.over.winner === mover ? `${t('You won.')} ${done}` : t('Not this time: start again, or take a hint.'));
    }
    if (task === 'move' && position.log.length === start + 1) {
      const answer = await new api.Job({ kind: 'values', question }).done.catch(() => null);
      const move = position.log[start].move;
      const good = answer?.moves.find((entry) => entry.move === move)?.best;
      praise(Boolean(good), good ? `${t('Right.')} ${done}` : t('{move} is not it: undo, and try another.', { move }));
    }
  };
  const parameters = new URLSearchParams(address.write('play', question, { first: 'person', second: 'person' }).split('?')[1]);
  return new Play(host, parameters, { embedded: true, shown: judge });
}
