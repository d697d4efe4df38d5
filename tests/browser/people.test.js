// For people who are new: choosing without notation, levels, a fair start, after the game, puzzles, lessons, drawing,
// pictures to take away, two people in a room.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Lab, asked, click, message, over, played, ply, solve } from './lab.js';

let lab;
before(async () => { lab = await Lab.open(); });
after(() => lab.close());

const hash = (page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]);

test('a game without a board leads to boards to choose, and no notation is needed', async () => {
  const page = await lab.page();
  for (const typed of ['kayles', 'tic-tac-toe', 'Dots and boxes']) {
    await page.fill('#search-text', typed);
    await page.press('#search-text', 'Enter');
    await page.waitForSelector('.picker .preview svg');
    assert.match((await page.textContent('h1')).toLowerCase().replaceAll('-', ' '), new RegExp(typed.toLowerCase().replaceAll('-', ' ')));
  }
  // Dots-and-boxes is called that, drawn with dots, and told in its own words.
  assert.equal(await page.textContent('h1'), 'Dots-and-boxes');
  assert.ok(await page.locator('.preview .corner').count() > 8);
  assert.match(await page.textContent('.rule'), /closes a polygon/);
  await page.locator('#number-0').fill('3');
  assert.match(await page.textContent('.notation'), /boxes:3x3/);
  await page.locator('#option-misere').check();
  assert.match(await page.textContent('.notation'), /--misere/);
  await page.selectOption('#opponent', 'beginner');
  await page.click('.choices .button.primary');
  await page.waitForSelector('.board-host[data-ply]');
  assert.deepEqual(asked(page), { game: 'dots-and-boxes', board: 'boxes:3x3', misere: 'true' });
  assert.equal(hash(page).get('second'), 'beginner');
  assert.match(await page.textContent('.status'), /a beginner/);
});

test('the catalogue shows every game of the registry with a picture', async () => {
  const page = await lab.page('#/new', { viewport: { width: 1200, height: 9000 } });
  await page.waitForSelector('.game-card');
  const { games } = await (await fetch(`${lab.address}/api/games`)).json();
  const names = games.reduce((sum, game) => sum + 1 + game.aliases.length, 0);
  assert.equal(await page.locator('.game-card').count(), names);
  await page.waitForFunction((n) => document.querySelectorAll('.game-card svg').length >= n, names);
  await page.fill('#find-game', 'prisoner');
  assert.equal(await page.locator('.game-card').count(), 1);
});

test('levels play on their own strength, and say so', async () => {
  for (const [level, words] of [['beginner', /a beginner/], ['sees-2', /a casual player/], ['sees-4', /a club player/]]) {
    const page = await lab.game({ game: 'positional', board: 'ttt:3', second: level });
    assert.ok(await click(page, 'point-4'));
    await page.waitForSelector('.board-host[data-ply="2"]');
    const status = await page.textContent('.status');
    assert.match(status, words);
    assert.doesNotMatch(status, /perfect/);
    await page.context().close();
  }
});

test('a fair start: one is told whether the game can be won', async () => {
  const winning = await lab.game({ game: 'nim', board: 'heaps:3,5,7' });
  await winning.waitForSelector('.fair');
  const { best_moves: best } = await solve({ game: 'nim', board: 'heaps:3,5,7' });
  assert.match(await winning.textContent('.fair'), new RegExp(`there are ${best.length} ways`));
  const lost = await lab.game({ game: 'nim', board: 'heaps:4,4' });
  await lost.waitForSelector('.fair.lost');
  await lost.click('.fair button');
  await lost.waitForSelector('.board-host[data-ply="1"]');
  assert.equal(hash(lost).get('first'), 'optimal');
  await lost.waitForFunction(() => /You can win/.test(document.querySelector('.fair')?.textContent || ''));
});

test('the board stays where it is, and is not drawn again, when the fair start is told', async () => {
  for (const [board, width] of [['heaps:3,5,7', 1440], ['heaps:4,4', 1440], ['heaps:3,5,7', 390], ['heaps:4,4', 390]]) {
    const page = await lab.page('', { viewport: { width, height: 900 } });
    await page.route('**/api/jobs', async (route) => {
      await new Promise((resolve) => { setTimeout(resolve, 400); });
      return route.continue();
    });
    await page.goto(`${lab.address}/#/play?game=nim&board=${board}`);
    await page.waitForSelector('.board-host[data-ply] svg');
    const top = () => page.$eval('.board-host', (node) => node.getBoundingClientRect().top + window.scrollY);
    const before = await top();
    await page.$eval('.board-host svg', (node) => { node.dataset.seen = 'yes'; });
    assert.equal(await page.$('.fair'), null);
    await page.waitForSelector('.fair');
    assert.equal(await top(), before, `${board} at ${width}`);
    assert.ok(await page.$('.board-host svg[data-seen]'), `${board} at ${width}`);
  }
});

