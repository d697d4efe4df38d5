// Graphs: vertices to take or mark, or edges to cut. Loops and parallel edges are drawn each on its own; vertices can
// be dragged to where they are seen better.

import { svg } from '../dom.js';
import { t } from '../language.js';
import { extent, layout } from '../layout.js';
import { label, tone } from '../play/values.js';
import { partnerLines, tag } from './marks.js';

const UNIT = 74;
/** Where more edges are drawn, a click must come nearer to the one it means. */
const CROWDED = 30;

/** Where the vertices are: laid out once a board, then wherever they were dragged to. */
function places(ui) {
  if (!ui.memory.points) ui.memory.points = layout(ui.position, window.innerWidth < 600).points.map(([x, y]) => [x * UNIT, y * UNIT]);
  return ui.memory.points;
}

export function drawGraph(ui) {
  const { position } = ui;
  const points = places(ui);
  const board = svg('g', { class: `graph ${position.kind}${position.look.includes('prisoners') ? ' prisoners' : ''}` });
  ui.cells = position.look.includes('dominoes') && position.layout.kind === 'grid';
  if (ui.cells) board.classList.add('cells');
  if (position.edges.length > CROWDED) board.classList.add('crowded');
  if (ui.partners) board.append(...partnerLines(ui.partners, points));
  const edges = position.edges.flatMap((edge, index) => drawEdge(ui, edge, index, points));
  const vertices = position.places.map((name, vertex) => drawVertex(ui, name, vertex, points));
  // Dominoes lie on their cells; chains end below their prisoners.
  board.append(...(ui.cells ? [...vertices, ...edges] : [...edges, ...vertices]));
  const box = points.length ? extent(points) : { left: 0, right: 0, top: 0, bottom: 0 };
  const margin = position.edges.some(([u, v]) => u === v) ? 78 : 46;
  return {
    node: board,
    box: [box.left - margin, box.top - margin, box.right - box.left + 2 * margin, box.bottom - box.top + 2 * margin],
  };
}

/** The copies of an edge that are left, those cut drawn faintly. */
function drawEdge(ui, [u, v, copies], index, points) {
  const { position } = ui;
  if (position.kind === 'vertices') return vertexEdge(ui, u, v, copies, points);
  const left = position.copies[index];
  const move = position.moves.find(({ edge }) => edge && edge[0] === u && edge[1] === v);
  const lastMove = position.log[position.log.length - 1];
  const cutLast = lastMove && lastMove.edge && lastMove.edge[0] === u && lastMove.edge[1] === v;
  return Array.from({ length: copies }, (_, copy) => {
    const path = u === v ? loop(points, u, copy, copies, position, ui) : arc(points[u], points[v], copy, copies);
    if (copy >= left) {
      const last = cutLast && copy === left ? ` last by-${lastMove.by}` : '';
      return svg('path', { class: `edge cut${last}`, d: path.d });
    }
    return liveEdge(ui, move, path, `${u}-${v}-${copy}`, copy, left);
  });
}

function liveEdge(ui, move, path, key, copy, left) {
  const value = ui.see && ui.values && move ? ui.values.of(move.move) : null;
  const group = svg('g', { class: `edge-target ${tone(value)}` });
  group.append(
    svg('path', { class: 'reach', d: path.d }),
    svg('path', { class: 'edge', d: path.d }),
    svg('path', { class: 'chain', d: path.d }),
  );
  if (value) group.append(tag(path.middle, label(value)));
  const [u, v] = key.split('-').map((end) => ui.position.places[end]);
  const kind = u === v ? t('loop at {u}', { u }) : t('edge {u} to {v}', { u, v });
  const many = left > 1 ? t(', {n} of {of}', { n: copy + 1, of: left }) : '';
  ui.target(group, {
    key: `edge-${key}`, name: `${kind}${many}${value ? `, ${value.words}` : ''}`, live: Boolean(move), moves: move ? [move.move] : [],
    click: () => ui.play(move.move),
    wrong: () => ui.refuse(`${u}-${v}`),
    enter: () => ui.hover(move?.move), leave: () => ui.hover(null),
  });
  return group;
}

/** In a game of vertices an edge is there as long as both its ends are; dominoes of Arc Kayles lie on it. */
function vertexEdge(ui, u, v, copies, points) {
  const { position } = ui;
  const left = position.left.includes(u) && position.left.includes(v);
  const pair = (u === v ? [u] : [u, v]).join();
  const move = position.look.includes('edges') ? position.moves.find(({ places: taken }) => taken?.join() === pair) : null;
  const last = position.log[position.log.length - 1];
  const paths = Array.from({ length: copies }, (_, copy) => (
    u === v ? loop(points, u, copy, copies, position, ui) : arc(points[u], points[v], copy, copies)));
  if (move) return paths.map((path, copy) => liveEdge(ui, move, path, `${u}-${v}-${copy}`, copy, copies));
  const domino = position.log.find(({ places: taken }) => taken?.join() === pair && u !== v);
  if (!left && domino && position.look.includes('edges')) {
    return [svg('path', { class: `domino by-${domino.by}${domino === last ? ' last' : ''}`, d: paths[0].d })];
  }
  if (ui.cells) return [];
  return paths.map((path) => svg('path', { class: left ? 'edge still' : 'edge cut', d: path.d }));
}

/** One of several parallel edges, bent aside from the others. */
function arc([x1, y1], [x2, y2], copy, copies) {
  const middle = [(x1 + x2) / 2, (y1 + y2) / 2];
  const offset = (copy - (copies - 1) / 2) * (copies > 6 ? 90 / copies : 22);
  if (offset === 0) return { d: `M${x1} ${y1}L${x2} ${y2}`, middle };
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const normal = [-(y2 - y1) / length, (x2 - x1) / length];
  const bend = [middle[0] + 2 * offset * normal[0], middle[1] + 2 * offset * normal[1]];
  return {
    d: `M${x1} ${y1}Q${bend[0]} ${bend[1]} ${x2} ${y2}`,
    middle: [middle[0] + offset * normal[0], middle[1] + offset * normal[1]],
  };
}

