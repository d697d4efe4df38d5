// Every game is opened and played to its end by clicks, and the result shown is the one the command line computes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Lab, asked, message, move, over, ply, solve } from './lab.js';

// As they are asked on the command line; a bar stands before the board.
const GAMES = `
robs-dots | heaps:11
octal:4.0 | heaps:5
hexadecimal:0.9 | heaps:5
octal:0.33 | pode:1,1,2
octal:0.7 | heaps:3 + cycle:3
nim | heaps:3,4
kayles | heaps:6 --misere
dawsons-kayles | heaps:7
dawsons-chess | heaps:7
officers | heaps:6
treblecross | heaps:7
subtraction:1,2,3 | heaps:6
node-kayles | petersen
arc-kayles | edges:1-1,1-2,1-2,2-3,3-4
cram | grid:2x3
unshackle | grid:2x3
closing-octagons | octagons:1x1
closing-octagons | polygons:5,1x2 --normal-rules
strings-and-coins | boxes:1x2
strings-and-coins | edges:1-2,1-2,2-3,3-3,3-3
nimstring | hexagons:1x2
positional | ttt:3
maker-breaker | pg:2,2 --bias 1:2 --breaker-first
avoider-enforcer | ag:2,2 --enforcer-first
chooser-picker | sets:1-2-3,3-4-5
picker-chooser | matroid:fano,circuits
hop | ttt:3
fire-and-ice | [sets:1-2 : pg:2,2]
grim | grid:2x3
connected-subtraction:1,3 | pode:1,1,2
unshackle | grid:2x2 --misere --weights 1=3
maker-breaker-hop | ttt:3
green-hackenbush | edges:1-2,2-3,2-4,3-4,4-4
hex | hex:3x3
domineering | cells:##.#/####
col | cycle:5 --right-first
snort | grid:2x3
partizan-octal:0.3,0.03 | path:6
shannon-switching | complete:4 --terminals 1,4
`.trim().split('\n').map(read);

/** A line as the page's question. */
function read(line) {
  const [, game, board, options] = line.match(/^(\S+) \| (.*?)((?: --\S+(?: [^-\s]\S*)?)*)$/);
  const given = [...options.matchAll(/--(\S+)(?: ([^-\s]\S*))?/g)].map(([, name, value]) => [name.replaceAll('-', '_'), value ?? 'true']);
  return { game, board, ...Object.fromEntries(given) };
}

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
