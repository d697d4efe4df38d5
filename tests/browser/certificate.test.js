// A game against a certificate: `outplay serve --from FILE` opens its game, and the certificate plays its own side.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Lab, move, over, solve } from './lab.js';

/** Plays against the certificate of a game; gives who wins, and who made the moves. */
async function against(question, pick) {
  const folder = await mkdtemp(join(tmpdir(), 'outplay-'));
  const file = join(folder, 'proof');
  await solve({ ...question, certificate: file });
  const lab = await Lab.open('--from', file);
  try {
    const page = await lab.page(lab.hash);
    const replies = [];
    page.on('response', async (response) => {
      if (/api\/jobs/.test(response.url())) replies.push(await response.text().catch(() => ''));
    });
    await page.waitForSelector('.board-host[data-ply]');
    const mine = () => page.waitForFunction(() => {
      const { over: ended, busy } = document.querySelector('.board-host').dataset;
      return ended !== '' || (!busy && /Your move|Click a piece/.test(document.querySelector('.message').textContent));
    });
    await mine();
    for (let turn = 0; (await over(page)) === ''; turn += 1) {
      assert.ok(turn < 20);
      await move(page, pick);
      await mine();
    }
    return { winner: await over(page), held: replies.some((text) => /"by": ?"certificate"/.test(text)) };
  } finally {
    await lab.close();
    await rm(folder, { recursive: true });
  }
}

test('whoever plays against a certificate loses', async () => {
  const last = (count) => count - 1;
  assert.deepEqual(await against({ game: 'cram', board: 'grid:2x4' }, last), { winner: 'second', held: true });
  assert.deepEqual(await against({ game: 'positional', board: 'ag:2,3' }, last), { winner: 'first', held: true });
});
