// Pictures of boards: every line of every geometry passes through its points, has a colour of its own, and boards look
// as they did. `UPDATE_GOLDEN=1` draws the golden pictures anew.

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Lab } from './lab.js';

let lab;
before(async () => { lab = await Lab.open(); });
after(() => lab.close());

const GEOMETRIES = ['pg:2,2', 'pg:2,3', 'pg:2,4', 'pg:3,2', 'ag:2,2', 'ag:2,3', 'ag:2,4', 'ag:2,5', 'ag:3,2', 'ag:3,3',
  'matroid:fano,circuits', 'sets:1-2-3,1-4-7,2-5,6', '[pg:2,2 : pg:2,2]', '[ag:2,2 : ag:2,3]', '[pg:2,3 : pg:2,2]'];

/** For each line drawn: its points, how far it stays from the farthest of them, its colour. */
const lines = (page) => page.$$eval('.lines .line[data-set]', (nodes) => nodes.map((node) => {
  const points = node.dataset.set.split(' ').map((point) => {
    const [x, y] = document.querySelectorAll('.point')[point].getAttribute('transform').match(/-?[\d.]+/g).map(Number);
    return { x, y };
  });
  const length = node.getTotalLength();
  const on = Array.from({ length: 801 }, (_, i) => node.getPointAtLength(length * i / 800));
  const miss = Math.max(...points.map(({ x, y }) => Math.min(...on.map((one) => Math.hypot(one.x - x, one.y - y)))));
  return { set: node.dataset.set, miss, colour: node.getAttribute('stroke') };
}));

for (const board of GEOMETRIES) {
  test(`every line of ${board} passes through its points`, async () => {
    const page = await lab.game({ game: 'maker-breaker', board, second: 'person' });
    const drawn = await lines(page);
    const position = await (await fetch(`${lab.address}/api/position`, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ game: 'maker-breaker', board }),
    })).json();
    const { layout, sets } = position;
    const wanted = layout.kind === 'nested' ? layout.islands * layout.inner_sets.length : sets.length <= 64 ? sets.length : 0;
    assert.equal(drawn.length, wanted);
    for (const { set, miss } of drawn.filter(({ set: points }) => points.includes(' '))) assert.ok(miss < 3, `line ${set} misses a point by ${miss.toFixed(1)}`);
    const island = layout.kind === 'nested' ? layout.inner_sets.length : drawn.length;
    const colours = drawn.slice(0, island).map(({ colour }) => colour);
    assert.equal(new Set(colours).size, colours.length, 'each line has its own colour');
    await page.context().close();
  });
}

test('each tree of a collection has its own cell, picture and link', async () => {
  const page = await lab.page('#/explore?view=table&game=arc-kayles&board=trees:7');
  await page.waitForSelector('.gallery li');
  const values = await page.$$eval('.gallery li b', (nodes) => nodes.map((node) => Number(node.textContent)));
  assert.equal(values.length, 11, 'there are eleven trees with seven vertices');
  const boards = await page.$$eval('.gallery li', (nodes) => nodes.map((node) => node.dataset.board));
  assert.equal(new Set(boards).size, 11);
  assert.equal(new Set(await page.$$eval('.gallery a', (nodes) => nodes.map((node) => node.href))).size, 11);
  await page.waitForFunction(() => document.querySelectorAll('.gallery svg .vertex').length === 77);
  const pictures = await page.$$eval('.gallery svg', (nodes) => nodes.map((node) => node.innerHTML));
  assert.equal(new Set(pictures).size, 11);
  // Each value is that of the board in its cell.
  for (const [index, board] of boards.entries()) {
    const job = await (await fetch(`${lab.address}/api/jobs`, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ kind: 'values', question: { game: 'arc-kayles', board } }),
    })).json();
    assert.equal(values[index], job.result.grundy, board);
  }
  await page.click('.gallery li:nth-child(3) a');
  await page.waitForSelector('.board-host[data-ply]');
  assert.equal(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('board'), boards[2]);
});

const GOLDEN = [
  ['nim', 'heaps:3,5'], ['robs-dots', 'heaps:9', '9>6'], ['cram', 'grid:2x3', '1,2'], ['unshackle', 'grid:2x2', '1-2'],
  ['node-kayles', 'petersen'], ['arc-kayles', 'edges:1-1,1-2,1-2,2-3'], ['dots-and-boxes', 'boxes:2x2', '1-2'],
  ['closing-octagons', 'octagons:1x2'], ['strings-and-coins', 'hexagons:2x2'], ['tic-tac-toe', 'ttt:3', '5 1'],
  ['positional', 'pg:2,2'], ['positional', 'pg:2,3'], ['positional', 'ag:2,3'], ['hex', 'hex:3x3'], ['hop', '[pg:2,2 : pg:2,2]'],
  ['octal:0.33', 'bipode:1,1,2;1,1,2;3'], ['octal:0.33', 'pode:1,2,4'], ['node-kayles', 'wheel:5'], ['node-kayles', 'bipartite:2,3'],
];

/** A picture as text: what is drawn where, in whole units. */
const picture = (page) => page.$$eval('.board-host svg', (nodes) => nodes.map((svg) => {
  const round = (text) => text.replace(/-?\d+\.\d+/g, (n) => String(Math.round(Number(n)) + 0));
  const kept = ['class', 'd', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'points', 'width', 'height', 'transform', 'viewBox', 'stroke'];
  const write = (node, depth) => {
    const attributes = kept.filter((name) => node.hasAttribute(name)).map((name) => ` ${name}="${round(node.getAttribute(name))}"`);
    const text = node.children.length ? '' : node.textContent;
    const inside = [...node.children].map((child) => write(child, depth + 1)).join('');
    return `${' '.repeat(depth)}<${node.tagName}${attributes.join('')}>${text}${inside ? `\n${inside}${' '.repeat(depth)}` : ''}</${node.tagName}>\n`;
  };
  return write(svg, 0);
}).join(''));

const folder = new URL('golden/', import.meta.url);
test('boards look as they did', async () => {
  await mkdir(folder, { recursive: true });
  for (const [game, board, moves = ''] of GOLDEN) {
    const page = await lab.game({ game, board, after: moves, first: 'person', second: 'person' });
    const drawn = await picture(page);
    const file = new URL(`${game}-${board}`.replace(/[^\w.-]+/g, '-') + '.txt', folder);
    if (process.env.UPDATE_GOLDEN) await writeFile(file, drawn);
    assert.equal(drawn, await readFile(file, 'utf8'), `${game} ${board}`);
    await page.context().close();
  }
});
