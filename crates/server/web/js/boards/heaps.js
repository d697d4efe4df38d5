// Heaps as rows of dots. Dots that are gone stay visible: a heap that was broken shows where. In Rob's Dots a marked
// dot keeps its mark and its neighbours die.

import { svg } from '../dom.js';
import { t } from '../language.js';
import { label, tone } from '../play/values.js';

const STEP = 30;
const LINE = 58;

/** Whether a move marks a dot whose neighbours die, as Wright's article plays 0.137. */
const marks = (position) => position.code === '0.137';

/** The rows after the moves of the log; `hints` say where in its heap a move was made. */
export function rows(position, hints) {
  const all = position.heaps_at_start.map((size) => ({
    dots: Array.from({ length: size }, () => ({ state: 'live' })), breaks: new Set(),
  }));
  position.log.forEach((entry, index) => {
    if (entry.from !== undefined) take(all, entry, hints[index], index === position.log.length - 1, marks(position));
  });
  return all;
}

/** The runs of dots that are still heaps of their own. */
export function segments(row) {
  const found = [];
  let start = null;
  for (let i = 0; i <= row.dots.length; i += 1) {
    const live = i < row.dots.length && row.dots[i].state === 'live';
    if (start !== null && (!live || row.breaks.has(i))) { found.push([start, i - 1]); start = null; }
    if (live && start === null) start = i;
  }
  return found;
}

/** Takes the dots of a move from a row: where the hint says, or the first heap of that size, smaller part left. */
function take(all, { from, to, by }, hint, last, marking) {
  const size = ([a, b]) => b - a + 1;
  const places = all.flatMap((row, index) => segments(row).filter((one) => size(one) === from)
    .map((one) => ({ row, index, start: one[0] })));
  const chosen = places.find(({ index, start }) => hint && index === hint.row && start === hint.start) || places[0];
  if (!chosen) return;
  const left = hint && hint.left !== undefined ? hint.left : to[0] || 0;
  const taken = from - to.reduce((sum, one) => sum + one, 0);
  const { row, start } = chosen;
  const gone = start + left;
  for (let i = gone; i < gone + taken; i += 1) row.dots[i] = { state: marking ? 'dead' : 'gone', by, last };
  if (marking && taken > 0) {
    // The dot marked is the one in the middle, or at an end the outer one.
    const mark = taken === 3 ? gone + 1 : left === 0 ? gone : gone + taken - 1;
    row.dots[mark] = { state: 'marked', by, last };
  }
  if (taken === 0) row.breaks.add(gone);
  if (to.length === 3) row.breaks.add(gone + taken + (to[1] === left ? to[2] : to[1]));
}

/** What a click on a dot can mean: moves with the dots they take. */
function meanings(position, row, rowIndex, dot, selected) {
  const heap = segments(row).find(([a, b]) => a <= dot && dot <= b);
  if (!heap) return [];
  const [low, high] = heap;
  const size = high - low + 1;
  const legal = new Map(position.moves.filter((move) => move.from === size).map((move) => [move.to.join(), move]));
  const interval = (first, lastOne) => {
    const parts = [first - low, high - lastOne];
    const move = legal.get(parts.filter((one) => one > 0).sort((a, b) => a - b).join());
    return move && { move, first, last: lastOne, hint: { row: rowIndex, start: low, left: first - low } };
  };
  if (marks(position)) {
    const one = interval(Math.max(low, dot - 1), Math.min(high, dot + 1));
    return one ? [{ ...one, mark: dot }] : [];
  }
  if (selected && selected.row === rowIndex && low <= selected.dot && selected.dot <= high) {
    const one = interval(Math.min(dot, selected.dot), Math.max(dot, selected.dot));
    return one ? [one] : [];
  }
  const found = [];
  for (let end = low; end <= high; end += 1) {
    const one = interval(Math.min(dot, end), Math.max(dot, end));
    if (one) found.push(one);
  }
  return found;
}

export function drawHeaps(ui) {
  const { position } = ui;
  const all = rows(position, ui.hints);
  const most = Math.max(8, Math.min(30, Math.floor(ui.width / (ui.width < 500 ? 34 : 27))));
  const longest = Math.max(1, ...all.map((row) => row.dots.length));
  const wide = Math.min(longest, Math.ceil(longest / Math.ceil(longest / most)));
  const board = svg('g', { class: 'heaps' });
  let top = 0;
  all.forEach((row, index) => {
    const lines = Math.max(1, Math.ceil(row.dots.length / wide));
    const at = (dot) => [(dot % wide) * STEP, top + Math.floor(dot / wide) * LINE];
    board.append(drawRow(ui, row, index, at, wide));
    top += lines * LINE + 14;
  });
  return { node: board, box: [-STEP * 0.8, -34, wide * STEP + STEP * 0.6, Math.max(top + 6, 80)], grow: 1.3 };
}

