// A certificate in the hands of the reader: checked in this browser, by a module that knows the rules and no solver, and
// played by move for move.

import { Module } from './module.js';

/** What the one who plays by a certificate is called in an address. */
export const NAME = 'certificate';

const checker = new Module('checker');
let held = null;

const bare = ({ after, ...question }) => JSON.stringify(Object.entries(question).sort());

/** The verdict on a certificate: `{ verdict, statement, question, why }`. One that is valid and about a game is kept to play by. */
export function check(bytes) {
  const asked = checker.ask({ ask: 'check' }, { bytes });
  const answer = asked.answer.then((told) => {
    if (!told) return null;
    const { question: found, ...verdict } = told;
    if (!found) return verdict;
    const { options, ...question } = found;
    for (const [name, value] of Object.entries(options)) if (value) question[name] = value;
    held = { bytes, question };
    return { ...verdict, question };
  });
  return { answer, giveUp: asked.giveUp };
}

/** Plays from a start too, where a certificate is about every start of a game. */
export function holdFrom(start) { held.question = { ...held.question, start }; }

/** Whether the certificate that is kept is about this game. */
export const isAbout = (question) => Boolean(held) && bare(held.question) === bare(question);

/** The move that it holds after the moves of its game; null if it promises nothing there. */
export const reply = ({ after = '' }) => checker.ask({ ask: 'reply', after }, { bytes: held.bytes }).answer.then((told) => told?.move || null);