test('a guess is not called perfect', async () => {
  const page = await lab.page();
  await page.route('**/api/jobs', async (route) => {
    const task = route.request().postDataJSON();
    if (task?.kind !== 'reply') return route.continue();
    return route.fulfill({ status: 202, json: { id: '1', state: 'done', progress: null, partial: null, error: null, result: { move: '5>4', perfect: false, words: null } } });
  });
  await page.goto(`${lab.address}/#/play?game=nim&board=heaps:3,5`);
  await page.waitForSelector('.board-host[data-ply]');
  assert.match(await page.textContent('.status'), /plays perfectly/);
  await page.click('details.moves summary');
  await page.click('details.moves li button >> text="3>0"');
  await page.waitForSelector('.board-host[data-ply="2"]');
  await page.waitForFunction(() => /guess/.test(document.querySelector('.message').textContent));
  assert.match(await page.textContent('.status'), /perfect but for one guess/);
  assert.doesNotMatch(await page.textContent('.status'), /plays perfectly/);
});

test('progress never claims that all is done while work goes on', async () => {
  const page = await lab.page();
  const words = await page.evaluate(async () => {
    const { progressText } = await import('/web/js/progress.js');
    return [[42, 43], [43, 43], [0, 1]].map(([done, of]) => progressText({ state: 'running', progress: { positions: 12345, seconds: 3, done, of } }));
  });
  assert.deepEqual(words, ['Thinking: 12,345 positions, 3 s, 42 of 43 done', 'Thinking: 12,345 positions, 3 s', 'Thinking: 12,345 positions, 3 s']);
});

test('partners are advised only where that is proved', async () => {
  const told = async (question) => {
    const page = await lab.game({ ...question, first: 'person', second: 'person' });
    await page.click('text=Partners');
    await page.waitForFunction(() => /artner|symmetry/.test(document.querySelector('.message').textContent));
    const words = await message(page);
    await page.context().close();
    return words;
  };
  assert.match(await told({ game: 'octal:0.33', board: 'path:3' }), /not a winning strategy/);
  assert.match(await told({ game: 'cram', board: 'grid:2x3' }), /the first player wins by playing 2,5, then/);
  assert.match(await told({ game: 'cram', board: 'grid:4x4' }), /the second player wins by answering/);
});

test('after the game: who won, where it was lost, and try again from there', async () => {
  const page = await lab.game({ game: 'nim', board: 'heaps:3,5', second: 'optimal' });
  await page.click('details.moves summary');
  for (let turn = 0; (await over(page)) === ''; turn += 1) {
    const before = await ply(page);
    await page.click(turn === 0 ? 'details.moves li button >> text="3>2"' : 'details.moves li button >> nth=0');
    await page.waitForFunction((n) => { const { ply: now, over: ended } = document.querySelector('.board-host').dataset; return ended !== '' || Number(now) > n + 1; }, before);
  }
  await page.waitForSelector('.review .again');
  assert.match(await page.textContent('.review'), /You lost/);
  assert.match(await page.textContent('.review'), /Move 1, 3>2, gave the first player’s win away/);
  assert.ok(await page.locator('.over-moves circle').count() > 2);
  const line = asked(page).after;
  await page.click('.review .again');
  await page.waitForSelector('.board-host[data-ply="0"]');
  // The line that was left is in the address, and Redo follows it.
  assert.equal(hash(page).get('lines'), line);
  await page.click('details.moves li button >> text="5>3"');
  await page.waitForSelector('.board-host[data-ply="2"]');
  assert.match(await page.textContent('.variations'), /3>2/);
  const copy = await lab.page(new URL(page.url()).hash);
  await copy.waitForSelector('.variations');
  await copy.click('.variations button >> nth=0');
  await copy.waitForFunction(() => /after=3>2/.test(decodeURIComponent(location.hash)));
});

test('a puzzle: a wrong move is told, the right one too', async () => {
  const page = await lab.page('#/puzzles?game=kayles&number=5');
  await page.waitForSelector('.board-host[data-ply]');
  await page.waitForFunction(() => /exactly one of \d+ moves wins/.test(document.querySelector('.puzzle-task').textContent));
  const job = await (await fetch(`${lab.address}/api/jobs`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ kind: 'puzzle', game: 'kayles', grade: null, number: 5 }),
  })).json();
  const { solution, question } = job.result.puzzle;
  const { best_moves: best } = await solve(question);
  assert.deepEqual(best, [solution]);
  await page.click('details.moves summary');
  const moves = await page.$$eval('details.moves .move', (nodes) => nodes.map((node) => node.textContent));
  await page.click(`details.moves li:nth-child(${moves.findIndex((one) => one !== solution) + 1}) button`);
  await page.waitForSelector('.not-right');
  await page.click('text=Try again');
  await page.waitForFunction(() => /exactly one/.test(document.querySelector('.puzzle-task').textContent));
  await page.click(`details.moves li:nth-child(${moves.indexOf(solution) + 1}) button`);
  await page.waitForSelector('.puzzle-task .right');
});

