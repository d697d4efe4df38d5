// The buttons around a board: undo and redo, hint, values, who plays, share, save and load, the record of moves.

import * as address from './address.js';
import * as api from './api.js';
import { el } from './dom.js';

const button = (text, title, onclick, kind = '') => el('button', { type: 'button', title, onclick, class: kind }, text);

export class Controls {
  constructor(game) {
    this.game = game;
    this.undo = button('Undo', 'Take back your last move (U)', () => game.undo());
    this.redo = button('Redo', 'Play it again (R)', () => game.redo());
    this.hint = button('Hint', 'A best move, and why (H)', () => game.giveHint());
    this.see = button('Show values', 'Colour every move by who wins after it (V)', () => game.toggleSee(), 'toggle');
    this.step = button('Step', 'Let the next strategy move (S)', () => game.reply(), 'primary');
    this.view = button('', 'Polygons or their graph', () => this.otherView());
    this.bar = el('div', { class: 'bar', role: 'toolbar', 'aria-label': 'Game' },
      this.undo, this.redo, this.hint, this.see, this.step, this.view,
      button('Start again', 'Back to the first move', () => game.restart()));
    this.strategies = { first: [], second: [] };
    this.players = el('section', { class: 'card players' });
    this.record = el('section', { class: 'card record' });
    this.keys = (event) => this.key(event);
    document.addEventListener('keydown', this.keys);
  }

  key(event) {
    if (this.game.left) { document.removeEventListener('keydown', this.keys); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
    const actions = {
      u: () => this.game.undo(), r: () => this.game.redo(), h: () => this.game.giveHint(),
      v: () => this.game.toggleSee(), s: () => this.game.bothStrategies() && this.game.reply(),
    };
    actions[event.key]?.();
  }

  otherView() {
    this.game.set.view = this.game.set.view === 'graph' ? undefined : 'graph';
    this.game.board.memory = {};
    history.replaceState(null, '', this.game.link());
    this.game.show();
  }

  /** The named strategies that fit this game, asked for once. */
  async findStrategies() {
    this.asked = true;
    const { after, ...start } = this.game.question();
    try {
      const found = await new api.Job({ kind: 'strategies', question: start }).done;
      if (found) { this.strategies = found; this.showPlayers(); }
    } catch {
      // Perfect play and people are enough.
    }
  }

  show() {
    const { game } = this;
    const { position } = game;
    if (!position) return;
    if (!this.asked && !position.starts) this.findStrategies();
    this.undo.disabled = game.moves.length === 0;
    this.redo.disabled = game.undone.length === 0;
    this.hint.disabled = Boolean(position.over || position.starts);
    this.see.setAttribute('aria-pressed', String(Boolean(game.set.see)));
    this.see.textContent = game.set.see ? 'Hide values' : 'Show values';
    this.step.hidden = !game.bothStrategies() || Boolean(position.over);
    const polygons = ['polygons', 'hexagons'].includes(position.layout.kind) && position.kind === 'edges';
    this.view.hidden = !polygons;
    this.view.textContent = game.set.view === 'graph' ? 'As polygons' : 'As a graph';
    this.showPlayers();
    this.showRecord();
  }

  showPlayers() {
    const { game } = this;
    const choose = (player) => {
      const named = this.strategies[player].filter(({ name }) => name !== 'optimal' && !name.includes('INNER'));
      const known = [{ name: 'person', words: 'a person' }, { name: 'optimal', words: 'perfect play' },
        ...named.map(({ name, summary, source }) => ({ name, words: name, title: `${summary} (${source})` }))];
      if (!known.some(({ name }) => name === game.set[player])) known.push({ name: game.set[player], words: game.set[player] });
      const options = known.map(({ name, words, title }) => el('option', { value: name, title, selected: game.set[player] === name }, words));
      const id = `player-${player}`;
      return el('div', { class: `chooser by-${player}` },
        el('label', { for: id }, player === 'first' ? 'First (begins)' : 'Second'),
        el('select', { id, onchange: (event) => game.setPlayer(player, event.target.value) }, options));
    };
    const about = ['first', 'second'].map((player) => this.strategies[player].find(({ name }) => name === game.set[player]))
      .filter((entry) => entry && entry.name !== 'optimal')
      .map(({ name, summary, source }) => el('p', { class: 'quiet' }, `${name}: ${summary} (${source}).`));
    this.players.replaceChildren(el('h2', {}, 'Who plays'), choose('first'), choose('second'), ...about);
  }

  showRecord() {
    const { game } = this;
    const { log } = game.position;
    const items = log.map((entry, index) => el('li', { class: `by-${entry.by}` },
      el('button', {
        type: 'button', class: 'log-move', title: 'Go back to after this move',
        onclick: () => { game.undone = game.moves.slice(index + 1).reverse().concat(); game.moves = game.moves.slice(0, index + 1); game.load(); },
      }, entry.move), entry.earned ? el('span', { class: 'earned' }, ` +${entry.earned}`) : null));
    const link = el('input', { type: 'text', readonly: true, value: location.href, 'aria-label': 'Address of this position' });
    this.record.replaceChildren(
      el('h2', {}, 'Record'),
      log.length > 0 ? el('ol', { class: 'log' }, items) : el('p', { class: 'quiet' }, 'No moves yet.'),
      el('div', { class: 'share' }, link, button('Copy', 'Copy the address: whoever opens it sees this position', () => this.copy(link))),
      el('div', { class: 'share' },
        button('Save', 'Save the game to a file', () => this.save()),
        el('label', { class: 'button' }, 'Load', el('input', {
          type: 'file', class: 'hidden', accept: '.json', onchange: (event) => this.load(event.target),
        }))));
  }

  async copy(link) {
    link.value = location.href;
    try {
      await navigator.clipboard.writeText(location.href);
      this.game.say('The address is copied: whoever opens it on this server sees this position.');
    } catch {
      link.select();
      this.game.say('Copy the marked address.');
    }
  }

  save() {
    const text = JSON.stringify({ outplay: 1, ...this.game.question() }, null, 1);
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const name = `${this.game.base.game}-${this.game.base.board}`.replace(/[^\w.-]+/g, '-');
    el('a', { href: url, download: `${name}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  async load(input) {
    try {
      const saved = JSON.parse(await input.files[0].text());
      if (saved.outplay !== 1 || typeof saved.game !== 'string') throw new Error('not a game');
      location.hash = address.write('play', saved, this.game.set);
    } catch {
      this.game.say('That file holds no saved game.', true);
    }
  }
}
