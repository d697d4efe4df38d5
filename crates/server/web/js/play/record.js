// The record of a game: its moves and the lines that were left, the address to share, files.

import * as address from '../address.js';
import { el } from '../dom.js';
import { t } from '../language.js';
import { saveText } from '../save.js';
import { savePicture } from '../export.js';
import { canSetUp } from '../setup.js';

const button = (text, title, onclick) => el('button', { type: 'button', title, onclick }, text);

export class Record {
  constructor(game) {
    this.game = game;
    this.node = el('section', { class: 'card record' });
  }

  show() {
    const { game } = this;
    const { log } = game.position;
    const items = log.map((entry, index) => el('li', { class: `by-${entry.by}` },
      el('button', {
        type: 'button', class: 'log-move', title: t('Go back to the position after this move'), onclick: () => game.goTo(game.moves.slice(0, index + 1)),
      }, entry.move), entry.earned ? el('span', { class: 'earned' }, ` +${entry.earned}`) : null));
    const link = el('input', { type: 'text', readonly: true, value: location.href, 'aria-label': t('Address of this position') });
    this.node.replaceChildren(
      el('h2', {}, t('Record')),
      log.length > 0 ? el('ol', { class: 'log' }, items) : el('p', { class: 'quiet' }, t('No moves yet.')),
      ...this.variations(),
      el('div', { class: 'share' }, link, button(t('Copy'), t('Copy the address: whoever opens it sees this position'), () => this.copy(link))),
      el('div', { class: 'share' },
        button(t('Save'), t('Save the game to a file'), () => this.save()),
        el('label', { class: 'button' }, t('Load'), el('input', {
          type: 'file', class: 'hidden', accept: '.json', onchange: (event) => this.load(event.target),
        })),
        button('SVG', t('Save the picture of the board as SVG'), () => savePicture(game.host, this.name(), 'svg')),
        button('PNG', t('Save the picture of the board as PNG'), () => savePicture(game.host, this.name(), 'png')),
        this.editLink(), this.setUpLink()));
  }

  /** The lines that were left: where they leave the board's line, and how they go on. */
  variations() {
    const { game } = this;
    const others = game.room ? [] : game.lines.others(game.moves);
    if (others.length === 0) return [];
    const one = (line) => {
      let shared = 0;
      while (line[shared] === game.moves[shared]) shared += 1;
      return el('li', {}, el('span', { class: 'quiet' }, shared === 0 ? t('at the start') : t('after move {n}', { n: shared })), ' ',
        line.slice(shared).map((move, i) => [el('button', { type: 'button', class: 'log-move', onclick: () => game.goTo(line.slice(0, shared + i + 1)) }, move), ' ']).flat());
    };
    return [el('h3', {}, t('Other lines')), el('ul', { class: 'variations' }, others.map(one)),
      button(t('Forget them'), t('Leave the other lines out of the address'), () => { game.lines.forget(); game.undone = []; game.load(); })];
  }

  /** What is left of a graph can be drawn on. */
  editLink() {
    const { position } = this.game;
    if (position.kind === 'points' ? !position.sets : !position.edges?.length) return null;
    const { game, board } = this.game.base;
    return el('a', { class: 'button', href: address.link('draw', { game, board, after: this.game.moves.join(' ') }) }, t('Edit the board'));
  }

  /** Any position of a game whose pieces stay where they are put, or of heaps. */
  setUpLink() {
    const { position, room } = this.game;
    if (room || !canSetUp(position)) return null;
    return el('a', { class: 'button', href: address.write('setup', this.game.question()) }, t('Set up a position'));
  }

  name() {
    return `${this.game.base.game}-${this.game.base.board}`.replace(/[^\w.-]+/g, '-');
  }

  async copy(link) {
    link.value = location.href;
    try {
      await navigator.clipboard.writeText(location.href);
      this.game.say(t('The address is copied: whoever opens it on this server sees this position.'));
    } catch {
      link.select();
      this.game.say(t('Copy the marked address.'));
    }
  }

  save() {
    const { game } = this;
    const lines = game.lines.others(game.moves);
    const saved = { outplay: 1, ...game.question(), ...(lines.length ? { lines: lines.map((line) => line.join(' ')) } : {}), result: game.position.over?.words };
    saveText(JSON.stringify(saved, null, 1), `${this.name()}.json`, 'application/json');
  }

  async load(input) {
    try {
      const { outplay, result, lines = [], ...saved } = JSON.parse(await input.files[0].text());
      if (outplay !== 1 || typeof saved.game !== 'string') throw new Error('not a game');
      location.hash = address.write('play', saved, { ...this.game.set, lines: lines.join('|') });
    } catch {
      this.game.say(t('That file is not a saved game.'), true);
    }
  }
}