function drawRow(ui, row, index, at, wide) {
  const { position, values } = ui;
  const group = svg('g', { class: 'heap' });
  const heaps = segments(row);
  for (const [low, high] of heaps) group.append(...threads(low, high, at, wide));
  const grundy = new Map((values?.answer.parts || []).map(({ part, grundy: value }) => [part, value]));
  for (const [low, high] of heaps) {
    const size = high - low + 1;
    const [x, y] = at(low);
    const worth = grundy.get(String(size));
    const text = worth === undefined || !ui.see ? `${size}` : t('{size} is worth {worth}', { size, worth });
    group.append(svg('text', { class: 'heap-size', x: x - 9, y: y - 17 }, text));
  }
  row.dots.forEach((dot, number) => {
    const [x, y] = at(number);
    if (dot.state === 'live') group.append(liveDot(ui, row, index, number, x, y));
    else group.append(deadDot(dot, x, y));
  });
  if (position.moves.some((move) => move.from && move.to.reduce((a, b) => a + b, 0) === move.from)) {
    group.append(...splits(ui, row, index, heaps, at));
  }
  return group;
}

/** The thread on which the dots of a heap hang, line by line. */
function threads(low, high, at, wide) {
  const lines = [];
  for (let start = low; start <= high;) {
    const end = Math.min(high, (Math.floor(start / wide) + 1) * wide - 1);
    const [x1, y] = at(start);
    const [x2] = at(end);
    lines.push(svg('line', { class: 'thread', x1, y1: y, x2, y2: y }));
    start = end + 1;
  }
  return lines;
}

function deadDot(dot, x, y) {
  const group = svg('g', { class: `dot-${dot.state} by-${dot.by}${dot.last ? ' last' : ''}` });
  group.append(svg('circle', { cx: x, cy: y, r: dot.state === 'marked' ? 9 : 5 }));
  if (dot.state === 'marked') group.append(svg('path', { d: `M${x - 4} ${y}l3 3.4l5.4 -6.4` }));
  else if (dot.state === 'dead') group.append(svg('path', { d: `M${x - 3} ${y - 3}l6 6m0 -6l-6 6` }));
  return group;
}

function liveDot(ui, row, rowIndex, number, x, y) {
  const selected = ui.memory.heapDot;
  const found = meanings(ui.position, row, rowIndex, number, selected);
  const value = ui.see && ui.values ? ui.values.ofBest(found.map(({ move }) => move), ui.position.to_move) : null;
  const chosen = selected && selected.row === rowIndex && selected.dot === number;
  const group = svg('g', { class: `dot live ${tone(value)}${chosen ? ' selected' : ''}`, 'data-dot': number });
  group.append(svg('circle', { class: 'halo', cx: x, cy: y, r: 12.5 }), svg('circle', { class: 'body', cx: x, cy: y, r: 9 }));
  if (value) group.append(svg('text', { class: 'value', x, y: y + 27 }, label(value)));
  const n = number + 1;
  // The label begins with what is written below the dot.
  const plain = found.length === 1 ? t('dot {n}, plays {move}', { n, move: found[0].move.move }) : t('dot {n}', { n });
  const name = value ? `${label(value)}: ${plain}` : plain;
  ui.target(group, {
    key: `dot-${rowIndex}-${number}`, name: value ? `${name}, ${value.words}` : name, live: found.length > 0, moves: found.map(({ move }) => move.move),
    click: () => clicked(ui, rowIndex, number, found),
    wrong: () => (marks(ui.position) ? t('That dot cannot be marked.') : whyNot(ui)),
    enter: () => preview(ui, group, found),
    leave: () => preview(ui, group, []),
  });
  return group;
}

const whyNot = (ui) => (ui.memory.heapDot
  ? t('The rules do not allow taking exactly those dots. Choose another end, or press Escape.')
  : t('No legal move takes dots from here.'));

function clicked(ui, rowIndex, number, found) {
  if (found.length === 1) {
    ui.memory.heapDot = null;
    ui.play(found[0].move.move, found[0].hint);
    return;
  }
  ui.memory.heapDot = { row: rowIndex, dot: number };
  ui.say(t('Now click the last dot to take, or the same dot again to take it alone.'));
  ui.redraw();
}

/** Shows which dots would go. */
function preview(ui, group, found) {
  const row = group.parentNode;
  row.querySelectorAll('.going, .dying').forEach((dot) => dot.classList.remove('going', 'dying'));
  if (found.length !== 1) { ui.hover(null); return; }
  const [{ move, first, last, mark }] = found;
  for (let i = first; i <= last; i += 1) {
    const dot = row.querySelector(`[data-dot="${i}"]`);
    dot?.classList.add(mark === undefined || mark === i ? 'going' : 'dying');
  }
  ui.hover(move.move);
}

/** Between two dots a heap may be split without taking. */
function splits(ui, row, rowIndex, heaps, at) {
  const found = [];
  for (const [low, high] of heaps) {
    const size = high - low + 1;
    for (let cut = low + 1; cut <= high; cut += 1) {
      const parts = [cut - low, high - cut + 1].sort((a, b) => a - b).join();
      const move = ui.position.moves.find((one) => one.from === size && one.to.join() === parts);
      const [x1, y] = at(cut - 1);
      const [x2, y2] = at(cut);
      if (!move || y !== y2) continue;
      const value = ui.see && ui.values ? ui.values.of(move.move) : null;
      const mark = svg('rect', { class: `split ${tone(value)}`, x: (x1 + x2) / 2 - 3, y: y - 11, width: 6, height: 22, rx: 3 });
      ui.target(mark, {
        key: `split-${rowIndex}-${cut}`, name: t('split, {move}', { move: move.move }), live: true, moves: [move.move],
        click: () => ui.play(move.move, { row: rowIndex, start: low, left: cut - low }),
        enter: () => ui.hover(move.move), leave: () => ui.hover(null),
      });
      found.push(mark);
    }
  }
  return found;
}
