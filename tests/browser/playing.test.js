// Playing: against perfect play, hints, undo and redo, who begins, strategies step by step, shared addresses, files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Lab, asked, click, message, over, played, ply, solve } from './lab.js';

let lab;
before(async () => { lab = await Lab.open(); });
after(() => lab.close());

test('from the front page to winning fifty dots, by clicking golden rings', async () => {
  const page = await lab.page();
  assert.equal(await page.locator('article.line').count(), 5);
  await page.click('.line.wide .button');
  await page.waitForSelector('.dot.best');
  const why = await page.textContent('.why');
  assert.match(why, /nim-sum/);
  for (let turn = 0; (await over(page)) === ''; turn += 1) {
    assert.ok(turn < 30);
    await page.waitForSelector('.dot.best');
    const before = await ply(page);
    assert.ok(await click(page, await page.getAttribute('.dot.best', 'data-key')));
    await page.waitForFunction((n) => {
      const { ply: now, over: ended } = document.querySelector('.board-host').dataset;
      return ended !== '' || Number(now) > n + 1;
    }, before);
  }
  assert.equal(await over(page), 'first');
  assert.match(await message(page), /The first player wins/);
});

test('a picture of the front page is playable', async () => {
  const page = await lab.page();
  await page.waitForSelector('.prisoners [data-key]', { state: 'attached' });
  const key = await page.getAttribute('.prisoners [data-key]', 'data-key');
  assert.ok(await click(page, key));
  await page.waitForSelector('.board-host[data-ply="2"]');
  assert.equal(asked(page).game, 'unshackle');
});

for (const question of [
  { game: 'kayles', board: 'heaps:7,3' },
  { game: 'unshackle', board: 'grid:2x3', after: '1-2 2-5' },
  { game: 'positional', board: 'ttt:3', after: '5 2' },
  { game: 'hop', board: 'pg:2,2', start: '7', after: '7>1' },
  { game: 'chooser-picker', board: 'ttt:3', after: '1,5' },
  { game: 'node-kayles', board: 'grid:3x4' },
]) {
  test(`the hint of ${question.game} is a best move`, async () => {
    const page = await lab.game({ ...question, second: 'person' });
    await page.click('text=Hint');
    await page.waitForFunction(() => /^Try |Every move/.test(document.querySelector('.message').textContent));
    const [, hinted] = (await message(page)).match(/^Try (\S+):/) || [];
    const { best_moves: best } = await solve(question);
    if (best.length === 0) assert.equal(hinted, undefined);
    else assert.ok(best.includes(hinted), `${hinted} of ${best}`);
    if (hinted) assert.ok(await page.locator('.hinted').count() > 0);
    // The overlay agrees with the solver on every best move.
    await page.click('text=Show values');
    await page.waitForSelector('.moves li');
    const shown = await page.$$eval('.moves li.best .move', (nodes) => nodes.map((node) => node.textContent.replace('★ ', '')));
    if (shown.length > 0) assert.deepEqual([...shown].sort(), [...best].sort());
    await page.context().close();
  });
}

test('undo and redo', async () => {
  const page = await lab.game({ game: 'cram', board: 'grid:2x3', second: 'person' });
  assert.ok(await click(page, 'edge-0-1-0'));
  await played(page, 0);
  assert.ok(await click(page, 'edge-3-4-0'));
  await played(page, 1);
  await page.click('text=Undo');
  await page.waitForSelector('.board-host[data-ply="1"]');
  await page.click('text=Undo');
  await page.waitForSelector('.board-host[data-ply="0"]');
  await page.click('text=Redo');
  await page.waitForSelector('.board-host[data-ply="1"]');
  assert.equal(asked(page).after, '1,2');
  // Against a strategy both moves are taken back.
  const against = await lab.game({ game: 'nim', board: 'heaps:3,5', second: 'optimal', after: '5>4' });
  await against.waitForSelector('.board-host[data-ply="2"]');
  await against.click('text=Undo');
  await against.waitForSelector('.board-host[data-ply="0"]');
});

