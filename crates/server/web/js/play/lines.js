// The lines of play of a game: the one on the board, and those that were left for it. Kept in the address, so that an
// analysis can be shared.

/** More are not kept: an address has its limits. */
const MOST = 12;

const begins = (line, start) => start.every((move, i) => line[i] === move);

export class Lines {
  constructor(text = '') {
    this.all = text.split('|').map((line) => line.split(/[\s;]+/).filter(Boolean)).filter((line) => line.length > 0);
  }

  /** Remembers a line; what only begins it is forgotten. */
  keep(line) {
    if (line.length === 0 || this.all.some((other) => begins(other, line))) return;
    this.all = [...this.all.filter((other) => !begins(line, other)), line].slice(-MOST);
  }

  /** A remembered line that goes on from here. */
  beyond(moves) {
    return this.all.find((line) => line.length > moves.length && begins(line, moves)) || null;
  }

  /** Every line that leaves the one on the board. */
  others(moves) {
    return this.all.filter((line) => !begins(moves, line) && !begins(line, moves));
  }

  forget() { this.all = []; }

  /** As the address has it: without lines that the board shows. */
  text(moves) {
    return this.all.filter((line) => !begins(moves, line)).map((line) => line.join(' ')).join('|') || undefined;
  }
}
