// Seeing why: what the position is worth and from which parts, what each move leads to, symmetries, weights, and the
// game graph.

import * as api from '../api.js';
import { el, svg } from '../dom.js';
import { many, number, t } from '../language.js';
import { drawGameGraph } from './gamegraph.js';
import { progressText } from '../progress.js';
import { label, sentence, tone } from './values.js';

/** A longer list helps nobody. */
const MOST_LISTED = 150;

export class Why {
  constructor(game) {
    this.game = game;
    this.partners = null;
    this.showWeights = false;
    this.hovered = el('p', { class: 'hovered' });
    this.bar = el('div', { class: 'progress', hidden: true });
    this.body = el('div');
    this.node = el('section', { class: 'card why', 'aria-label': t('Why') }, el('h2', {}, t('Why')), this.bar, this.body, this.hovered);
  }

  show() {
    const { game } = this;
    const { position, values } = game;
    if (!position) return;
    const parts = [];
    if (game.set.see && values) parts.push(...this.verdict());
    else if (!game.set.see) {
      parts.push(el('p', { class: 'quiet' }, t('Show values colours every move by who wins after it, and says why.')));
    }
    parts.push(...this.facts(), this.moveList(), this.tools());
    const scrolled = this.body.querySelector('.moves ul')?.scrollTop || 0;
    this.body.replaceChildren(...parts.filter(Boolean));
    const list = this.body.querySelector('.moves ul');
    if (list) list.scrollTop = scrolled;
  }

  verdict() {
    const { position, values: { answer } } = this.game;
    const found = [];
    if (answer.starts) {
      found.push(el('p', { class: 'verdict' }, t('Each point shows who wins if the first X stands there.')));
    } else if (answer.words) {
      const words = `${answer.words[0].toUpperCase()}${answer.words.slice(1)}`;
      found.push(el('p', { class: `verdict ${tone({ winner: answer.winner })}` }, t('With best play: {words}.', { words })));
    } else {
      found.push(el('p', { class: 'verdict' }, answer.known || t('Not solved within the limits.')));
    }
    if (answer.stopped) found.push(el('p', { class: 'quiet' }, t('Not all is known: {why}.', { why: answer.stopped })));
    if (answer.settled_by) found.push(el('p', { class: 'quiet' }, t('Settled by: {what}.', { what: answer.settled_by })));
    if (answer.parts?.length > 0) found.push(nimSum(answer));
    for (const line of answer.explanation || []) found.push(el('p', { class: 'explanation' }, `${line[0].toUpperCase()}${line.slice(1)}.`));
    if (answer.outcome && answer.parts && !position.over && position.theory === 'impartial') {
      found.push(answer.parts.some((part) => part.element !== undefined) ? misereCoach(answer) : coach(answer));
    }
    if (answer.margin !== undefined) found.push(margins(position, answer));
    if (answer.forces) found.push(forces(answer.forces));
    return found;
  }

  /** What is known of the position without any search. */
  facts() {
    const { position } = this.game;
    const found = [];
    const { state, components } = position.notes || {};
    if (state && position.look.includes('states')) {
      const kinds = components.map((one) => `${one.class} (${many(one.edges, '{n} edge', '{n} edges')})`);
      found.push(el('p', { class: 'fact' }, t('The state is'), ' ', el('b', {}, state), kinds.length ? `: ${kinds.join(', ')}.` : '.'));
    }
    const weights = position.weights;
    if (weights && this.showWeights) {
      const kind = weights.alpha ? 'alpha' : 'beta';
      found.push(el('p', { class: 'fact' }, t('The {kind}-weight of the position is {weight}. ', { kind, weight: weights[kind].position }),
        kind === 'alpha' ? t('Below 1, the second player draws by hopping with the newest O to a point of the highest weight.') : ''));
      if (weights.alpha_over_time.length > 1) found.push(overTime(weights.alpha_over_time));
    }
    return found;
  }

  tools() {
    const { game } = this;
    const tool = (text, title, pressed, onclick) => el('button', {
      type: 'button', title, onclick, 'aria-pressed': pressed === null ? null : String(pressed), class: pressed === null ? '' : 'toggle',
    }, text);
    const tools = [
      tool(t('Partners'), t('Places that a symmetry of the board swaps'), Boolean(this.partners), () => this.togglePartners()),
      tool(t('Game graph'), t('Every position that can be reached, with its value'), null, () => this.gameGraph()),
    ];
    if (game.position.weights) {
      tools.push(tool(t('Weights'), t('The weight of each free point'), this.showWeights, () => { this.showWeights = !this.showWeights; game.show(); }));
    }
    if (game.position.heaps_at_start?.length > 0 && game.position.places.length === 0) tools.shift();
    return el('div', { class: 'tools' }, tools);
  }

