// Sixty-four clients at once ask for heavy boards: the server stays responsive, refuses politely, and loses no game.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Lab } from './lab.js';

const CLIENTS = 64;

let lab;
before(async () => { lab = await Lab.open(); });
after(() => lab.close());

const post = (path, body) => fetch(`${lab.address}${path}`, {
  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
});

/** A client asks for something that takes minutes, then plays a game move by move. */
async function client(number) {
  const heavy = { game: number % 2 ? 'strings-and-coins' : 'unshackle', board: `complete:${14 + (number >> 1)}` };
  const job = await post('/api/jobs', { kind: 'values', question: heavy });
  const answer = await job.json();
  const moves = [];
  let slowest = 0;
  for (;;) {
    const asked = performance.now();
    const response = await post('/api/position', { game: 'cram', board: 'grid:4x4', after: moves.join(' ') });
    slowest = Math.max(slowest, performance.now() - asked);
    assert.equal(response.status, 200);
    const position = await response.json();
    assert.deepEqual(position.log.map(({ move }) => move), moves, 'no move is lost');
    if (position.over) break;
    moves.push(position.moves[(number * 7 + moves.length) % position.moves.length].move);
  }
  return { status: job.status, retry: job.headers.get('retry-after'), answer, slowest, moves };
}

test('sixty-four clients', async () => {
  const results = await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  const { workers, most_waiting: waiting } = await lab.load();
  const taken = results.filter(({ status }) => status === 202);
  const refused = results.filter(({ status }) => status === 429);
  assert.equal(taken.length + refused.length, CLIENTS);
  // All of them come from one address, which may fill three quarters of the queue.
  const share = waiting - Math.floor(waiting / 4);
  assert.ok(taken.length >= share && taken.length <= workers + share, `${taken.length} were taken`);
  for (const { retry, answer } of refused) {
    assert.ok(Number(retry) > 0);
    assert.match(answer.error, /busy.*try again/);
  }
  assert.ok(results.every(({ moves }) => moves.length > 3));
  console.log(`# ${taken.length} taken, ${refused.length} refused; slowest position ${Math.round(Math.max(...results.map((one) => one.slowest)))} ms`);
  // A page still opens, and a cancelled job makes room at once.
  const page = await lab.game({ game: 'robs-dots', board: 'heaps:20', second: 'person' });
  assert.ok(await page.locator('.dot.live').count() === 20);
  for (const { answer } of taken) await fetch(`${lab.address}/api/jobs/${answer.id}`, { method: 'DELETE' });
  const light = await (await post('/api/jobs', { kind: 'values', question: { game: 'kayles', board: 'heaps:9' } })).json();
  assert.ok(['done', 'running', 'waiting'].includes(light.state));
});
