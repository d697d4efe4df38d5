// The page itself: bad addresses, search, keyboard, narrow screens, what a screen reader hears, long work, exploring.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Lab, asked, click, over, played, ply, solve } from './lab.js';

let lab;
before(async () => { lab = await Lab.open(); });
after(() => lab.close());

test('bad addresses are explained, with a way out', async () => {
  for (const [hash, words] of [
    ['#/play?game=kayls&board=heaps:5', /did you mean kayles/],
    ['#/play?game=kayles&board=heaps:5&after=5>9', /move 1/],
    ['#/play?game=kayles', /board/],
    ['#/play?game=kayles&board=@/etc/passwd.g6', /reads no files/],
    ['#/play?game=unshackle&board=complete:500', /too large/],
    ['#/explore?view=table&game=cram&board=grid:3..1', /empty/],
    ['#/explore?view=sequence&code=0.9&to=20', /hexadecimal/],
  ]) {
    const page = await lab.page(hash);
    await page.waitForSelector('[role=alert]');
    assert.match(await page.textContent('[role=alert]'), words, hash);
    await page.context().close();
  }
  const page = await lab.page('#/play?game=nim&board=heaps:3&after=3>1+9>1&second=person');
  await page.click('text=Leave out the last move');
  await page.waitForSelector('.board-host[data-ply]');
  assert.equal(asked(page).after, '3>1');
  const unknown = await lab.page('#/nowhere');
  await unknown.waitForSelector('.hero');
});

test('the search box takes the notation', async () => {
  const page = await lab.page();
  await page.fill('#search-text', 'outplay play maker-breaker ttt:3 --bias 1:2 --breaker-first');
  await page.press('#search-text', 'Enter');
  await page.waitForSelector('.board-host[data-ply]');
  assert.deepEqual(asked(page), { game: 'maker-breaker', board: 'ttt:3', bias: '1:2', breaker_first: 'true' });
  await page.fill('#search-text', 'hop [ag:2,2 : pg:2,2]');
  await page.press('#search-text', 'Enter');
  await page.waitForSelector('.island');
  await page.goBack();
  await page.waitForSelector('.points.cells');
});

test('a game by keyboard alone', async () => {
  const page = await lab.game({ game: 'positional', board: 'ttt:3', second: 'person' });
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.key), 'point-0');
  // X takes the left column, O plays beside it.
  await page.keyboard.press('Enter');
  await played(page, 0);
  for (const expected of ['2', '4', '5', '7']) {
    const before = await ply(page);
    const wanted = `point-${Number(expected) - 1}`;
    for (const arrow of [[], ['ArrowRight'], ['ArrowDown'], ['ArrowLeft'], ['ArrowLeft'], ['ArrowDown'], ['ArrowLeft'], ['ArrowLeft']]) {
      for (const key of arrow) await page.keyboard.press(key);
      if (await page.evaluate(() => document.activeElement.dataset.key) === wanted) break;
    }
    assert.equal(await page.evaluate(() => document.activeElement.dataset.key), wanted);
    await page.keyboard.press('Enter');
    await played(page, before);
  }
  assert.equal(await over(page), 'first');
  await page.keyboard.press('u');
  await page.waitForSelector('.board-host[data-ply="4"]');
  await page.keyboard.press('h');
  await page.waitForFunction(() => /^Try 7/.test(document.querySelector('.message').textContent));
});

test('what a screen reader is told', async () => {
  const page = await lab.game({ game: 'unshackle', board: 'path:3', second: 'person' });
  await page.keyboard.press('v');
  await page.waitForSelector('[aria-label*="wins by"]');
  assert.match(await page.getAttribute('[data-key="edge-0-1-0"]', 'aria-label'), /^edge 1 to 2, the \w+ player wins|draw/);
  assert.equal(await page.getAttribute('[data-key="edge-0-1-0"]', 'role'), 'button');
  await page.focus('[data-key]');
  await page.keyboard.press('Enter');
  await played(page, 0);
  await page.waitForFunction(() => /First player played 1-2/.test(document.getElementById('live').textContent));
  const unnamed = await page.$$eval('button, input, select, a', (nodes) => nodes.filter((node) => {
    const name = node.getAttribute('aria-label') || node.textContent.trim() || node.labels?.length || node.title;
    return !name && node.type !== 'file';
  }).map((node) => node.outerHTML));
  assert.deepEqual(unnamed, []);
});

