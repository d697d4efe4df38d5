// The game graph of a small position: every position that play can reach, a row a move, with its value; P-positions
// stand out, as in the papers' figures.

import { el, svg } from '../dom.js';
import { savePicture } from '../export.js';
import { t } from '../language.js';
import { extent, layout } from '../layout.js';

const WIDE = 96;
const NARROW = 26;
const HIGH = 150;
const SIZE = 54;

export function drawGameGraph(position, { nodes, edges }) {
  const steps = joined(edges);
  const { places, ways, rows } = arrange(nodes.length, steps);
  const xs = [...places, ...ways.flat()].map(([x]) => x);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const picture = svg('svg', {
    class: 'game-graph', viewBox: `${least - SIZE} ${-SIZE} ${most - least + 2 * SIZE} ${rows * HIGH + 10}`, role: 'img',
    'aria-label': t('Game graph of {n} positions', { n: nodes.length }),
  });
  picture.style.width = `${Math.round(Math.max(320, most - least + 2 * SIZE))}px`;
  const coordinates = position.places.length > 0 ? scaled(layout(position).points) : [];
  // Names of the moves from one position stand at different heights.
  const turn = new Map();
  picture.append(...steps.map((step, i) => {
    const count = turn.get(step.from) || 0;
    turn.set(step.from, count + 1);
    return drawStep(step, nodes, places, ways[i], 0.34 + 0.14 * ((count + step.from) % 4));
  }));
  nodes.forEach((node, index) => picture.append(drawNode(position, node, places[index], coordinates)));
  show(picture, nodes.length);
}

/** The steps, each pair of positions once, with the moves that lead from one to the other. */
function joined(edges) {
  const steps = new Map();
  for (const [from, to, move] of edges) {
    const key = `${from}-${to}`;
    if (!steps.has(key)) steps.set(key, { from, to, moves: [] });
    if (move) steps.get(key).moves.push(move);
  }
  return [...steps.values()];
}

/** An arrow from box to box, along its way between the boxes of other rows. */
function drawStep({ from, to, moves }, nodes, places, way, share) {
  const [[x1, y1], [x2, y2]] = [places[from], places[to]];
  const [top, bottom] = [y1 + SIZE / 2 + 22, y2 - SIZE / 2 - 8];
  const good = wonByMover(nodes[from], nodes[to]) ? ' good' : '';
  // Through the gap of a row it goes straight down.
  const stops = [[x1, top, top], ...way.map(([x, y]) => [x, y - SIZE / 2 - 8, y + SIZE / 2 + 22]), [x2, bottom, bottom]];
  const path = stops.slice(1).map(([x, into, out], i) => {
    const [px, , py] = stops[i];
    return `C${px} ${py + 24} ${x} ${into - 24} ${x} ${into}${out > into ? `L${x} ${out}` : ''}`;
  }).join('');
  const name = moves.length > 2 ? `${moves[0]} …` : moves.join('  ');
  const [nx, ny] = way.length ? [way[0][0], way[0][1] - SIZE / 2 - 12] : [x2, bottom];
  return svg('g', { class: 'step-group' },
    svg('path', { class: `step${good}`, d: `M${x1} ${top}${path}` }),
    svg('path', { class: `step arrow${good}`, d: `M${x2 - 4} ${bottom - 6}L${x2} ${bottom}L${x2 + 4} ${bottom - 6}` }),
    name ? svg('text', { class: 'move-name', ...between([x1, top], [nx, ny], share) }, name) : null,
    svg('title', {}, moves.join(', ')));
}

/** Where a name stands on the bend from one place to another. */
function between([x1, y1], [x2, y2], share) {
  const bend = (a, b, c, d) => (1 - share) ** 3 * a + 3 * (1 - share) ** 2 * share * b + 3 * (1 - share) * share ** 2 * c + share ** 3 * d;
  return { x: bend(x1, x1, x2, x2).toFixed(1), y: bend(y1, y1 + 24, y2 - 24, y2).toFixed(1) };
}

/** Whether the player to move at `from` wins by going to `to`. */
function wonByMover(from, to) {
  return to.value.winner === from.to_move;
}

/**
 * Rows by the most moves that lead to a position, so that every step goes down. A step over several rows holds a narrow
 * place in each row between, and so passes behind no box. Within a row, near to where the moves come from.
 */
function arrange(count, steps) {
  const depth = longest(count, steps);
  const rows = [];
  const items = Array.from({ length: count }, (_, node) => ({ node, row: depth[node], wide: WIDE, above: [] }));
  const ways = steps.map(({ from, to }) => {
    const way = [];
    let before = items[from];
    for (let row = depth[from] + 1; row < depth[to]; row += 1) {
      const item = { row, wide: NARROW, above: [before] };
      way.push(item);
      before = item;
    }
    items[to].above.push(before);
    return way;
  });
  for (const item of [...items, ...ways.flat()]) (rows[item.row] ||= []).push(item);
  for (const row of rows) {
    const wish = ({ above }) => (above.length ? above.reduce((sum, { x }) => sum + x, 0) / above.length : 0);
    row.sort((a, b) => wish(a) - wish(b));
    let x = -row.reduce((sum, { wide }) => sum + wide, 0) / 2;
    for (const item of row) { item.x = x + item.wide / 2; x += item.wide; }
  }
  const place = ({ x, row }) => [x, row * HIGH];
  return { places: items.map(place), ways: ways.map((way) => way.map(place)), rows: rows.length };
}

/** For each position the most moves that lead to it. */
function longest(count, steps) {
  const depth = Array.from({ length: count }, () => 0);
  const waiting = Array.from({ length: count }, () => 0);
  const after = Array.from({ length: count }, () => []);
  steps.forEach(({ from, to }) => { waiting[to] += 1; after[from].push(to); });
  const ready = waiting.map((n, node) => [n, node]).filter(([n]) => n === 0).map(([, node]) => node);
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    for (const to of after[node]) {
      depth[to] = Math.max(depth[to], depth[node] + 1);
      waiting[to] -= 1;
      if (waiting[to] === 0) ready.push(to);
    }
  }
  return depth;
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
  const scroll = el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('Game graph') }, picture);
  const dialog = el('dialog', { class: 'sheet', 'aria-label': t('Game graph') },
    el('div', { class: 'sheet-head' },
      el('h2', {}, t('Game graph: {n} positions', { n: count })),
      el('span', { class: 'share' },
        el('button', { type: 'button', onclick: () => savePicture(scroll, 'game-graph', 'svg') }, 'SVG'),
        el('button', { type: 'button', onclick: () => savePicture(scroll, 'game-graph', 'png') }, 'PNG'),
        el('button', { type: 'button', onclick: () => dialog.close() }, t('Close')))),
    el('p', { class: 'quiet' }, t('One row per move. P: the previous player wins; N: the next one does. Bold arrows are winning moves.')),
    scroll);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
