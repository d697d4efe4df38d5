// After the game: who won, the value from move to move, the move that gave it away, and a way back to before it.

import * as api from '../api.js';
import { el, playerName, svg } from '../dom.js';
import { t } from '../language.js';

/** How good a position is for the first player, from −1 to 1. */
function height(value, most) {
  if (!value) return null;
  if (typeof value.margin === 'number') return most ? value.margin / most : 0;
  return value.winner === 'first' ? 1 : value.winner === 'second' ? -1 : 0;
}

const rank = (value, player) => {
  if (typeof value.margin === 'number') return player === 'first' ? value.margin : -value.margin;
  return value.winner === player ? 1 : value.winner === 'none' || !value.winner ? 0 : -1;
};

/** The moves after which their player stood worse than before: the index of each, the worst first. */
export function mistakes(log, positions) {
  const found = log.map((entry, index) => {
    const [before, after] = [positions[index], positions[index + 1]];
    const lost = before && after ? rank(before, entry.by) - rank(after, entry.by) : 0;
    const gaveAway = lost > 0 && before.winner === entry.by && after.winner !== entry.by;
    return { index, lost, gaveAway };
  });
  return found.filter(({ lost }) => lost > 0).sort((a, b) => Number(b.gaveAway) - Number(a.gaveAway) || b.lost - a.lost || a.index - b.index);
}

export class Review {
  constructor(game) {
    this.game = game;
    this.node = el('section', { class: 'card review', hidden: true, 'aria-live': 'polite' });
  }

  cancel() {
    this.job?.cancel();
    this.job = null;
  }

  hide() {
    this.cancel();
    this.node.hidden = true;
  }

  /** Looks back at the game that has ended. */
  async show() {
    const { game } = this;
    const { position } = game;
    const played = game.moves.join(' ');
    this.cancel();
    this.node.hidden = false;
    this.node.replaceChildren(el('h2', {}, t('After the game')), el('p', { class: 'quiet' }, t('Reviewing the game…')));
    const job = new api.Job({ kind: 'review', question: game.question() });
    this.job = job;
    try {
      const answer = await job.done;
      if (!answer || this.job !== job || played !== game.moves.join(' ')) return;
      this.node.replaceChildren(...this.told(position, answer));
    } catch (error) {
      this.node.replaceChildren(el('h2', {}, t('After the game')), el('p', { class: 'quiet' }, error.message));
    }
  }

  told(position, { positions, stopped }) {
    const { game } = this;
    const parts = [el('h2', {}, t('After the game')), el('p', { class: 'verdict' }, this.verdict(position)), graph(position, positions)];
    if (stopped) parts.push(el('p', { class: 'quiet' }, t('Not every position was solved: {why}.', { why: stopped })));
    const own = mistakes(position.log, positions).filter(({ index }) => !game.onePerson() || position.log[index].by === game.person());
    if (own.length === 0 && !stopped) parts.push(el('p', {}, t('No mistake was made.')));
    for (const { index, gaveAway } of own.slice(0, 3)) {
      const { move, by } = position.log[index];
      const words = !gaveAway ? t('Move {n}, {move}, was not the best.', { n: index + 1, move })
        : by === 'first' ? t('Move {n}, {move}, gave the first player’s win away.', { n: index + 1, move }) : t('Move {n}, {move}, gave the second player’s win away.', { n: index + 1, move });
      parts.push(el('p', {}, words, ' ', el('button', {
        type: 'button', class: 'again', onclick: () => game.goTo(game.moves.slice(0, index)),
      }, t('Try again from here'))));
    }
    return parts;
  }

  verdict(position) {
    const { winner } = position.over;
    const person = this.game.onePerson() ? this.game.person() : null;
    if (!winner) return t('Nobody wins.');
    if (!person) return t('{player} wins.', { player: playerName(position, winner) });
    return winner === person ? t('You won.') : t('You lost.');
  }
}

/** The value over the moves: above the line the first player is better, below it the second. */
function graph({ log }, positions) {
  const most = Math.max(0, ...positions.map((one) => Math.abs(one?.margin || 0)));
  const width = Math.max(1, positions.length - 1);
  const x = (i) => 14 + (i * 262) / width;
  const y = (h) => 50 - 28 * h;
  const heights = positions.map((one) => height(one, most));
  const steps = heights.map((h, i) => (h === null ? '' : `${i === 0 || heights[i - 1] === null ? 'M' : 'L'}${x(i).toFixed(1)} ${y(h).toFixed(1)}`)).join('');
  const told = positions.map((one, i) => `${i === 0 ? t('start') : log[i - 1].move}: ${one ? one.words : '?'}`).join('; ');
  const dot = (h, i) => (h === null ? null : svg('circle', { class: `by-${i === 0 ? 'none' : log[i - 1].by}`, cx: x(i), cy: y(h), r: 4 }, svg('title', {}, `${i === 0 ? t('start') : log[i - 1].move}: ${positions[i].words}`)));
  return svg('svg', { class: 'spark over-moves', viewBox: '0 0 290 100', role: 'img', 'aria-label': t('Value from move to move: {told}', { told }) },
    svg('line', { class: 'limit', x1: 6, x2: 284, y1: y(0), y2: y(0) }),
    svg('text', { x: 6, y: 11 }, t('first player')), svg('text', { x: 6, y: 96 }, t('second player')),
    svg('path', { d: steps }), heights.map(dot));
}