test('a narrow screen, light and dark', async () => {
  for (const [hash, colorScheme] of [
    ['', 'light'], ['#/play?game=robs-dots&board=heaps:50&see=values', 'dark'], ['#/play?game=unshackle&board=grid:3x3&see=values', 'light'],
    ['#/play?game=closing-octagons&board=octagons:2x2', 'dark'], ['#/play?game=hop&board=ttt:3', 'light'],
    ['#/explore', 'dark'], ['#/help', 'light'],
  ]) {
    const page = await lab.page(hash, { viewport: { width: 360, height: 740 }, colorScheme });
    await page.waitForSelector('main > *');
    await page.waitForTimeout(300);
    const [inner, wide] = await page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth]);
    assert.ok(wide <= inner, `${hash} is ${wide} wide`);
    await page.context().close();
  }
});

test('long work shows progress, leaves the page alive, and stops when asked', async () => {
  const page = await lab.game({ game: 'strings-and-coins', board: 'complete:14', second: 'person', see: 'values' });
  await page.waitForSelector('.progress:not([hidden])');
  assert.equal((await lab.load()).running, 1);
  await page.waitForFunction(() => /[1-9][\d,]* positions/.test(document.querySelector('.progress').textContent));
  await page.click('.progress >> text=Stop');
  await page.waitForFunction(() => document.querySelector('.progress').hidden);
  await idle();
  // A position that is left takes its work along.
  await page.click('text=Hide values');
  await page.click('text=Show values');
  await page.waitForSelector('.progress:not([hidden])');
  assert.ok(await click(page, 'edge-0-1-0'));
  await played(page, 0);
  await page.goto(`${lab.address}/#/help`);
  await page.waitForSelector('.prose');
  await idle();
  const table = await lab.page('#/explore?view=table&game=unshackle&board=grid:6..7x6..7');
  await table.waitForSelector('.progress:not([hidden])');
  await table.close();
  await idle();
});

