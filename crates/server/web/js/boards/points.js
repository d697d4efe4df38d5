// Boards of winning sets: cells with X and O, planes with their lines, islands within islands. Lines through a point
// light up when it is looked at; pieces hop by two clicks or by dragging.

import { svg } from '../dom.js';
import { t } from '../language.js';
import { extent, layout } from '../layout.js';
import { curve, tint } from './line.js';
import { label, tone } from '../play/values.js';
import { partnerLines, tag } from './marks.js';

const UNIT = 78;
/** More lines than this are shown only through the point looked at. */
const MOST_LINES = 64;

export function drawPoints(ui) {
  const { position } = ui;
  ui.memory.layout ||= layout(position, window.innerWidth < 600);
  const { points: raw, islands } = ui.memory.layout;
  const points = raw.map(([x, y]) => [x * UNIT, y * UNIT]);
  const hexagons = position.layout.kind === 'hex';
  const cells = Boolean(position.layout.cells) || hexagons;
  const board = svg('g', { class: `points${cells ? ' cells' : ''}` });
  if (hexagons) board.append(...goals(position, points));
  board.append(...outerLines(position, islands), ...islands.flatMap((island, i) => drawIsland(ui, island, i)));
  const shown = cells ? [] : linesOf(position);
  const lines = svg('g', { class: `lines${shown.length > 20 && islands.length === 0 ? ' many' : ''}` },
    shown.map((set, i) => drawSet(set, points, { class: 'line', stroke: colour(position, i, shown.length) }, position)));
  board.append(lines, svg('g', { class: 'lit' }));
  if (ui.partners) board.append(...partnerLines(ui.partners, points));
  position.places.forEach((name, point) => board.append(drawPoint(ui, name, point, points, cells, board)));
  for (const { by, points: owned } of position.owned_sets || []) {
    board.append(drawSet(owned, points, { class: `won by-${by}` }, position));
  }
  const last = position.log[position.log.length - 1];
  if (last?.hop) board.append(hopArrow(points, last));
  const seen = islands[ui.memory.island];
  if (seen) return { node: board, box: square(seen), grow: 3, zoomed: true };
  const box = points.length ? extent(points) : { left: 0, right: 0, top: 0, bottom: 0 };
  const margin = islands.length ? 0.8 * UNIT + 20 : 58;
  return {
    node: board,
    box: [box.left - margin, box.top - margin, box.right - box.left + 2 * margin, box.bottom - box.top + 2 * margin],
  };
}

/** A cell of a board of hexagons, a corner upwards, as wide as the cells are apart. */
const HEXAGON = 'M0 -44L38 -22V22L0 44L-38 22V-22Z';

/** The sides of a board of hexagons: the winning sets join the left one to the right one, and whoever prevents it has the others. */
function goals({ layout: { rows, columns }, roles }, points) {
  const maker = Object.keys(roles || {}).find((player) => roles[player] === 'maker');
  const at = (row, column) => points[row * columns + column];
  const line = (cells, shift, owner) => svg('path', {
    class: `goal${owner ? ` by-${owner}` : ''}`, d: `M${cells.flatMap(([x, y]) => shift.map(([dx, dy]) => `${x + dx} ${y + dy}`)).join('L')}`,
  });
  const column = (n) => Array.from({ length: rows }, (_, row) => at(row, n));
  const row = (n) => Array.from({ length: columns }, (_, i) => at(n, i));
  const other = maker === 'first' ? 'second' : 'first';
  const across = maker ? [line(row(0), [[-39, -29], [0, -51], [39, -29]], other), line(row(rows - 1), [[-39, 29], [0, 51], [39, 29]], other)] : [];
  return [...across, line(column(0), [[-45, -23], [-45, 23]], maker), line(column(columns - 1), [[45, -23], [45, 23]], maker)];
}

/** An island alone. */
const square = ({ x, y, radius }) => [(x - radius - 0.2) * UNIT, (y - radius - 0.2) * UNIT, (2 * radius + 0.4) * UNIT, (2 * radius + 0.4) * UNIT];

