// Puzzles: one move wins. One a day from the date, and as many more as one likes, by game and by how far one has to look.

import * as address from './address.js';
import * as api from './api.js';
import { announce, el, other, playerName } from './dom.js';
import { many, t } from './language.js';
import { Play } from './play/play.js';

const GRADES = { easy: 'easy', medium: 'medium', hard: 'hard' };

/** The number of a day: 20261118. */
const today = () => Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));

export function puzzles(main, parameters) {
  document.title = `${t('Puzzles')} · Outplay`;
  const number = Number(parameters.get('number')) || today();
  const game = parameters.get('game') || '';
  const grade = GRADES[parameters.get('grade')] ? parameters.get('grade') : '';
  const link = (change) => address.link('puzzles', { game, grade, number, ...change });
  const told = el('p', { class: 'puzzle-task', 'aria-live': 'polite' }, t('Looking for a puzzle…'));
  const board = el('div');
  const games = el('select', { id: 'puzzle-game', onchange: () => { location.hash = link({ game: games.value }); } }, el('option', { value: '' }, t('any game')));
  const grades = el('select', { id: 'puzzle-grade', onchange: () => { location.hash = link({ grade: grades.value }); } },
    el('option', { value: '' }, t('any')), Object.keys(GRADES).map((name) => el('option', { value: name, selected: name === grade }, t(name))));
  main.replaceChildren(el('section', { class: 'card puzzle' },
    el('h1', {}, number === today() ? t('Puzzle of the day') : t('Puzzle {n}', { n: number })),
    el('div', { class: 'ask' },
      el('label', { for: 'puzzle-game' }, t('Game'), games), el('label', { for: 'puzzle-grade' }, t('Difficulty'), grades),
      el('a', { class: 'button', href: link({ number: number + 1000003 }) }, t('Another one')),
      el('a', { class: 'button', href: address.link('puzzles', { game, grade }) }, t('Today’s'))),
    told), board);
  api.games().then(({ games: all }) => games.append(...all.map(({ name, title }) => el('option', { value: name, selected: name === game }, title)))).catch(() => {});
  const job = new api.Job({ kind: 'puzzle', game: game || null, grade: grade || null, number });
  let shown = null;
  job.done.then((answer) => {
    if (!answer) return;
    if (!answer.puzzle) { told.textContent = t('No puzzle was found; try another one.'); return; }
    shown = pose(board, told, answer.puzzle);
  }).catch((error) => { told.textContent = error.message; });
  return { leave() { job.cancel(); shown?.leave(); } };
}

/** Puts a puzzle on the board and judges the first move. */
function pose(host, told, puzzle) {
  const { question, to_move: mover, moves, solution, depth, grade } = puzzle;
  const start = question.after ? question.after.split(' ').length : 0;
  const people = { [mover]: 'person', [other(mover)]: 'person' };
  let solved = false;
  const judge = (game) => {
    const { position } = game;
    const player = playerName(position, mover);
    const far = depth ? many(depth, 'It is enough to look one move ahead.', 'It is enough to look {n} moves ahead.') : t('You have to look more than six moves ahead.');
    if (position.log.length <= start) {
      told.replaceChildren(t('{player} to move: exactly one of {n} moves wins. Which?', { player, n: moves }), ' ', el('span', { class: `grade ${grade}` }, t(grade)), ' ', el('span', { class: 'quiet' }, far));
      return;
    }
    const first = position.log[start].move;
    if (first === solution) {
      if (!solved) announce(t('Right.'));
      solved = true;
      told.replaceChildren(el('b', { class: 'right' }, t('Right: {move} wins.', { move: first })), ' ', t('Play on against perfect play:'), ' ', onwards());
    } else {
      told.replaceChildren(el('b', { class: 'not-right' }, t('{move} does not win.', { move: first })), ' ',
        el('button', { type: 'button', onclick: () => game.goTo(game.moves.slice(0, start)) }, t('Try again')), ' ',
        el('button', { type: 'button', onclick: () => game.goTo([...game.moves.slice(0, start), solution]) }, t('Show the answer')));
    }
  };
  const onwards = () => el('a', { class: 'button', href: address.write('play', { ...question, after: `${question.after || ''} ${solution}`.trim() }, { [mover]: 'person', [other(mover)]: 'optimal' }) }, t('Open the game'));
  const parameters = new URLSearchParams(address.write('play', question, people).split('?')[1]);
  return new Play(host, parameters, { embedded: true, shown: judge });
}