test('lessons: the solver judges', async () => {
  const page = await lab.page('#/lessons');
  await page.waitForSelector('.lesson-list li');
  assert.equal(await page.locator('.lesson-list li').count(), 3);
  await page.click('.lesson-list li >> nth=0');
  await page.waitForSelector('.lesson-board [data-key]');
  assert.ok(await click(page, 'dot-0-1'));
  await page.waitForSelector('.lesson-verdict.right');
  const chains = await lab.page('#/lessons?lesson=long-chains&step=2');
  await chains.waitForFunction(() => /Your move/.test(document.querySelector('.message')?.textContent || ''));
  await chains.click('details.moves summary');
  for (const [mine, until] of [['1-2', 2], ['3-3', 5]]) {
    await chains.click(`details.moves li button >> text="${mine}"`);
    await chains.waitForFunction((n) => Number(document.querySelector('.board-host').dataset.ply) >= n, until);
  }
  while ((await over(chains)) === '') { const n = await ply(chains); await chains.click('details.moves li button >> nth=0'); await played(chains, n); }
  await chains.waitForSelector('.lesson-verdict.right');
  assert.match(await chains.textContent('.lesson-verdict'), /You won/);
});

test('drawing a board by mouse and by keys, pasting one, and playing on it', async () => {
  const page = await lab.page('#/draw');
  await page.waitForFunction(() => document.querySelectorAll('#draw-game option').length > 3);
  const box = await page.locator('.sketch').boundingBox();
  const at = (x, y) => page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  await at(0.35, 0.3); await at(0.6, 0.3); await at(0.6, 0.7);
  for (const [a, b] of [[0, 1], [1, 2], [1, 2], [2, 2]]) {
    await page.locator(`[data-point="${a}"]`).click();
    await page.locator(`[data-point="${b}"]`).click();
  }
  assert.equal(await page.inputValue('#draw-name'), 'edges:1-2,2-3,2-3,3-3');
  await page.locator('[data-point="0"]').focus();
  await page.keyboard.press('Delete');
  assert.equal(await page.inputValue('#draw-name'), 'edges:1-2,1-2,2-2');
  await page.locator('.sketch').focus();
  await page.keyboard.press('a');
  await page.locator('[data-point="2"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-point="0"]').focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.inputValue('#draw-name'), 'edges:1-2,1-2,2-2,1-3');
  for (const [text, board] of [['graph G { a -- b -- c; c -- a }', 'edges:1-2,2-3,1-3'], ['{"edges": [[1,2],[2,3]]}', 'edges:1-2,2-3'], ['Bw', 'edges:1-2,1-3,2-3'], ['1 2\n2 3\n3 4', 'edges:1-2,2-3,3-4']]) {
    await page.fill('#draw-paste', text);
    await page.click('text=Use this graph');
    await page.waitForFunction((wanted) => document.getElementById('draw-name').value === wanted, board, { timeout: 5000 });
  }
  await page.selectOption('#draw-game', 'arc-kayles');
  await page.click('.draw .button.primary');
  await page.waitForSelector('.board-host[data-ply]');
  assert.equal(asked(page).board, 'edges:1-2,2-3,3-4');
});

