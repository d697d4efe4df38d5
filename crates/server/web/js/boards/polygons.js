// Arrays of octagons, squares, K-gons and hexagons drawn as such: an edge of the multigraph is a side that two
// polygons share, a loop is any other side. Drawing a side removes the edge; a polygon without edges is closed.

import { svg } from '../dom.js';
import { t } from '../language.js';
import { label, tone } from '../play/values.js';
import { tag } from './marks.js';

const UNIT = 124;

export const isPolygons = (position) => ['polygons', 'hexagons'].includes(position.layout.kind) && position.kind === 'edges';

/** The polygons with their centres, corners and sides; a side knows the edge it stands for. */
function shapes({ layout }) {
  const { rows, columns } = layout;
  const found = [];
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) {
      found.push(layout.kind === 'hexagons' ? hexagon(r, c, layout) : polygon(r, c, layout));
    }
  }
  return found;
}

const inside = ({ rows, columns }, r, c) => r >= 0 && r < rows && c >= 0 && c < columns;

function polygon(r, c, layout) {
  const centre = [c * UNIT, r * UNIT];
  const half = UNIT / 2;
  // Sides beyond the four are shared out among the corners: top right, bottom right, bottom left, top left.
  const extra = [0, 1, 2, 3].map((i) => Math.floor((layout.sides - 4 + 3 - i) / 4));
  const cut = extra.map((count) => (count > 0 ? half * (2 - Math.SQRT2) : 0));
  const at = (x, y) => [centre[0] + x, centre[1] + y];
  const sides = [];
  const straight = (from, to, dr, dc) => sides.push({
    points: [from, to], neighbour: inside(layout, r + dr, c + dc) ? (r + dr) * layout.columns + c + dc : null,
  });
  const corner = (from, to, count) => {
    const step = (i) => [from[0] + (to[0] - from[0]) * i / count, from[1] + (to[1] - from[1]) * i / count];
    for (let i = 0; i < count; i += 1) sides.push({ points: [step(i), step(i + 1)], neighbour: null });
  };
  straight(at(-half + cut[3], -half), at(half - cut[0], -half), -1, 0);
  corner(at(half - cut[0], -half), at(half, -half + cut[0]), extra[0]);
  straight(at(half, -half + cut[0]), at(half, half - cut[1]), 0, 1);
  corner(at(half, half - cut[1]), at(half - cut[1], half), extra[1]);
  straight(at(half - cut[1], half), at(-half + cut[2], half), 1, 0);
  corner(at(-half + cut[2], half), at(-half, half - cut[2]), extra[2]);
  straight(at(-half, half - cut[2]), at(-half, -half + cut[3]), 0, -1);
  corner(at(-half, -half + cut[3]), at(-half + cut[3], -half), extra[3]);
  return { centre, sides };
}

function hexagon(r, c, layout) {
  const radius = UNIT / 2 / Math.cos(Math.PI / 6);
  const centre = [(c + (r % 2) / 2) * UNIT, r * 1.5 * radius];
  const [left, right] = r % 2 ? [c, c + 1] : [c - 1, c];
  // From the top corner clockwise.
  const beside = [[r - 1, right], [r, c + 1], [r + 1, right], [r + 1, left], [r, c - 1], [r - 1, left]];
  const corners = Array.from({ length: 6 }, (_, i) => {
    const angle = Math.PI / 3 * i - Math.PI / 2;
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  });
  const sides = beside.map(([nr, nc], i) => ({
    points: [corners[i], corners[(i + 1) % 6]],
    neighbour: inside(layout, nr, nc) ? nr * layout.columns + nc : null,
  }));
  return { centre, sides };
}

/** The sides already drawn, by `vertex/side`, with who drew them. Loops are alike: the hint says which was clicked. */
function drawn(position, all, hints) {
  const done = new Map();
  position.log.forEach((entry, index) => {
    if (!entry.edge) return;
    const [u, v] = entry.edge;
    const sides = all[u].sides.map((side, i) => ({ side, key: `${u}/${i}` }));
    const fitting = sides.filter(({ side, key }) => !done.has(key) && (u === v ? side.neighbour === null : side.neighbour === v));
    const hinted = hints[index]?.side;
    const chosen = fitting.find(({ key }) => key === hinted) || fitting[0];
    if (chosen) done.set(chosen.key, { by: entry.by, last: index === position.log.length - 1 });
  });
  return done;
}

export function drawPolygons(ui) {
  const { position } = ui;
  const all = shapes(position);
  const done = drawn(position, all, ui.hints);
  const board = svg('g', { class: 'polygons' });
  all.forEach((shape, vertex) => {
    const owner = position.freed[vertex];
    const corners = shape.sides.map(({ points }) => points[0].join()).join(' ');
    board.append(svg('polygon', { class: `face ${owner ? `by-${owner}` : 'open'}`, points: corners }));
    const mark = owner ? (owner === 'first' ? '1' : '2') : position.places[vertex];
    board.append(svg('text', { class: owner ? 'owner' : 'face-name', x: shape.centre[0], y: shape.centre[1] + (owner ? 13 : 5) }, mark));
  });
  const later = [];
  all.forEach((shape, vertex) => shape.sides.forEach((side, index) => {
    if (side.neighbour !== null && side.neighbour < vertex) return;
    const key = `${vertex}/${index}`;
    if (done.has(key)) later.push(line(side, `side drawn by-${done.get(key).by}${done.get(key).last ? ' last' : ''}`));
    else board.append(openSide(ui, side, vertex, key));
  }));
  board.append(...later);
  // Boxes are drawn between dots, as on paper.
  if (position.layout.sides === 4) board.append(...dots(all));
  const corners = all.flatMap(({ sides }) => sides.map(({ points }) => points[0]));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const box = [Math.min(...xs) - 26, Math.min(...ys) - 26];
  return { node: board, box: [...box, Math.max(...xs) + 26 - box[0], Math.max(...ys) + 26 - box[1]] };
}

/** A dot at every corner, each once. */
function dots(all) {
  const corners = new Map(all.flatMap(({ sides }) => sides.map(({ points: [corner] }) => [corner.map(Math.round).join(), corner])));
  return [...corners.values()].map(([x, y]) => svg('circle', { class: 'corner', cx: x, cy: y, r: 7 }));
}

const line = ({ points: [a, b] }, kind) => svg('line', { class: kind, x1: a[0], y1: a[1], x2: b[0], y2: b[1] });

function openSide(ui, side, vertex, key) {
  const [u, v] = side.neighbour === null ? [vertex, vertex] : [vertex, side.neighbour];
  const move = ui.position.moves.find(({ edge }) => edge && edge[0] === u && edge[1] === v);
  const value = ui.see && ui.values && move ? ui.values.of(move.move) : null;
  const group = svg('g', { class: `side-target ${tone(value)}` }, line(side, 'reach'), line(side, 'side open'));
  if (value) {
    const [a, b] = side.points;
    group.append(tag([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], label(value)));
  }
  const names = ui.position.places;
  const what = u === v ? t('outer side of {place}', { place: names[u] }) : t('side between {u} and {v}', { u: names[u], v: names[v] });
  ui.target(group, {
    key: `side-${key}`, name: `${what}${value ? `, ${value.words}` : ''}`, live: Boolean(move), moves: move ? [move.move] : [],
    click: () => ui.play(move.move, { side: key }),
    wrong: () => ui.refuse(`${names[u]}-${names[v]}`),
    enter: () => ui.hover(move?.move), leave: () => ui.hover(null),
  });
  return group;
}
