// Accessibility: axe finds nothing to complain of on any page, light and dark, wide and narrow; every sentence of the
// page is in the file of strings; themes and languages switch.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { Lab } from './lab.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let lab;
let axe;
before(async () => { lab = await Lab.open(); axe = await readFile(AXE, 'utf8'); });
after(() => lab.close());

const PAGES = [
  ['', '.lines article svg'],
  ['#/new', '.game-card svg'],
  ['#/new?game=dots-and-boxes', '.preview svg'],
  ['#/play?game=robs-dots&board=heaps:11&see=values', '.dot.best'],
  ['#/play?game=unshackle&board=grid:2x3&second=person&see=values', '.edge-target[class*="wins-"]'],
  ['#/play?game=cram&board=grid:3x3&second=person&after=1,2&see=values', '.nim-sum'],
  ['#/play?game=dots-and-boxes&board=boxes:2x2&second=person&after=1-2', '.side'],
  ['#/play?game=positional&board=ttt:3&second=person&after=1+2+4+5+7', '.review svg'],
  ['#/play?game=hop&board=[pg:2,2+:+pg:2,2]&start=1.1&second=person', '.island'],
  ['#/play?game=nonsense&board=x', '[role=alert]'],
  ['#/puzzles?game=nim&number=3', '.board-host[data-ply]'],
  ['#/lessons', '.lesson-list'],
  ['#/lessons?lesson=nim-sum&step=2', '.board-host[data-ply]'],
  ['#/draw?game=arc-kayles&board=cycle:4', '.sketch .vertex'],
  ['#/explore?view=table&game=cram&board=grid:1..3x1..3', '.heat-map'],
  ['#/explore?view=table&game=arc-kayles&board=trees:5', '.gallery li'],
  ['#/explore?view=difference&game=cram&other=cram+--misere&board=grid:1..2x1..3', '.differences'],
  ['#/explore?view=sequence&code=kayles&to=60', '.chart'],
  ['#/explore?view=pairs&code=nim&total=10', '.pair'],
  ['#/claims', '.paper'],
  ['#/check', '.drop'],
  ['#/setup?game=positional&board=ttt:3&after=5+1', '.set-up .point'],
  ['#/setup?game=nim&board=heaps:3,5', '.set-up .dot'],
  ['#/play?game=hex&board=hex:3x3&second=person&after=5&see=values', '.point[class*="wins-"]'],
  ['#/help', '.chip'],
];

async function violations(page) {
  await page.waitForTimeout(250);
  // The policy of the page allows no scripts but its own; the tools of the browser may run one all the same.
  await page.evaluate(`${axe}; null`);
  const { violations: found } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 140)} — ${failureSummary.split('\n')[1]}`).join(' | ')}`);
}

for (const [index, [hash, ready]] of PAGES.entries()) {
  test(`axe is content with ${hash || 'the front page'}`, async () => {
    const dark = index % 2 === 1;
    const page = await lab.page(hash, { viewport: index % 3 === 0 ? { width: 390, height: 844 } : { width: 1440, height: 900 }, colorScheme: dark ? 'dark' : 'light' });
    await page.waitForSelector(ready, { state: 'attached' });
    assert.deepEqual(await violations(page), []);
    await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, dark ? 'light' : 'dark');
    assert.deepEqual(await violations(page), [], 'in the other theme');
    await page.context().close();
  });
}

test('no page is wider than a screen of 320 pixels', async () => {
  for (const [hash, ready] of PAGES) {
    const page = await lab.page(hash, { viewport: { width: 320, height: 640 } });
    await page.waitForSelector(ready, { state: 'attached' });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 320, `${hash} is ${wide} wide`);
    await page.context().close();
  }
});

const web = new URL('../../crates/server/web/js/', import.meta.url);

