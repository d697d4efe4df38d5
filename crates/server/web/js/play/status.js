// The row above the board: both players, whose turn it is, the score, the last move.

import { el, playerName } from '../dom.js';
import { t } from '../language.js';
import { isPerson, manner } from './opponents.js';

export function statusRow(game) {
  const { position } = game;
  const last = position.log[position.log.length - 1];
  const middle = last
    ? [t('last move'), ' ', el('code', {}, last.move), last.earned ? ` +${last.earned}` : '']
    : [t('nothing played yet')];
  return [player(game, 'first'), el('div', { class: 'last-move' }, middle), player(game, 'second')];
}

function player(game, name) {
  const { position, set } = game;
  const turn = !position.over && position.to_move === name;
  const won = position.over?.winner === name;
  const score = position.theory === 'scoring' ? el('b', { class: 'score' }, String(position.score[name === 'first' ? 0 : 1])) : null;
  const piece = position.kind === 'points' ? (name === 'first' ? ' X' : ' O') : '';
  const both = set.first === 'person' && set.second === 'person';
  const you = game.seat ? game.seat === name : isPerson(set[name]);
  const kind = game.seat && you ? t('you') : manner(set[name], game.guesses(name));
  return el('div', { class: `player by-${name}${turn ? ' turn' : ''}${won ? ' won' : ''}` },
    el('span', { class: 'who' }, `${playerName(position, name)}${piece}`),
    both && !game.seat ? null : el('span', { class: 'kind' }, kind),
    score, turn ? el('span', { class: 'to-move' }, t('to move')) : null, won ? el('span', { class: 'to-move' }, t('wins')) : null);
}
