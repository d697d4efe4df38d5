// The game graph of a small position: every position that play can reach, a row a move, with its value; P-positions
// stand out, as in the papers' figures.

import { el, svg } from './dom.js';
import { extent, layout } from './layout.js';

const WIDE = 74;
const HIGH = 118;
const SIZE = 54;

export function drawGameGraph(position, { nodes, edges }) {
  const places = arrange(nodes, edges);
  const rows = Math.max(...nodes.map(({ depth }) => depth)) + 1;
  const [least, most] = [Math.min(...places.map(([x]) => x)), Math.max(...places.map(([x]) => x))];
  const picture = svg('svg', {
    class: 'game-graph', viewBox: `${least - SIZE} ${-SIZE} ${most - least + 2 * SIZE} ${rows * HIGH + 10}`, role: 'img',
    'aria-label': `Game graph of ${nodes.length} positions`,
  });
  picture.style.width = `${Math.round(Math.max(320, most - least + 2 * SIZE))}px`;
  const joined = new Set();
  for (const [from, to] of edges) {
    if (joined.has(`${from}-${to}`)) continue;
    joined.add(`${from}-${to}`);
    const [[x1, y1], [x2, y2]] = [places[from], places[to]];
    const good = wonByMover(nodes[from], nodes[to]) ? ' good' : '';
    picture.append(svg('path', { class: `step${good}`, d: `M${x1} ${y1 + 38}C${x1} ${y1 + 70} ${x2} ${y2 - 62} ${x2} ${y2 - 30}` }));
  }
  const coordinates = position.places.length > 0 ? scaled(layout(position).points) : [];
  nodes.forEach((node, index) => picture.append(drawNode(position, node, places[index], coordinates)));
  show(picture, nodes.length);
}

/** Whether the player to move at `from` wins by going to `to`. */
function wonByMover(from, to) {
  return to.value.winner === from.to_move;
}

/** Rows by the number of moves; within a row, near to where the moves come from. */
function arrange(nodes, edges) {
  const rows = [];
  nodes.forEach((node, index) => { (rows[node.depth] ||= []).push(index); });
  const x = nodes.map(() => 0);
  const parents = nodes.map(() => []);
  edges.forEach(([from, to]) => parents[to].push(from));
  rows.forEach((row, depth) => {
    const wish = (index) => (depth === 0 || parents[index].length === 0 ? 0
      : parents[index].reduce((sum, parent) => sum + x[parent], 0) / parents[index].length);
    row.sort((a, b) => wish(a) - wish(b));
    row.forEach((index, i) => { x[index] = (i - (row.length - 1) / 2) * WIDE; });
  });
  return nodes.map((node, index) => [x[index], node.depth * HIGH]);
}

function scaled(points) {
  const box = extent(points);
  const size = Math.max(box.right - box.left, box.bottom - box.top, 1);
  const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return points.map(([a, b]) => [(a - middle[0]) / size * 38, (b - middle[1]) / size * 38]);
}

function drawNode(position, node, [x, y], coordinates) {
  const kind = node.value.outcome ? node.value.outcome : `wins-${node.value.winner}`;
  const group = svg('g', { class: `node ${kind}`, transform: `translate(${x} ${y})` }, svg('title', {}, node.words));
  group.append(svg('rect', { class: 'frame', x: -SIZE / 2 - 3, y: -SIZE / 2 - 3, width: SIZE + 6, height: SIZE + 6, rx: 10 }));
  const now = node.position;
  if (coordinates.length > 0) group.append(...miniature(position, now, coordinates));
  if (now.heaps?.length > 0 || coordinates.length === 0) {
    const text = now.heaps?.length ? now.heaps.join(' ') : '∅';
    group.append(svg('text', { class: 'heap-text', y: coordinates.length ? 24 : 5 }, text));
  }
  const outcome = node.value.outcome ? `${node.value.outcome}${node.value.grundy === null || node.value.grundy === undefined ? '' : ` ${node.value.grundy}`}` : node.cell;
  group.append(svg('text', { class: 'outcome', y: SIZE / 2 + 18 }, outcome.replace('-', '−')));
  return group;
}

function miniature(position, now, coordinates) {
  const found = [];
  (position.edges || []).forEach(([u, v], index) => {
    const there = now.copies ? now.copies[index] > 0 : now.left?.includes(u) && now.left.includes(v);
    if (!there) return;
    const [[x1, y1], [x2, y2]] = [coordinates[u], coordinates[v]];
    found.push(u === v ? svg('circle', { class: 'mini-edge', cx: x1, cy: y1 - 4, r: 4 })
      : svg('line', { class: 'mini-edge', x1, y1, x2, y2 }));
  });
  coordinates.forEach(([x, y], place) => {
    const stone = now.stones?.[place];
    const there = now.stones ? true : now.left ? now.left.includes(place) : true;
    const by = stone ? ` by-${stone === 'X' ? 'first' : 'second'}` : '';
    found.push(svg('circle', { class: `mini${there ? '' : ' gone'}${by}`, cx: x, cy: y, r: there ? 3.6 : 1.6 }));
  });
  return found;
}

function show(picture, count) {
  const dialog = el('dialog', { class: 'sheet', 'aria-label': 'Game graph' },
    el('div', { class: 'sheet-head' },
      el('h2', {}, `Game graph: ${count} positions`),
      el('button', { type: 'button', onclick: () => dialog.close() }, 'Close')),
    el('p', { class: 'quiet' }, 'A row a move. P: the previous player wins; N: the next one does. Bold lines are winning moves.'),
    el('div', { class: 'scroll', tabindex: 0 }, picture));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