/** An island; a click on its ground zooms in, and out again. */
function drawIsland(ui, { x, y, radius, name }, index) {
  const ground = svg('circle', { class: 'island', cx: x * UNIT, cy: y * UNIT, r: radius * UNIT, 'data-island': index });
  ground.addEventListener('click', () => { ui.memory.island = ui.memory.island === index ? null : index; ui.redraw(); });
  return [ground, svg('text', { class: 'island-name', x: (x - radius * 0.72) * UNIT, y: (y - radius * 0.72) * UNIT }, name)];
}

/** The lines of islands, from middle to middle. */
function outerLines({ layout: shape }, islands) {
  const sets = shape.kind === 'nested' ? shape.outer_sets || [] : [];
  const own = islands.filter(({ level }) => !level);
  return sets.filter((set) => set.every((island) => own[island])).map((set, i) => curve(
    set.map((island) => [own[island].x * UNIT, own[island].y * UNIT]),
    { class: 'outer-line', stroke: tint(i, sets.length), 'data-outer': set.join(' ') }, shape.outer.kind === 'pg' && shape.outer.order === 2));
}

/** The lines to draw: the winning sets, or those within each island. */
function linesOf({ layout: shape, sets }) {
  if (shape.kind !== 'nested') return sets && sets.length <= MOST_LINES ? sets : [];
  const within = shape.inner_sets || [];
  return Array.from({ length: shape.islands }, (_, i) => within.map((set) => set.map((point) => point + i * shape.island))).flat();
}

/** Whether three points out of line lie on a circle, as in the usual picture of the Fano plane. */
const hasCircles = ({ layout: shape }) => {
  const own = shape.inner || shape;
  return own.kind === 'pg' && own.order === 2;
};

/** A winning set; those within an island have the colours of their island. */
function drawSet(set, points, attributes, position) {
  return curve(set.map((point) => points[point]), { 'data-set': set.join(' '), ...attributes }, hasCircles(position));
}

/** The colour of a line: one of its own on its island. */
function colour({ layout: shape }, index, count) {
  const own = shape.kind === 'nested' ? shape.inner_sets.length : count;
  return tint(index % own, own);
}

function light(ui, board, point, points) {
  const lit = board.querySelector('.lit');
  lit.replaceChildren();
  if (point === null) return;
  if (ui.position.layout.kind === 'hex') return;
  const sets = ui.position.layout.kind === 'nested' ? linesOf(ui.position) : ui.position.sets || [];
  const through = sets.map((set, i) => [set, i]).filter(([set]) => set.includes(point)).slice(0, 40);
  lit.append(...through.map(([set, i]) => drawSet(set, points, { class: 'line lit-line', stroke: colour(ui.position, i, sets.length) }, ui.position)));
}

function drawPoint(ui, name, point, points, cells, board) {
  const { position, choice } = ui;
  const [x, y] = points[point];
  const stone = position.stones[point];
  const offered = position.offered?.includes(point);
  const last = position.log[position.log.length - 1];
  const newest = last && (last.hop ? last.hop[1] === point : last.places?.includes(point) && stone);
  const classes = ['point', stone ? `stone by-${stone === 'X' ? 'first' : 'second'}` : 'free'];
  if (offered) classes.push('offered');
  if (newest) classes.push('last');
  if (choice.selected.includes(point)) classes.push('selected');
  const group = svg('g', { class: classes.join(' '), transform: `translate(${x} ${y})` });
  group.append(position.layout.kind === 'hex' ? svg('path', { class: 'body', d: HEXAGON })
    : cells ? svg('rect', { class: 'body', x: -36, y: -36, width: 72, height: 72, rx: 10 })
    : svg('circle', { class: 'body', r: 24 }));
  if (stone === 'X') group.append(svg('path', { class: 'glyph', d: 'M-11 -11L11 11M11 -11L-11 11' }));
  else if (stone === 'O') group.append(svg('circle', { class: 'glyph', r: 12.5 }));
  else if (stone === '△') group.append(svg('path', { class: 'glyph', d: 'M0 -13L12 9L-12 9Z' }));
  else group.append(svg('text', { class: 'name', y: 4.5 }, offered ? '?' : name));
  // A piece does not hide the name of its point.
  if (stone) group.append(svg('text', { class: 'name under', x: cells ? 27 : 24, y: cells ? -24 : -19 }, name));
  pointTarget(ui, group, point, name, stone, points, cells, board);
  return group;
}

