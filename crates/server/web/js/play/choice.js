// From clicks on places to a legal move: a set of places to take, two points to offer, or a hop from here to there.

export class Choice {
  constructor(moves) {
    this.moves = moves;
    this.hops = moves.some((move) => move.hop);
    this.selected = [];
  }

  /** The moves that hold everything selected and `place`. */
  candidates(place) {
    if (this.hops) {
      const [from] = this.selected;
      return this.moves.filter(({ hop }) => (from === undefined ? hop[0] === place : hop[0] === from && hop[1] === place));
    }
    const wanted = this.selected.includes(place) ? this.selected : [...this.selected, place];
    return this.moves.filter(({ places }) => places && wanted.every((one) => places.includes(one)));
  }

  /** The move that takes exactly what is selected. */
  exact() {
    if (this.hops) return null;
    return this.moves.find(({ places }) => places && places.length === this.selected.length
      && this.selected.every((one) => places.includes(one))) || null;
  }

  /** A click: `{play}` a move, `{changed}` the selection, or `{wrong}` with the reason. */
  click(place) {
    if (this.selected.includes(place)) {
      const exact = this.exact();
      if (exact) return { play: exact };
      this.selected = this.selected.filter((one) => one !== place);
      return { changed: true };
    }
    const fitting = this.candidates(place);
    if (fitting.length === 0) return this.restart(place);
    if (this.hops) {
      if (this.selected.length === 1) return { play: fitting[0] };
      this.selected = [place];
      return { changed: true };
    }
    this.selected = [...this.selected, place];
    const exact = this.exact();
    return exact && fitting.length === 1 ? { play: exact } : { changed: true };
  }

  /** What does not fit the selection may begin a new one. */
  restart(place) {
    const before = this.selected;
    this.selected = [];
    if (before.length > 0 && this.candidates(place).length > 0) {
      this.selected = [place];
      return { changed: true };
    }
    this.selected = before;
    return { wrong: true };
  }
}
