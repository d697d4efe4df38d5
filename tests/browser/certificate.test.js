// Certificates on the page: `outplay serve --from FILE` opens a game against one, and whoever has a file checks and replays it in
// the browser.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

test('a certificate is checked in the browser and replayed step by step', { skip: process.env.OUTPLAY_STATIC ? false : 'the checker is not built: the WebAssembly target cannot be had' }, async () => {
  const lab = await Lab.open();
  try {
    const file = join(lab.folder, 'proof');
    await solve({ game: 'unshackle', board: 'grid:2x3', certificate: file });
    const page = await lab.page('#/check');
    const asked = [];
    page.on('request', (request) => { if (request.method() === 'POST') asked.push(request.url()); });
    const damaged = join(lab.folder, 'damaged');
    const bytes = await readFile(file);
    bytes[bytes.length - 30] ^= 1;
    await writeFile(damaged, bytes);
    await page.setInputFiles('#certificate', damaged);
    await page.waitForSelector('.seal.not-valid');
    assert.deepEqual(asked, [], 'the file stays in the browser');
    await page.setInputFiles('#certificate', file);
    await page.waitForSelector('.seal.valid');
    assert.match(await page.textContent('.verdict'), /unshackle grid:2x3.*margin 2/);
    await page.getByRole('link', { name: 'Replay it step by step' }).click();
    await page.waitForSelector('.board-host[data-ply="0"]');
    for (let step = 1; step <= 7; step += 1) {
      await page.getByRole('button', { name: 'Step' }).click();
      await page.waitForSelector(`.board-host[data-ply="${step}"]`);
    }
    // Its side wins, whoever sits on the other; and it goes backwards as well.
    assert.equal(await over(page), 'first');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForSelector('.board-host[data-ply="6"]');
  } finally {
    await lab.close();
  }
});
