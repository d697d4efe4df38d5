// The moves of whoever is not a person: asked of the server, with an honest count of those that were guesses.

import * as api from '../api.js';
import * as certificates from '../certificates.js';
import { t } from '../language.js';

export class Replies {
  constructor(game) {
    this.game = game;
    this.job = null;
    this.guessed = new Set();
  }

  cancel() {
    this.job?.cancel();
    this.job = null;
  }

  /** How many moves of a player were guesses. */
  guesses(player) {
    const { position, moves } = this.game;
    return (position?.log || []).filter(({ by }, index) => by === player && this.guessed.has(moves.slice(0, index + 1).join(' '))).length;
  }

  /** A move by the strategy whose turn it is. */
  async ask() {
    const { game } = this;
    if (this.job || game.position.over) return;
    const shownFor = game.moves.join(' ');
    const strategy = game.set[game.position.to_move];
    const job = byCertificate(strategy, game.question()) || new api.Job({ kind: 'reply', question: game.question(), strategy });
    this.job = job;
    try {
      const answer = await job.done;
      if (this.job === job) this.job = null;
      if (answer && !game.left && shownFor === game.moves.join(' ')) await this.play(answer, strategy);
    } catch (error) {
      if (this.job === job) this.job = null;
      game.say(error.message, true);
    }
  }

  async play({ move, perfect, stopped }, strategy) {
    const { game } = this;
    if (!move) {
      game.say(stopped ? t('No reply: {why}.', { why: stopped }) : t('{who} allows no move here: it has fallen silent.', { who: strategy }), true);
      return;
    }
    const guess = perfect === false;
    if (guess) this.guessed.add([...game.moves, move].join(' '));
    await game.play(move);
    if (guess) game.say(t('That reply was a guess: the position was not solved in ten seconds.'));
  }
}

/** A move out of the certificate that the reader holds; where it promises nothing, perfect play answers. */
function byCertificate(strategy, question) {
  if (strategy !== certificates.NAME || !certificates.isAbout(question)) return null;
  const job = { cancel() { job.over = true; job.solver?.cancel(); } };
  job.done = certificates.reply(question).then((move) => {
    if (job.over) return null;
    if (move) return { move, perfect: true };
    job.solver = new api.Job({ kind: 'reply', question, strategy: 'optimal' });
    return job.solver.done;
  });
  return job;
}
