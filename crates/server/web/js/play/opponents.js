// Who can sit at a board: a person, somebody of a level, perfect play, a named strategy.

import { t } from '../language.js';

const LEVELS = {
  person: ['a person', ''],
  beginner: ['a beginner', 'Half of a beginner’s moves are made at random.'],
  'sees-2': ['a casual player', 'A casual player looks two moves ahead.'],
  'sees-4': ['a club player', 'A club player looks four moves ahead, and judges the rest as even.'],
  certificate: ['the certificate', 'The certificate plays the moves of its proof; where it promises nothing, perfect play does.'],
  optimal: ['perfect play', 'Perfect play never gives a win away. If a position is not solved in ten seconds, it guesses and says so.'],
};

/** Those who play any game, in the order of their strength. */
export const levels = () => Object.entries(LEVELS).filter(([name]) => name !== 'certificate').map(([name, [words]]) => ({ name, words: t(words) }));

export const isPerson = (who) => who === 'person' || who === 'remote';

/** What a player is called. */
export function called(who) {
  if (who === 'remote') return t('the other person');
  return LEVELS[who] ? t(LEVELS[who][0]) : who;
}

/** A sentence on how a player plays. */
export const about = (who) => (LEVELS[who]?.[1] ? t(LEVELS[who][1]) : '');

/** How a player is described beside the board; `guesses` of its moves were not worked out. */
export function manner(who, guesses) {
  if (who === 'person') return t('you');
  if (who === 'remote') return t('the other person');
  if (who !== 'optimal') return LEVELS[who] ? called(who) : t('plays {name}', { name: who });
  if (guesses === 0) return t('plays perfectly');
  return guesses === 1 ? t('perfect but for one guess') : t('perfect but for {n} guesses', { n: guesses });
}
