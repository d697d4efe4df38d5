// The page as files, without a server behind it: the same answers as the command's, given in the browser by WebAssembly.
// OUTPLAY_STATIC names the folder that scripts/static wrote; without it there is nothing to test here.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Lab, click, move, over, solve } from './lab.js';
import { open } from './wasm.js';

const FOLDER = process.env.OUTPLAY_STATIC;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** A web space that has files and nothing else; it remembers what it was asked for in vain. */
async function webSpace(missed) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    try {
      const data = await readFile(join(FOLDER, path === '/' ? 'index.html' : path));
      response.writeHead(200, { 'Content-Type': TYPES[extname(path) || '.html'] || 'application/octet-stream' }).end(data);
    } catch {
      missed.push(path);
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return server;
}

/** A certificate of the period of 0.3, whose values are 0 1 0 1 and so on; its last line has the 64-bit FNV-1a of those before. */
function period(lastException) {
  const text = `outplay-certificate 1\nstatement period\ncode 0.3\nperiod 2\nlast-exception ${lastException}\nsplit none`;
  const sum = [...Buffer.from(text)].reduce((hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n), 0xcbf29ce484222325n);
  return Buffer.from(`${text}\nchecksum ${sum.toString(16).padStart(16, '0')}\n`);
}

describe('the page without a server', { skip: FOLDER ? false : 'there is no static page: the WebAssembly target cannot be had' }, () => {
  const missed = [];
  let server;
  let lab;
  before(async () => {
    server = await webSpace(missed);
    lab = await Lab.visit(`http://127.0.0.1:${server.address().port}`);
  });
  after(async () => {
    await lab.close();
    server.close();
    assert.deepEqual(missed, [], 'nothing is asked for that is not there');
  });

  test('the module answers as the command does', async () => {
    const ask = await open(join(FOLDER, 'web/wasm/page.wasm'));
    const page = (method, path, body) => ask({ ask: 'page', method, path, body });
    const { body: { games } } = page('GET', '/api/games');
    let compared = 0;
    for (const { examples } of games) {
      const [game, ...rest] = examples[0].split(' ');
      const [board, ...options] = rest.join(' ').split(' --');
      const question = { game, board };
      for (const option of options) {
        const [name, value] = option.split(' ');
        question[name.replaceAll('-', '_')] = value || true;
      }
      if (page('POST', '/api/position', question).body.starts) continue;
      // What the command does not answer soon is nothing for a browser.
      const wanted = await solve({ ...Object.fromEntries(Object.entries(question).map(([name, value]) => [name, String(value)])), time: '5' }).catch(() => null);
      if (!wanted) continue;
      const { body: job } = page('POST', '/api/jobs', { kind: 'values', question });
      assert.equal(job.state, 'done', examples[0]);
      compared += 1;
      for (const field of ['winner', 'outcome', 'grundy', 'margin', 'result', 'plies']) assert.deepEqual(job.result[field], wanted[field], `${field} of ${examples[0]}`);
    }
    assert.ok(compared > 20, `${compared} games were compared`);
    const { body: table } = page('POST', '/api/jobs', { kind: 'table', question: { game: 'cram', board: 'grid:1..3x1..4' } });
    assert.deepEqual(table.result.cells, ['0', '1', '1', '2', '1', '0', '1', '0', '1', '1', '0', '1']);
    const wrong = page('POST', '/api/position', { game: 'nim', board: 'nonsense:3' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.body.error, /nonsense/);
    assert.equal(page('GET', '/api/rooms').status, 404);
  });

  test('the checker agrees with the program, also on certificates that were tampered with', async () => {
    const ask = await open(join(FOLDER, 'web/wasm/checker.wasm'));
    for (const board of ['grid:2x3', 'grid:3x3']) {
      const file = join(lab.folder, 'proof');
      await solve({ game: 'cram', board, certificate: file, 'certificate-form': 'text' });
      const proof = await readFile(file);
      assert.equal(ask({ ask: 'check' }, proof).verdict, 'valid');
      for (let at = 25; at < proof.length; at += Math.ceil(proof.length / 40)) {
        const changed = Buffer.from(proof);
        changed[at] ^= 1;
        assert.notEqual(ask({ ask: 'check' }, changed).verdict, 'valid', `byte ${at}`);
      }
    }
    // Sizes have 32 bits here: a number beyond them must not be taken for a small one.
    assert.equal(ask({ ask: 'check' }, period(-1)).verdict, 'valid');
    for (const far of [0, 2 ** 32 - 1, 2 ** 32, 2 ** 33]) assert.notEqual(ask({ ask: 'check' }, period(far)).verdict, 'valid', `${far}`);
  });

  test('a game is played to its end, with values, without a word to a server', async () => {
    const page = await lab.game({ game: 'positional', board: 'ttt:3', see: 'values' });
    await page.waitForSelector('.point[class*="wins-"]');
    assert.equal(await page.getByRole('button', { name: 'Play with a friend' }).count(), 0);
    const mine = () => page.waitForFunction(() => {
      const { over: ended, busy } = document.querySelector('.board-host').dataset;
      return ended !== '' || (!busy && /Your move/.test(document.querySelector('.message').textContent));
    });
    await mine();
    for (let turn = 0; (await over(page)) === ''; turn += 1) {
      assert.ok(turn < 6);
      await move(page, () => 0);
      await mine();
    }
    await page.waitForSelector('.review svg');
  });

  test('lessons, puzzles, tables and other pages work alike', async () => {
    for (const [hash, ready] of [['', '.lines article svg'], ['#/new', '.game-card svg'], ['#/lessons?lesson=nim-sum', '.board-host[data-ply]'],
      ['#/puzzles?game=nim&number=3', '.board-host[data-ply]'], ['#/explore?view=table&game=cram&board=grid:1..3x1..3', '.heat-map'],
      ['#/explore?view=sequence&code=kayles&to=60', '.chart'], ['#/claims', '.paper'], ['#/play?game=nim&board=nonsense', '[role=alert]']]) {
      const page = await lab.page(hash);
      await page.waitForSelector(ready, { state: 'attached' });
      await page.context().close();
    }
  });

  test('what takes long is given up when one goes on', async () => {
    const page = await lab.game({ game: 'strings-and-coins', board: 'complete:14', second: 'person', see: 'values' });
    await page.waitForSelector('.progress:not([hidden])');
    await page.goto(`${lab.address}/#/play?${new URLSearchParams({ game: 'positional', board: 'ttt:3', second: 'person', see: 'values' })}`);
    await page.waitForSelector('.point[class*="wins-"]');
    assert.ok(await click(page, 'point-4'));
    await page.waitForSelector('.board-host[data-ply="1"]');
  });
});