test('pictures, tables and records to take away', async () => {
  const page = await lab.game({ game: 'positional', board: 'pg:2,2', second: 'person', after: '1 2' });
  const file = async (one, selector) => {
    const [download] = await Promise.all([one.waitForEvent('download'), one.click(selector)]);
    return readFile(await download.path());
  };
  const svg = (await file(page, '.record >> text="SVG"')).toString();
  assert.match(svg, /^<svg/);
  assert.doesNotMatch(svg, /class=|var\(/);
  assert.equal((svg.match(/<path|<circle/g) || []).length > 14, true);
  const png = await file(page, '.record >> text="PNG"');
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  const table = await lab.page('#/explore?view=table&game=cram&board=grid:1..2x1..3');
  await table.waitForSelector('.heat-map');
  const csv = (await file(table, 'text="CSV"')).toString().trim().split('\n');
  assert.equal(csv.length, 7);
  assert.match(csv[0], /board/);
  assert.match((await file(table, 'text="LaTeX"')).toString(), /\\begin\{tabular\}[^]*\\end\{tabular\}/);
});

test('two people in a room', async () => {
  const host = await lab.game({ game: 'nim', board: 'heaps:2,1', second: 'person' });
  await host.click('text=Play with a friend');
  await host.waitForFunction(() => /Send the address/.test(document.querySelector('.message').textContent));
  const guest = await lab.page(new URL(host.url()).hash);
  await guest.waitForFunction(() => /The other person is thinking/.test(document.querySelector('.message')?.textContent || ''));
  await host.waitForFunction(() => /Your move/.test(document.querySelector('.message').textContent));
  await host.click('details.moves summary');
  await host.click('details.moves li button >> text="2>0"');
  for (const one of [host, guest]) await one.waitForSelector('.board-host[data-ply="1"]');
  await guest.waitForFunction(() => /Your move/.test(document.querySelector('.message').textContent));
  await guest.click('details.moves summary');
  await guest.click('details.moves li button >> text="1>0"');
  for (const one of [host, guest]) await one.waitForSelector('.board-host[data-ply="2"]');
  assert.equal(await over(host), 'second');
  const third = await lab.page(new URL(host.url()).hash);
  await third.waitForSelector('.board-host[data-ply="2"]');
  await guest.click('text=Start again');
  await third.waitForSelector('.board-host[data-ply="0"]');
  await third.waitForFunction(() => /you are watching/.test(document.querySelector('.message').textContent));
});

test('starts of a hop game are coloured before the first X stands; a small island is brought near first', async () => {
  const page = await lab.game({ game: 'hop', board: 'ttt:3', see: 'values', second: 'person' });
  await page.waitForSelector('.point[class*="wins-"]');
  assert.equal(await page.locator('.point[class*="wins-"]').count(), 9);
  const phone = await lab.game({ game: 'hop', board: '[pg:2,2 : pg:2,2]', second: 'person' }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await phone.locator('[data-key="point-8"] .body').tap();
  await phone.waitForFunction(() => document.querySelector('.islands').value === '1');
  const size = await phone.locator('[data-key="point-8"] .body').evaluate((node) => node.getBoundingClientRect().width);
  assert.ok(size >= 24, `${size}`);
  await phone.locator('[data-key="point-8"] .body').tap();
  await phone.waitForSelector('.stone', { state: 'attached' });
});

test('controls stay above the fold at 1440 by 900', async () => {
  for (const [game, board] of [['unshackle', 'grid:5x5'], ['fire-and-ice', '[pg:2,2 : pg:2,2]'], ['positional', 'ag:2,5'], ['node-kayles', 'petersen']]) {
    const page = await lab.game({ game, board, second: 'person' }, { viewport: { width: 1440, height: 900 } });
    const bottom = await page.locator('.bar').evaluate((node) => node.getBoundingClientRect().bottom);
    assert.ok(bottom <= 900, `${game} ${board}: ${bottom}`);
    await page.context().close();
  }
});

test('a position is set up piece by piece, and only if a game can come to it', async () => {
  const page = await lab.game({ game: 'tic-tac-toe', board: 'ttt:3', after: '5 1', second: 'person' });
  // Rows are told as rows.
  assert.match(await page.textContent('.rule'), /3 in a row/);
  await page.getByRole('link', { name: 'Set up a position' }).click();
  await page.waitForSelector('.set-up .point.stone');
  assert.equal(await page.locator('.set-up .stone').count(), 2);
  assert.ok(await click(page, 'point-1'));
  assert.ok(await click(page, 'point-2'));
  await page.waitForSelector('.message.wrong');
  assert.match(await message(page), /3 X and 1 O/);
  assert.ok(await click(page, 'point-2'));
  await page.waitForSelector('.message:not(.wrong)');
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.waitForSelector('.board-host[data-ply="4"]');
  assert.deepEqual(await page.$$eval('.board .point', (nodes) => nodes.map((node) => (node.classList.contains('by-first') ? 'X' : node.classList.contains('by-second') ? 'O' : '.')).join('').slice(0, 5)), 'OXO.X');
});

test('heaps are set up by their sizes', async () => {
  const page = await lab.page('#/setup?game=nim&board=heaps:3,5');
  await page.waitForSelector('.set-up .dot');
  await page.locator('.set-up input').first().fill('2');
  await page.locator('.set-up input').first().press('Tab');
  await page.getByRole('button', { name: 'Another heap' }).click();
  await page.waitForFunction(() => /heaps:2,5,1/.test(document.querySelector('.set-up .button.primary').getAttribute('href')));
});