/** One of the loops at a vertex: petals, where no edge leaves. */
function loop(points, vertex, copy, copies, position, ui) {
  const [x, y] = points[vertex];
  const free = freeDirections(points, vertex, position, ui);
  const angle = free.middle + free.width * ((copy + 0.5) / copies - 0.5);
  const spread = Math.min(0.42, free.width / copies / 2);
  const reach = copies > 4 ? 62 : 54;
  const end = (turn) => [x + reach * Math.cos(angle + turn), y + reach * Math.sin(angle + turn)];
  const [a, b] = [end(-spread * 1.5), end(spread * 1.5)];
  return {
    d: `M${x} ${y}C${a[0]} ${a[1]} ${b[0]} ${b[1]} ${x} ${y}`,
    middle: [x + 0.72 * reach * Math.cos(angle), y + 0.72 * reach * Math.sin(angle)],
  };
}

/** The widest angle around a vertex without an edge. */
function freeDirections(points, vertex, position, ui) {
  ui.memory.free ||= new Map();
  const known = ui.memory.free.get(vertex);
  if (known) return known;
  const [x, y] = points[vertex];
  const angles = position.edges.filter(([u, v]) => u !== v && (u === vertex || v === vertex))
    .map(([u, v]) => { const [a, b] = points[u === vertex ? v : u]; return Math.atan2(b - y, a - x); })
    .sort((a, b) => a - b);
  let best = { middle: -Math.PI / 2, width: 2 * Math.PI };
  if (angles.length > 0) {
    const gaps = angles.map((angle, i) => {
      const next = i + 1 < angles.length ? angles[i + 1] : angles[0] + 2 * Math.PI;
      return { middle: (angle + next) / 2, width: (next - angle) * 0.86 };
    });
    best = gaps.reduce((a, b) => (b.width > a.width + 1e-6 ? b : a));
  }
  ui.memory.free.set(vertex, best);
  return best;
}

function drawVertex(ui, name, vertex, points) {
  const [x, y] = points[vertex];
  const { position } = ui;
  const group = svg('g', { class: `vertex ${stateOf(position, vertex)}`, transform: `translate(${x} ${y})` });
  const radius = position.places.length > 60 ? 11 : 17;
  if (ui.cells) group.append(svg('rect', { class: 'body', x: -34, y: -34, width: 68, height: 68, rx: 8 }));
  else group.append(svg('circle', { class: 'halo', r: radius + 5 }), svg('circle', { class: 'body', r: radius }));
  const owner = position.kind === 'edges' ? position.freed[vertex] : null;
  const text = owner ? '★' : name;
  group.append(svg('text', { class: 'name', y: 4.5 }, text.length > 4 ? `${text.slice(0, 3)}…` : text));
  if (position.kind === 'vertices') vertexTarget(ui, group, vertex, name);
  if (!ui.still) draggable(ui, group, vertex, points);
  return group;
}

function stateOf(position, vertex) {
  if (position.kind === 'edges') {
    const owner = position.freed[vertex];
    return owner ? `freed by-${owner}` : 'bound';
  }
  if (position.left.includes(vertex)) return 'live';
  const marked = position.marked ? position.marked.includes(vertex) : true;
  const last = position.log[position.log.length - 1];
  const newest = last?.places?.includes(vertex) ? ' last' : '';
  return `${marked ? 'taken' : 'dead'} by-${position.gone[vertex]}${newest}`;
}

function vertexTarget(ui, group, vertex, name) {
  const { position, choice } = ui;
  const fitting = choice.candidates(vertex);
  const value = ui.see && ui.values ? ui.values.ofBest(fitting, position.to_move) : null;
  if (value) {
    group.classList.add(...tone(value).split(' '));
    const onEdges = position.look.includes('edges');
    if (fitting.length === 1 && !onEdges) group.append(tag([0, 30], label(value)));
  }
  if (choice.selected.includes(vertex)) group.classList.add('selected');
  const single = fitting.length === 1 ? fitting[0].move : null;
  const gone = !position.left.includes(vertex);
  ui.target(group, {
    key: `vertex-${vertex}`, name: `${gone ? t('vertex {name}, gone', { name }) : t('vertex {name}', { name })}${value ? `, ${value.words}` : ''}`,
    live: fitting.length > 0 || choice.selected.includes(vertex), moves: fitting.map(({ move }) => move),
    click: () => ui.choose(vertex),
    wrong: () => ui.refuse(name),
    enter: () => ui.hover(single), leave: () => ui.hover(null),
  });
}

/** Dragging moves the vertex in the picture, not in the game. */
function draggable(ui, group, vertex, points) {
  let from = null;
  let moved = false;
  group.addEventListener('pointerdown', (event) => { from = ui.toBoard(event); moved = false; });
  group.addEventListener('pointermove', (event) => {
    if (!from || !event.buttons) { from = null; return; }
    const now = ui.toBoard(event);
    if (!moved && Math.hypot(now[0] - from[0], now[1] - from[1]) < 7) return;
    if (!moved) group.setPointerCapture(event.pointerId);
    moved = true;
    points[vertex] = now;
    ui.memory.free = null;
    group.setAttribute('transform', `translate(${now[0]} ${now[1]})`);
  });
  group.addEventListener('pointerup', () => { if (moved) { ui.swallowClick(); ui.redraw(); } from = null; moved = false; });
}