test('perfect play begins, and two strategies step by step', async () => {
  const page = await lab.game({ game: 'kayles', board: 'heaps:7', first: 'optimal', second: 'person' });
  await page.waitForSelector('.board-host[data-ply="1"]');
  const { outcome } = await solve(asked(page));
  assert.equal(outcome, 'P', 'it leaves a lost position');
  const stepped = await lab.game({ game: 'unshackle', board: 'grid:2x2', first: 'optimal', second: 'optimal' });
  for (let turn = 0; turn < 4; turn += 1) {
    await stepped.click('.bar >> text=Step');
    await played(stepped, turn);
  }
  const { margin } = await solve({ game: 'unshackle', board: 'grid:2x2' });
  const scores = await stepped.$$eval('.score', (nodes) => nodes.map((node) => Number(node.textContent)));
  assert.equal(scores[0] - scores[1], margin);
  assert.notEqual(await over(stepped), '');
});

test('against a named strategy', async () => {
  const page = await lab.game({ game: 'unshackle', board: 'grid:3x3', second: 'person' });
  await page.waitForSelector('#player-second option[value="shadow-point"]', { state: 'attached' });
  await page.selectOption('#player-second', 'shadow-point');
  assert.ok(await click(page, 'edge-0-1-0'));
  await page.waitForSelector('.board-host[data-ply="2"]');
  assert.equal(asked(page).after, '1-2 8-9');
  assert.match(await page.textContent('.players'), /unshackle, Strategy 1/);
});

test('a shared address restores the position', async () => {
  const page = await lab.game({ game: 'hop', board: 'ttt:3', start: '5', second: 'person' });
  assert.ok(await click(page, 'point-4') && await click(page, 'point-0'));
  await played(page, 0);
  const picture = (one) => one.$$eval('.point', (nodes) => nodes.map((node) => node.getAttribute('class')));
  const copy = await lab.page(new URL(page.url()).hash);
  await copy.waitForSelector('.board-host[data-ply="1"]');
  assert.deepEqual(await picture(copy), await picture(page));
  assert.equal(await copy.textContent('.last-move'), 'last move 5>1');
});

test('a hop by dragging', async () => {
  const page = await lab.game({ game: 'hop', board: 'ttt:3', start: '5', second: 'person' });
  const centre = async (key) => {
    const box = await page.locator(`[data-place="${key}"] .body`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...await centre(4));
  await page.mouse.down();
  await page.mouse.move(...await centre(8), { steps: 5 });
  await page.mouse.up();
  await played(page, 0);
  assert.equal(asked(page).after, '5>9');
});

test('illegal clicks are explained and change nothing', async () => {
  const page = await lab.game({ game: 'positional', board: 'ttt:3', second: 'person', after: '5' });
  await page.locator('.stone .glyph').click();
  await page.waitForFunction(() => /not free/.test(document.querySelector('.message').textContent));
  const octal = await lab.game({ game: 'octal:0.33', board: 'star:3', second: 'person' });
  await octal.locator('.vertex .body').first().click();
  await octal.waitForFunction(() => /does not allow/.test(document.querySelector('.message').textContent));
  assert.equal(await ply(octal), 0);
});

test('saving and loading', async () => {
  const page = await lab.game({ game: 'cram', board: 'grid:2x3', second: 'person', after: '1,2' });
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save')]);
  const saved = await readFile(await download.path(), 'utf8');
  assert.equal(JSON.parse(saved).after, '1,2');
  const other = await lab.game({ game: 'nim', board: 'heaps:3', second: 'person' });
  const file = (text) => ({ name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await other.setInputFiles('input[type=file]', file('{}'));
  await other.waitForFunction(() => /is not a saved game/.test(document.querySelector('.message').textContent));
  await other.setInputFiles('input[type=file]', file(saved));
  await other.waitForSelector('.board-host[data-ply="1"] .domino', { state: 'attached' });
});

test('two hundred moves fast in a row', async () => {
  const page = await lab.game({ game: 'subtraction:1', board: 'heaps:200', second: 'person' });
  await page.evaluate(async () => {
    const host = document.querySelector('.board-host');
    for (let n = 0; n < 200; n += 1) {
      const target = host.querySelector('[data-key]');
      target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      // An impatient second click must not break the game.
      target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      while (Number(host.dataset.ply) <= n) await new Promise((resolve) => { requestAnimationFrame(resolve); });
    }
  });
  assert.equal(await ply(page), 200);
  assert.equal(await over(page), 'second');
});