  /** Every legal move as a button, with what it leads to if that is to be seen. */
  moveList() {
    const { position, values, set } = this.game;
    const seen = Boolean(set.see && values);
    const rank = (entry) => (entry.best ? 0 : entry.winner === position.to_move ? 1 : entry.winner === 'none' ? 2 : 3);
    const moves = position.moves.map(({ move }) => (seen && values.of(move)) || { move });
    if (seen) moves.sort((a, b) => rank(a) - rank(b));
    const shown = moves.slice(0, MOST_LISTED);
    const rows = shown.map((entry) => el('li', { class: tone(entry) },
      el('button', {
        type: 'button', disabled: Boolean(this.game.locked()),
        onclick: () => this.game.play(entry.move), onmouseenter: () => this.hover(entry.move), onfocus: () => this.hover(entry.move),
      }, el('span', { class: 'move' }, entry.marked ? '★ ' : '', entry.move), el('span', { class: 'leads' }, entry.winner ? outcome(position, entry) : ''))));
    if (rows.length === 0) return null;
    const count = many(moves.length, '{n} move', '{n} moves');
    const list = el('details', { class: 'moves', open: seen || this.listOpen },
      el('summary', {}, seen ? t('{count} and what they lead to', { count }) : t('All {count}', { count })),
      el('ul', {}, rows), moves.length > shown.length ? el('p', { class: 'quiet' }, t('… and {n} more', { n: number(moves.length - shown.length) })) : null);
    list.addEventListener('toggle', () => { if (!seen) this.listOpen = list.open; });
    return list;
  }

  hover(move) {
    const value = move && this.game.set.see ? this.game.values?.of(move) : null;
    this.hovered.textContent = value ? `${move}: ${sentence(value)}` : '';
  }

  /** Progress of a job, with a way to stop it; null when it is over. */
  progress(news, cancel = () => this.game.valuing.cancel()) {
    this.bar.hidden = !news;
    if (!news) return;
    this.bar.replaceChildren(
      el('span', {}, progressText(news)),
      el('button', { type: 'button', onclick: () => { cancel(); this.bar.hidden = true; this.game.say(t('Stopped.')); } }, t('Stop')));
  }

  async togglePartners() {
    const { game } = this;
    if (this.partners) { this.partners = null; game.show(); return; }
    const answer = await this.ask({ kind: 'symmetry', question: game.question() });
    if (!answer) return;
    if (!answer.partners) { game.say(t('No symmetry of this board swaps places in pairs.')); return; }
    this.partners = answer.partners;
    game.show();
    game.say(partnerAdvice(answer));
  }

  async gameGraph() {
    const answer = await this.ask({ kind: 'game-graph', question: this.game.question() });
    if (!answer) return;
    if (answer.stopped) { this.game.say(t('No picture: {why}.', { why: answer.stopped }), true); return; }
    drawGameGraph(this.game.position, answer);
  }

  /** A job of this panel, with its progress and its refusal. */
  async ask(task) {
    this.cancel();
    const job = new api.Job(task, (news) => this.progress(news, () => job.cancel()));
    this.job = job;
    try {
      return await job.done;
    } catch (error) {
      this.game.say(error.details || error.message, true);
      return null;
    } finally {
      this.progress(null);
    }
  }

  cancel() {
    this.job?.cancel();
    this.job = null;
  }
}

/** Partners are a strategy only where every game of a shadow player was followed to its end. */
function partnerAdvice({ strategy, complete }) {
  if (!strategy) {
    return complete ? t('Partners are joined. Answering by partners is not a winning strategy here.')
      : t('Partners are joined. There are too many lines of play to tell whether answering by partners wins.');
  }
  const win = strategy.earns === 'win';
  if (strategy.player === 'second') {
    return win ? t('Proved from the start: the second player wins by answering every move by its partner.')
      : t('Proved from the start: the second player never loses by answering every move by its partner.');
  }
  const { opening } = strategy;
  return win ? t('Proved from the start: the first player wins by playing {opening}, then answering every move by its partner.', { opening })
    : t('Proved from the start: the first player never loses by playing {opening}, then answering every move by its partner.', { opening });
}