function pointTarget(ui, group, point, name, stone, points, cells, board) {
  const { position, choice } = ui;
  const starting = Boolean(position.starts);
  const fitting = starting ? [] : choice.candidates(point);
  const worth = () => (starting ? ui.values.ofStart(name) : ui.values.ofBest(fitting, position.to_move));
  const value = ui.see && ui.values ? worth() : null;
  const weight = weightOf(ui, point);
  if (value) {
    group.classList.add(...tone(value).split(' '));
    const exact = fitting.length === 1 || choice.hops === false;
    if (starting || (exact && (choice.selected.length > 0 || fitting.length === 1))) group.append(tag([0, cells ? 23 : 31], label(value)));
  } else if (weight) {
    group.append(tag([0, cells ? 23 : 31], weight));
  }
  // Where a selected piece may go.
  if (choice.hops && choice.selected.length === 1 && fitting.length > 0 && !stone) group.classList.add('reachable');
  const single = fitting.length === 1 ? fitting[0].move : null;
  const holds = stone ? t('{stone} on {name}', { stone, name }) : t('point {name}, free', { name });
  ui.target(group, {
    key: `point-${point}`, name: `${holds}${value ? `, ${value.words}` : ''}`,
    live: starting || fitting.length > 0 || choice.selected.includes(point), moves: fitting.map(({ move }) => move),
    click: () => (starting ? ui.start(name) : ui.choose(point)),
    wrong: () => wrongPoint(ui, point, name),
    enter: () => { ui.hover(single); light(ui, board, point, points); },
    leave: () => { ui.hover(null); light(ui, board, null, points); },
  });
  if (choice.hops && !ui.still) hopByDrag(ui, group, point);
}

function wrongPoint(ui, point, name) {
  const { position, choice } = ui;
  if (!choice.hops) return ui.refuse(name);
  const [from] = choice.selected;
  if (from === undefined) {
    const piece = position.to_move === 'first' ? 'X' : 'O';
    return position.stones[point] ? t('Hop with one of your own pieces: you are {piece}.', { piece }) : t('First click the {piece} that hops, then where it goes.', { piece });
  }
  return ui.refuse(`${position.places[from]}>${name}`);
}

/** The weight of a free point, where it has one. */
function weightOf(ui, point) {
  const weights = ui.showWeights && (ui.position.weights?.alpha || ui.position.weights?.beta);
  const weight = weights ? weights.points[point] : null;
  return weight && weight !== '0' ? weight : null;
}

function hopByDrag(ui, group, point) {
  group.setAttribute('data-place', point);
  group.addEventListener('pointerdown', (event) => {
    if (ui.choice.selected.length === 0 && ui.choice.candidates(point).length > 0) {
      ui.memory.dragFrom = { point, x: event.clientX, y: event.clientY };
      group.releasePointerCapture?.(event.pointerId);
    }
  });
  group.addEventListener('pointerup', (event) => {
    const from = ui.memory.dragFrom;
    ui.memory.dragFrom = null;
    if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) < 14) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-place]');
    if (!under || Number(under.dataset.place) === from.point) return;
    ui.swallowClick();
    ui.choice.selected = [from.point];
    ui.choose(Number(under.dataset.place));
  });
}

/** The last hop as an arrow from where the piece stood. */
function hopArrow(points, { hop: [from, to], by }) {
  const [[x1, y1], [x2, y2]] = [points[from], points[to]];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const start = [x1 + 28 * ux, y1 + 28 * uy];
  const end = [x2 - 32 * ux, y2 - 32 * uy];
  const head = `M${end[0] - 9 * ux - 6 * uy} ${end[1] - 9 * uy + 6 * ux}L${end[0]} ${end[1]}L${end[0] - 9 * ux + 6 * uy} ${end[1] - 9 * uy - 6 * ux}`;
  return svg('path', { class: `hop-arrow by-${by}`, d: `M${start.join(' ')}L${end.join(' ')}${head}` });
}
