// Every game is opened and played to its end by clicks, and the result shown is the one the command line computes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Lab, asked, message, move, over, ply, solve } from './lab.js';

const GAMES = [
  { game: 'robs-dots', board: 'heaps:11' },
  { game: 'octal:4.0', board: 'heaps:5' },
  { game: 'hexadecimal:0.9', board: 'heaps:5' },
  { game: 'octal:0.33', board: 'pode:1,1,2' },
  { game: 'octal:0.7', board: 'heaps:3 + cycle:3' },
  { game: 'nim', board: 'heaps:3,4' },
  { game: 'kayles', board: 'heaps:6', misere: 'true' },
  { game: 'dawsons-kayles', board: 'heaps:7' },
  { game: 'dawsons-chess', board: 'heaps:7' },
  { game: 'officers', board: 'heaps:6' },
  { game: 'treblecross', board: 'heaps:7' },
  { game: 'subtraction:1,2,3', board: 'heaps:6' },
  { game: 'node-kayles', board: 'petersen' },
  { game: 'arc-kayles', board: 'edges:1-1,1-2,1-2,2-3,3-4' },
  { game: 'cram', board: 'grid:2x3' },
  { game: 'unshackle', board: 'grid:2x3' },
  { game: 'closing-octagons', board: 'octagons:1x1' },
  { game: 'closing-octagons', board: 'polygons:5,1x2', normal_rules: 'true' },
  { game: 'strings-and-coins', board: 'boxes:1x2' },
  { game: 'strings-and-coins', board: 'edges:1-2,1-2,2-3,3-3,3-3' },
  { game: 'nimstring', board: 'hexagons:1x2' },
  { game: 'positional', board: 'ttt:3' },
  { game: 'maker-breaker', board: 'pg:2,2', bias: '1:2', breaker_first: 'true' },
  { game: 'avoider-enforcer', board: 'ag:2,2', enforcer_first: 'true' },
  { game: 'chooser-picker', board: 'sets:1-2-3,3-4-5' },
  { game: 'picker-chooser', board: 'matroid:fano,circuits' },
  { game: 'hop', board: 'ttt:3' },
  { game: 'fire-and-ice', board: '[sets:1-2 : pg:2,2]' },
  { game: 'grim', board: 'grid:2x3' },
  { game: 'connected-subtraction:1,3', board: 'pode:1,1,2' },
  { game: 'unshackle', board: 'grid:2x2', misere: 'true', weights: '1=3' },
  { game: 'maker-breaker-hop', board: 'ttt:3' },
  { game: 'green-hackenbush', board: 'edges:1-2,2-3,2-4,3-4,4-4' },
  { game: 'hex', board: 'hex:3x3' },
  { game: 'domineering', board: 'cells:##.#/####' },
  { game: 'col', board: 'cycle:5', right_first: 'true' },
  { game: 'snort', board: 'grid:2x3' },
  { game: 'partizan-octal:0.3,0.03', board: 'path:6' },
  { game: 'shannon-switching', board: 'complete:4', terminals: '1,4' },
];

let lab;
before(async () => { lab = await Lab.open(); });
after(() => lab.close());

for (const question of GAMES) {
  test(`${question.game} on ${question.board}`, async () => {
    const page = await lab.game({ ...question, first: 'person', second: 'person' });
    if (/hop|fire/.test(question.game)) {
      await page.click('[data-key="point-1"]');
      await page.waitForSelector('.stone');
    }
    for (let turn = 0; (await over(page)) === ''; turn += 1) {
      assert.ok(turn < 60, 'the game ends');
      await move(page, (count) => [0, count - 1, count >> 1][turn % 3]);
    }
    const ended = asked(page);
    assert.equal(ended.after.split(' ').length, await ply(page));
    const { winner, margin } = await solve(ended);
    assert.equal(await over(page), winner);
    const words = await message(page);
    assert.match(words, winner === 'none' ? /draw|tie/i : new RegExp(`the ${winner} player.* wins`, 'i'));
    if (margin !== undefined) {
      const scores = await page.$$eval('.score', (nodes) => nodes.map((node) => Number(node.textContent)));
      assert.equal(scores[0] - scores[1], margin);
    }
    // A click after the end changes nothing and is explained.
    assert.equal(await page.locator('.board-host [data-key]').count(), 0);
    await page.context().close();
  });
}
