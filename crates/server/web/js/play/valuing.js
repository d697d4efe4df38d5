// What the moves of a position are worth: asked for once a position, shown as it comes, and told as a hint.

import * as api from '../api.js';
import { announce } from '../dom.js';
import { t } from '../language.js';
import { Values, sentence } from './values.js';

export class Valuing {
  constructor(game) {
    this.game = game;
    this.job = null;
  }

  cancel() {
    this.job?.cancel();
    this.job = null;
  }

  /** Asks for the values of the moves, or of the starts. A quiet one shows no progress until somebody wants the values. */
  async ask(quiet = false) {
    const { game } = this;
    const known = game.values?.answer;
    if (known?.explanation || known?.starts || this.job) return this.job?.done;
    const shownFor = game.moves.join(' ');
    const current = () => shownFor === game.moves.join(' ') && !game.left;
    const job = new api.Job({ kind: game.position.starts ? 'starts' : 'values', question: game.question() }, (news) => {
      if (!current() || (quiet && !game.set.see)) return;
      game.why.progress(news);
      if (news.partial) this.show(news.partial);
    });
    this.job = job;
    try {
      const answer = await job.done;
      if (answer && current()) {
        this.job = null;
        this.show(answer, quiet);
      }
    } catch (error) {
      if (this.job === job && !quiet) game.say(error.message, true);
    } finally {
      if (this.job === job) this.job = null;
      game.why.progress(null);
    }
    return null;
  }

  /** Values that nobody asked to see leave the board alone: somebody may be about to click on it. */
  show(answer, quiet = false) {
    const { game } = this;
    game.values = new Values(answer);
    if (quiet && !game.set.see) game.showFair();
    else game.show();
  }

  /** A best move and why, or that there is none. */
  async hint() {
    const { game } = this;
    if (game.position.over || game.position.starts) return;
    await this.ask();
    const best = game.values?.answer.moves.filter((entry) => entry.best) || [];
    if (best.length === 0) {
      const lost = game.values?.answer.outcome === 'P';
      game.say(lost ? t('Every move loses against perfect play. Play on and hope for a mistake.') : t('No hint: the values are not known.'));
      return;
    }
    game.hint = best[0].move;
    game.show();
    game.say(t('Try {move}: {why}', { move: best[0].move, why: sentence(best[0]) }));
    announce(game.message.textContent);
  }
}
