// What the tests share: a server of their own, a browser, and hands that click like a person's.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const PROGRAM = process.env.OUTPLAY || fileURLToPath(new URL('../../target/debug/outplay', import.meta.url));
const BROWSER = process.env.CHROMIUM || '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export class Lab {
  static async open(...options) {
    const lab = new Lab();
    lab.server = spawn(PROGRAM, ['serve', '--port', '0', '--no-open', '--json', '--memory', '1G', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await new Promise((resolve) => { createInterface(lab.server.stdout).once('line', (text) => resolve([text])); });
    const [address, hash] = JSON.parse(line).address.split('#');
    lab.hash = hash ? `#${hash}` : '';
    return lab.enter(address.replace(/\/$/, ''));
  }

  /** The page at an address where somebody else serves it. */
  static visit(address) { return new Lab().enter(address); }

  async enter(address) {
    this.address = address;
    this.browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
    this.folder = await mkdtemp(join(tmpdir(), 'outplay-'));
    this.problems = [];
    return this;
  }

  async close() {
    await this.browser.close();
    this.server?.kill('SIGINT');
    await rm(this.folder, { recursive: true });
    assert.deepEqual(this.problems, [], 'the console stays clean');
  }

  /** A new page on an address of the laboratory. Whatever the console complains of fails the tests. */
  async page(hash = '', options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('console', (message) => {
      // A refused question is an answer like any other, but browsers log its status.
      const expected = /status of (400|409|429)/.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !expected) this.problems.push(`${hash}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.problems.push(`${hash}: ${error.message}`));
    await page.goto(`${this.address}/${hash}`);
    return page;
  }

  /** A game on a page, when its board is there. */
  async game(question, options) {
    const page = await this.page(`#/play?${new URLSearchParams(question)}`, options);
    await page.waitForSelector('.board-host[data-ply]');
    return page;
  }

  async load() {
    return (await fetch(`${this.address}/api/load`)).json();
  }
}

/** What the command line says of a question. */
export async function solve({ game, board, ...options }) {
  const flags = Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll('_', '-')}`;
    return value === 'true' ? [flag] : [flag, value];
  });
  const { stdout } = await promisify(execFile)(PROGRAM, ['solve', game, board, '--json', '--quiet', ...flags]);
  return JSON.parse(stdout);
}

/** The question that a page's address asks now. */
export function asked(page) {
  const parameters = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
  const settings = ['first', 'second', 'see', 'view', 'lines', 'room', 'at'];
  const found = {};
  for (const [name, value] of parameters) if (!settings.includes(name)) found[name] = value || 'true';
  return found;
}

export const ply = (page) => page.getAttribute('.board-host', 'data-ply').then(Number);
export const over = (page) => page.getAttribute('.board-host', 'data-over');
export const message = (page) => page.textContent('.message');

/** Waits until more moves are played than before. */
export async function played(page, before) {
  await page.waitForFunction((n) => Number(document.querySelector('.board-host').dataset.ply) > n, before);
}

/** Clicks a target where the mouse really meets it; false if it is covered everywhere. */
export async function click(page, key) {
  await page.waitForFunction(() => !document.querySelector('.board-host[data-busy]'));
  const point = await page.evaluate((wanted) => {
    const node = document.querySelector(`[data-key="${CSS.escape(wanted)}"]`);
    node.scrollIntoView({ block: 'center' });
    const spots = [];
    for (const path of node.querySelectorAll('path, line')) {
      const matrix = path.getScreenCTM();
      const length = path.getTotalLength();
      for (const share of [0.5, 0.4, 0.6, 0.3, 0.7]) {
        const { x, y } = path.getPointAtLength(length * share).matrixTransform(matrix);
        spots.push([x, y]);
      }
    }
    const box = (node.querySelector('.body') || node).getBoundingClientRect();
    for (const share of [0.5, 0.3, 0.7]) spots.push([box.x + box.width * share, box.y + box.height * share]);
    return spots.find(([x, y]) => document.elementFromPoint(x, y)?.closest('[data-key]') === node) || null;
  }, key);
  if (!point) return false;
  await page.mouse.click(...point);
  return true;
}

/** The keys of everything that can be clicked now and is not selected. */
export const live = (page) => page.$$eval('.board-host [data-key]:not(.selected)', (nodes) => nodes.map((node) => node.dataset.key));

/** Moves that no click on the board means (a heap into three) stand in the list of all moves. */
async function fromList(page, pick) {
  if (await page.getAttribute('details.moves', 'open') === null) await page.click('details.moves summary');
  const buttons = page.locator('details.moves li button');
  await buttons.nth(pick(await buttons.count())).click();
}

/** Makes one move by clicks: the `pick`-th target, and what is needed to complete the move. */
export async function move(page, pick) {
  const before = await ply(page);
  for (let clicks = 0; clicks < 6; clicks += 1) {
    const take = await page.$('.message button.primary');
    if (take) {
      await take.click();
    } else {
      const targets = await live(page);
      if (targets.length === 0) await fromList(page, pick);
      else {
        const key = targets[pick(targets.length)];
        assert.ok(await click(page, key), `${key} can be reached by the mouse`);
      }
    }
    const now = await page.waitForFunction((n) => {
      const host = document.querySelector('.board-host');
      if (host.dataset.busy) return false;
      return Number(host.dataset.ply) > n || host.querySelector('.selected') ? Number(host.dataset.ply) + 1 : false;
    }, before).then((handle) => handle.jsonValue());
    if (now - 1 > before) return;
  }
  assert.fail('six clicks made no move');
}
