// How far a computation is, in words.

import { number, t } from './language.js';

/** Progress of a job. A count of parts is shown only while it says something: the last part may be the longest. */
export function progressText({ state, progress }) {
  if (state === 'waiting') return t('Waiting for a free worker…');
  const { positions = 0, seconds = 0, done = 0, of = 0 } = progress || {};
  const parts = of > 1 && done < of ? t(', {done} of {of} done', { done, of }) : '';
  return t('Thinking: {positions} positions, {seconds} s{parts}', { positions: number(positions), seconds: number(seconds), parts });
}

/** Whether a bar helps: how much is done of how much. */
export const share = ({ progress }) => (progress?.of > 1 && progress.done < progress.of ? progress : null);
