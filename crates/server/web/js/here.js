// The page without a server: what a server would be asked is answered by a WebAssembly module, in workers of this page.
// One draws positions at once, another works at what takes longer.

import { Module } from './module.js';

const drawing = new Module('page');
const working = new Module('page');

/** Answers that are asked for again when one goes back and forth. */
const known = new Map();
const MOST_KNOWN = 200;

const FAILED = { status: 500, body: { error: 'this is too much for a browser: a smaller board, or the program outplay on a computer' } };
const MISSING = { status: 503, body: { error: 'the solver cannot be loaded: is everything of this page where it was put?' } };

const refusal = ({ message }) => (message === 'missing' ? MISSING : FAILED);

/** As a server answers: `{ status, body }`. */
export const ask = (method, path, body) => drawing.ask({ ask: 'page', method, path, body }).answer.catch(refusal);

/** A job: `{ answer, giveUp }`; the answer is the finished job, or null if it was given up. */
export function job(task, onNews) {
  const key = JSON.stringify(task);
  if (known.has(key)) return { answer: Promise.resolve(known.get(key)), giveUp() {} };
  const asked = working.ask({ ask: 'page', method: 'POST', path: '/api/jobs', body: task }, { onNews });
  const answer = asked.answer.catch(refusal).then((told) => {
    if (!told) return null;
    if (told.status !== 200) return { state: 'failed', error: told.body };
    const { body } = told;
    if (body.state === 'done' && !body.result.stopped) {
      known.set(key, body);
      if (known.size > MOST_KNOWN) known.delete(known.keys().next().value);
    }
    return body;
  });
  return { answer, giveUp: asked.giveUp };
}
