// A graph or a family of sets that is being drawn: points with places, edges that may be loops or double, sets.

export class Sketch {
  constructor() {
    this.points = [];
    this.edges = [];
    this.sets = [];
  }

  add(x, y) {
    this.points.push({ x, y });
    return this.points.length - 1;
  }

  /** Joins two points; a second time doubles the edge, and a point with itself is a loop. */
  join(a, b) {
    this.edges.push([Math.min(a, b), Math.max(a, b)]);
  }

  cut(index) {
    this.edges.splice(index, 1);
  }

  /** Deletes a point with everything on it. */
  remove(point) {
    const moved = (other) => (other > point ? other - 1 : other);
    this.points.splice(point, 1);
    this.edges = this.edges.filter((edge) => !edge.includes(point)).map((edge) => edge.map(moved));
    this.sets = this.sets.filter((set) => !set.includes(point)).map((set) => set.map(moved));
  }

  /** Takes over edges between names, the points on a circle. */
  static of(pairs, at = null) {
    const sketch = new Sketch();
    const names = [...new Set(pairs.flat().map(String))];
    names.sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
    names.forEach((_, i) => {
      const angle = (2 * Math.PI * i) / names.length - Math.PI / 2;
      const [x, y] = at?.[i] || [400 + 190 * Math.cos(angle), 250 + 190 * Math.sin(angle)];
      sketch.add(Math.round(x), Math.round(y));
    });
    for (const [a, b] of pairs) sketch.join(names.indexOf(String(a)), names.indexOf(String(b)));
    return sketch;
  }

  /** The board's name: `edges:1-2,2-3` or `sets:1-2-3`. Points that nothing is on are left out. */
  board(kind) {
    const { used } = this.numbered(kind);
    const name = (point) => used.indexOf(point) + 1;
    if (kind === 'sets') return this.sets.length ? `sets:${this.sets.map((set) => set.map(name).join('-')).join(',')}` : null;
    return this.edges.length ? `edges:${this.edges.map(([a, b]) => `${name(a)}-${name(b)}`).join(',')}` : null;
  }

  /** The points in use, in order, and where they are. */
  numbered(kind) {
    const on = new Set((kind === 'sets' ? this.sets : this.edges).flat());
    const used = this.points.map((_, i) => i).filter((i) => on.has(i));
    return { used, at: used.map((i) => `${Math.round(this.points[i].x)},${Math.round(this.points[i].y)}`).join(';') };
  }
}