function outcome(position, entry) {
  const short = label(entry);
  if (position.theory === 'scoring') return entry.winner === 'none' ? t('draw') : `${short}`;
  const winner = entry.winner === 'none' ? short : entry.winner === 'first' ? t('first wins') : t('second wins');
  const parts = entry.parts?.length > 1 && entry.parts.length < 5 ? ` · ${entry.parts.join(' ⊕ ')} = ${short}` : entry.outcome ? ` · ${short}` : '';
  const element = entry.element ? ` (${entry.element})` : '';
  return `${winner}${parts}${element}`;
}

/** The parts in binary, one below the other: their nim-sum is 1 where a column has an odd number of ones. */
function nimSum({ parts, grundy }) {
  const shown = parts.slice(0, 12);
  // Loony, or an element of a misère quotient.
  if (shown.some((part) => part.grundy === null || part.grundy === undefined)) return null;
  const width = Math.max(1, ...shown.map((part) => part.grundy.toString(2).length));
  const row = (name, value, kind = '') => el('tr', { class: kind },
    el('th', { scope: 'row' }, name), el('td', {}, String(value)),
    el('td', { class: 'binary' }, value.toString(2).padStart(width, '0')));
  return el('table', { class: 'nim-sum' },
    el('caption', {}, t('Each part is worth a heap of Nim; add without carrying')),
    el('tbody', {}, shown.map((part) => row(part.part, part.grundy)),
      parts.length > shown.length ? el('tr', {}, el('th', {}, '…')) : null,
      row(t('nim-sum'), grundy ?? 0, 'sum')));
}

/** The alpha-weight of the position from turn to turn; below the line at 1 a draw is safe. */
function overTime(fractions) {
  const totals = fractions.map((text) => text.split('/').map(Number)).map(([top, bottom = 1]) => top / bottom);
  const most = Math.max(1.2, ...totals);
  const x = (i) => 10 + i * 260 / Math.max(1, totals.length - 1);
  const y = (weight) => 70 - 60 * weight / most;
  return svg('svg', { class: 'spark', viewBox: '0 0 290 80', role: 'img', 'aria-label': t('alpha-weight from turn to turn: {list}', { list: fractions.join(', ') }) },
    svg('line', { class: 'limit', x1: 0, x2: 280, y1: y(1), y2: y(1) }), svg('text', { x: 282, y: y(1) + 4 }, '1'),
    svg('path', { d: `M${totals.map((weight, i) => `${x(i)} ${y(weight)}`).join('L')}` }),
    totals.map((weight, i) => svg('circle', { cx: x(i), cy: y(weight), r: 3.5 })));
}

/** The theorem of Sprague and Grundy in a breath. */
function coach(answer) {
  return el('p', { class: 'coach' }, answer.outcome === 'N'
    ? t('Leave your opponent a nim-sum of 0: every reply makes it something else, and you can bring it back to 0 until nothing is left. Those moves are ringed in gold.')
    : t('The nim-sum is 0: every move makes it something else, and the opponent can bring it back to 0. Only a mistake helps.'));
}

/** The same where the last player to move loses. */
function misereCoach(answer) {
  return el('p', { class: 'coach' }, answer.outcome === 'N'
    ? t('Leave your opponent a product in the P-portion of the misère quotient: no answer stays in it, and you can come back to it. Those moves are ringed in gold.')
    : t('The product is in the P-portion of the misère quotient: every move leaves it, and the opponent can come back to it. Only a mistake helps.'));
}

function margins(position, answer) {
  const soFar = position.score[0] - position.score[1];
  const signed = (n) => (n > 0 ? `+${n}` : String(n).replace('-', '−'));
  return el('p', { class: 'margins' }, t('Margin so far {now}, to come {rest}, at the end {end} (the first player’s points less the second’s).', {
    now: signed(soFar), rest: signed(answer.margin - soFar), end: signed(answer.margin),
  }));
}

const FORCED = { win: 'a win', 'win-or-tie': 'a win or a tie', 'win-or-draw': 'a win or a draw', 'not-lose': 'not to lose' };

/** The most that can be forced: a win is every other fact too, and each of them is not to lose. */
function forces(facts) {
  const held = Object.keys(FORCED).filter((name) => facts[name]);
  const strongest = held.includes('win') ? ['win'] : held.length > 1 ? held.filter((name) => name !== 'not-lose') : held;
  const can = strongest.map((name) => t(FORCED[name]));
  return el('p', { class: 'quiet' }, can.length ? t('The first player can force: {what}.', { what: can.join(', ') }) : t('The first player can force nothing.'));
}
