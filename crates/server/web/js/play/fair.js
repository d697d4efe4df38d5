// A fair start: whoever sits down to play is told whether the game can be won from here.

import { el, other } from '../dom.js';
import { many, t } from '../language.js';

/** What a person is told before the first move; nothing if they have moved already or nothing is known. */
export function fairStart(game) {
  const { position, values } = game;
  if (!game.onePerson() || position.over || position.starts || !values?.answer.winner) return null;
  const person = game.person();
  if (position.to_move !== person || position.log.some(({ by }) => by === person)) return null;
  const { answer } = values;
  if (answer.winner === person) {
    const ways = answer.moves.filter(({ winner }) => winner === person).length;
    return el('p', { class: 'fair' }, many(ways, 'You can win this: there is one way to begin.', 'You can win this: there are {n} ways to begin.'));
  }
  if (answer.winner === 'none') return el('p', { class: 'fair' }, t('With best play nobody wins this.'));
  const swap = el('button', { type: 'button', onclick: () => game.swapSeats() }, t('Change seats'));
  const perfect = game.set[other(person)] === 'optimal';
  return el('p', { class: 'fair lost' },
    perfect ? t('From here perfect play beats you whatever you do. ') : t('From here you can win only if the other side errs. '), swap);
}