/** Nothing runs any more. */
async function idle() {
  for (let i = 0; i < 100; i += 1) {
    const { running, waiting } = await lab.load();
    if (running + waiting === 0) return;
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  assert.fail('a job still runs');
}

test('why: parts, partners, classes, weights and the game graph', async () => {
  const page = await lab.game({ game: 'cram', board: 'grid:2x2', second: 'person', see: 'values' });
  await page.waitForSelector('.nim-sum');
  await page.click('text=Partners');
  await page.waitForSelector('.partner');
  assert.equal(await page.locator('.partner').count(), 2);
  await page.click('text=Game graph');
  await page.waitForSelector('dialog .node');
  assert.equal(await page.locator('dialog .node.P').count(), 2);
  assert.equal(await page.locator('dialog .node.N').count(), 4);
  await page.click('dialog >> text=Close');
  const misere = await lab.game({ game: 'kayles', board: 'heaps:5,3', misere: 'true', second: 'person', see: 'values' });
  await misere.waitForSelector('.explanation');
  assert.match(await misere.textContent('.why'), /After .*: product .*, a P-position.*P-portion of the misère quotient/s);
  assert.equal(await misere.locator('.nim-sum').count(), 0);
  const octagons = await lab.game({ game: 'closing-octagons', board: 'octagons:1x2', second: 'person' });
  assert.match(await octagons.textContent('.why'), /The state is normal/);
  await octagons.click('text=As a graph');
  await octagons.waitForSelector('.vertex');
  const hop = await lab.game({ game: 'hop', board: 'pg:2,3', start: '1', after: '1>2', second: 'person' });
  await hop.click('text=Weights');
  await hop.waitForSelector('.tag');
  const weights = await hop.$$eval('.tag text', (nodes) => nodes.map((node) => node.textContent));
  assert.deepEqual([...new Set(weights)].sort(), ['3/8', '7/16']);
  assert.match(await hop.textContent('.why'), /alpha-weight of the position is 11\/8/);
});

test('lines of a plane light up', async () => {
  const page = await lab.game({ game: 'positional', board: 'ag:2,3', second: 'person' });
  await page.hover('[data-key="point-4"]');
  assert.equal(await page.locator('.lit-line').count(), 4);
});

test('exploring: a table, a sequence with its period, pairs of heaps', async () => {
  const page = await lab.page('#/explore?view=table&game=cram&board=grid:1..3x1..4');
  await page.waitForSelector('.heat-map');
  const cells = await page.$$eval('.heat', (nodes) => nodes.map((node) => node.textContent));
  assert.deepEqual(cells, ['0', '1', '1', '2', '1', '0', '1', '0', '1', '1', '0', '1']);
  await page.click('.heat >> nth=5');
  await page.waitForSelector('.graph.cells');
  assert.equal(asked(page).board, 'grid:2x2');
  await page.goto(`${lab.address}/#/explore?view=sequence&code=kayles&to=150`);
  await page.waitForSelector('.chart .band');
  assert.match(await page.textContent('.output'), /Period 12, proved; last exception 70/);
  assert.equal(await page.locator('.dot-value').count(), 151);
  await page.goto(`${lab.address}/#/explore?view=pairs&code=nim&total=10`);
  await page.waitForSelector('.pair');
  assert.equal(await page.locator('.pair').count(), 5);
});

test('two games compared board by board, as the command line values them', async () => {
  const page = await lab.page('#/explore?view=difference&game=cram&other=cram+--misere&board=grid:1..2x1..3');
  await page.waitForSelector('.differences tbody tr');
  const rows = await page.$$eval('.differences tbody tr', (nodes) => nodes.map((node) => ({
    board: node.querySelector('th').textContent, winner: node.classList.contains('winner'), cells: [...node.querySelectorAll('td')].map((cell) => cell.textContent),
  })));
  assert.equal(rows.length, 6);
  for (const { board, winner, cells } of rows) {
    const [normal, misere] = [await solve({ game: 'cram', board }), await solve({ game: 'cram', board, misere: 'true' })];
    assert.equal(cells[0], String(normal.grundy), board);
    assert.equal(winner, normal.winner !== misere.winner, board);
  }
});

test('claims are found by words, source and status, and a status is kept', async () => {
  const page = await lab.page('#/claims');
  await page.waitForSelector('.claim', { state: 'attached' });
  const shown = () => page.locator('.claim:not([hidden])').count();
  const all = await shown();
  assert.equal(await page.locator('.paper').count(), 5);
  await page.fill('#find-claim', 'corollary');
  const found = await shown();
  assert.ok(found > 0 && found < all);
  assert.equal(await page.textContent('[role=status].quiet'), `${found} statements`);
  await page.fill('#find-claim', '');
  await page.selectOption('#claim-status', 'verified');
  assert.equal(await shown(), 0);
  await page.selectOption('#claim-status', '');
  const quick = page.locator('.claim').first();
  await quick.locator('button').first().click();
  await page.waitForSelector('.finding .verdict', { timeout: 90_000 });
  const status = await quick.locator('.badge').textContent();
  assert.match(status, /verified|refuted|gap|open/);
  const later = await lab.page('#/claims');
  await later.waitForSelector('.claim', { state: 'attached' });
  assert.equal(await later.locator('.claim .badge').first().textContent(), status);
});

test('the catalogue of claims: one is checked', async () => {
  const page = await lab.page('#/claims');
  await page.click('.paper >> nth=0 >> summary');
  const claim = page.locator('.paper >> nth=0 >> .claim >> nth=0');
  await claim.locator('button').first().click();
  await page.waitForSelector('.finding .verdict, .finding [role=alert]', { timeout: 90_000 });
  assert.match(await claim.locator('.finding').textContent(), /^(Verified|Refuted|Gap|Open): /);
});
