// Values of moves as the page shows them: a colour for who wins, a short label, a sentence.

import { t } from '../language.js';

/** The values of a position's moves, by the move's notation. */
export class Values {
  constructor(answer) {
    this.answer = answer;
    // Before the first X stands, the starts are what is valued.
    const moves = answer.moves || (answer.starts || []).map((entry) => ({ ...entry, move: entry.start, best: undefined }));
    // Where every move is as good as any other, none is worth a mark.
    const choice = moves.some((entry) => entry.best === false);
    this.byMove = new Map(moves.map((entry) => [entry.move, { ...entry, marked: Boolean(entry.best && choice) }]));
  }

  /** What it is worth to start on a point. */
  ofStart(place) {
    return this.answer.starts ? this.byMove.get(place) || null : null;
  }

  of(move) {
    return this.byMove.get(move) || null;
  }

  /** The most interesting of several moves: a best one, or else any that is known. */
  ofBest(moves, mover) {
    const known = moves.map(({ move }) => this.of(move)).filter(Boolean);
    if (known.length === 0) return null;
    const rank = (value) => (value.best ? 4 : 0) + (value.winner === mover ? 2 : value.winner === 'none' ? 1 : 0);
    return known.reduce((best, value) => (rank(value) > rank(best) ? value : best));
  }
}

/** The class that colours a move: who wins after it, and whether it is a best move. */
export function tone(value) {
  if (!value?.winner) return '';
  return `wins-${value.winner || 'unknown'}${value.marked ? ' best' : ''}`;
}

/** A few letters to write beside a move. */
export function label(value) {
  if (!value) return '';
  if (value.loony) return '∞';
  if (value.grundy !== undefined && value.grundy !== null) return String(value.grundy);
  if (value.outcome) return value.outcome;
  if (value.margin !== undefined) return value.margin > 0 ? `+${value.margin}` : String(value.margin).replace('-', '−');
  if (value.plies) return `${value.winner === 'first' ? 'X' : 'O'} ${value.plies}`;
  return value.result === 'tie' ? t('tie') : t('draw');
}

/** Why a move is good or bad, as far as a sentence can say it. */
export function sentence(value) {
  if (!value) return '';
  const parts = value.parts && value.parts.length > 0 && !value.loony
    ? ` — ${value.parts.length > 1 ? t('it leaves {sum}', { sum: `${value.parts.join(' ⊕ ')} = ${value.grundy}` }) : t('it leaves Grundy value {n}', { n: value.grundy })}`
    : '';
  const earned = value.earned ? ` ${t('Scores {n}.', { n: value.earned })}` : '';
  return `${value.words}${parts}.${earned}`;
}