test('every sentence of the page is in the file of strings, and none is left over', async () => {
  const files = (await readdir(web, { recursive: true })).filter((name) => name.endsWith('.js') && name !== 'strings.js');
  const sources = (await Promise.all(files.map((name) => readFile(new URL(name, web), 'utf8')))).join('\n');
  const served = JSON.stringify(await (await fetch(`${lab.address}/api/choices`)).json());
  const { LANGUAGES } = await import(new URL('strings.js', web));
  const known = new Set(Object.keys(LANGUAGES.de.words));
  const quoted = (text) => text.replaceAll("\\'", "'");
  const used = new Set([...sources.matchAll(/\bt\('((?:[^'\\]|\\.)*)'/g)].map(([, text]) => quoted(text)));
  for (const [, one, more] of sources.matchAll(/\bmany\([^,]+(?:\([^)]*\)[^,]*)?, '((?:[^'\\]|\\.)*)', '((?:[^'\\]|\\.)*)'/g)) { used.add(quoted(one)); used.add(quoted(more)); }
  for (const { title, numbers } of JSON.parse(served).families) { used.add(title); numbers.forEach(({ name }) => used.add(name)); }
  assert.deepEqual([...used].filter((text) => !known.has(text)), [], 'not translated');
  for (const [english, german] of Object.entries(LANGUAGES.de.words)) {
    const holes = (text) => (text.match(/\{\w+\}/g) || []).sort().join();
    assert.equal(holes(german), holes(english), english);
    assert.ok(sources.includes(english.replaceAll("'", "\\'")) || sources.includes(english) || served.includes(`"${english}"`), `nothing uses ${english}`);
  }
});

test('no rule and no game is named in the page', async () => {
  const { games } = await (await fetch(`${lab.address}/api/games`)).json();
  const names = games.flatMap(({ name, aliases }) => [name, ...aliases]).filter((name) => name.includes('-') || /kayles|nim|cram|unshackle|nimstring|officers|treblecross/.test(name));
  const files = (await readdir(web, { recursive: true })).filter((name) => name.endsWith('.js'));
  for (const file of files) {
    const source = (await readFile(new URL(file, web), 'utf8')).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    for (const name of names) assert.ok(!new RegExp(`'${name}[:' ]`).test(source), `${name} in ${file}`);
  }
});

test('themes, sizes and languages are kept', async () => {
  const page = await lab.page('', { colorScheme: 'light' });
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.click('.settings summary');
  await page.selectOption('#theme', 'dark');
  assert.notEqual(await paper(), light);
  await page.locator('#projector').check();
  await page.reload();
  assert.notEqual(await paper(), light);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '22px');
  await page.click('.settings summary');
  await Promise.all([page.waitForNavigation(), page.selectOption('#language', 'de')]);
  await page.waitForSelector('.ways');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  assert.match(await page.textContent('.hero h1'), /Gelöste Spiele/);
});

test('what the program says of rules, values and lessons is in the reader’s language', async () => {
  const german = { locale: 'de-DE' };
  const page = await lab.game({ game: 'cram', board: 'grid:2x3', second: 'person', see: 'values' }, german);
  assert.match(await page.textContent('.rule'), /^Lege einen Dominostein auf zwei freie benachbarte Felder\. Wer den letzten Zug macht, gewinnt\.$/);
  await page.waitForSelector('.verdict.wins-first');
  assert.match(await page.textContent('.why'), /Der erste Spieler gewinnt \(N-Stellung, Grundy-Wert 1\)/);
  const coded = await lab.game({ game: 'octal:0.33', board: 'path:4', second: 'person' }, german);
  assert.equal(await coded.textContent('.rule'), 'Nimm aus einer Komponente 1 (es bleibt nichts oder eine Komponente) oder 2 (es bleibt nichts oder eine Komponente). Wer den letzten Zug macht, gewinnt.');
  const ended = await lab.game({ game: 'unshackle', board: 'path:2', second: 'person', after: '1-2' }, german);
  assert.match(await ended.textContent('.message'), /Der erste Spieler gewinnt, 2 zu 0/);
  const lesson = await lab.page('#/lessons?lesson=nim-sum', german);
  await lesson.waitForSelector('.lesson h1');
  assert.equal(await lesson.textContent('.lesson h1'), 'Das Spiel');
});
