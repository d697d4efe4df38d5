// The buttons around a board: undo and redo, hint, values, who plays, and the keys for them.

import * as api from '../api.js';
import { el } from '../dom.js';
import { t } from '../language.js';
import { about, called, levels } from './opponents.js';
import { Record } from './record.js';
import { openRoom } from './room.js';

const button = (text, title, onclick, kind = '') => el('button', { type: 'button', title, onclick, class: kind }, text);

export class Controls {
  constructor(game) {
    this.game = game;
    this.undo = button(t('Undo'), t('Take back your last move (U)'), () => game.undo());
    this.redo = button(t('Redo'), t('Forward along the line you left (R)'), () => game.redo());
    this.hint = button(t('Hint'), t('A best move, and why (H)'), () => game.giveHint());
    this.see = button(t('Show values'), t('Colour every move by who wins after it (V)'), () => game.toggleSee(), 'toggle');
    this.step = button(t('Step'), t('Let the next strategy move (S)'), () => game.reply(), 'primary');
    this.view = button('', t('Polygons or their graph'), () => this.otherView());
    this.again = button(t('Start again'), t('Back to the first move'), () => game.restart());
    this.bar = el('div', { class: 'bar', role: 'toolbar', 'aria-label': t('Game') },
      this.undo, this.redo, this.hint, this.see, this.step, this.view, this.again);
    this.strategies = { first: [], second: [] };
    this.players = el('section', { class: 'card players' });
    this.moves = new Record(game);
    this.record = this.moves.node;
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
    this.game.writeAddress();
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
      // The levels and people are enough.
    }
  }

  show() {
    const { game } = this;
    const { position } = game;
    if (!position) return;
    if (!this.asked && !position.starts && !game.room && !game.hooks.embedded) this.findStrategies();
    this.undo.disabled = game.moves.length === 0 || Boolean(game.room);
    this.redo.disabled = !game.canRedo() || Boolean(game.room);
    this.hint.disabled = Boolean(position.over || position.starts);
    this.see.setAttribute('aria-pressed', String(Boolean(game.set.see)));
    this.see.textContent = game.set.see ? t('Hide values') : t('Show values');
    this.step.hidden = !game.bothStrategies() || Boolean(position.over);
    const polygons = ['polygons', 'hexagons'].includes(position.layout.kind) && position.kind === 'edges';
    this.view.hidden = !polygons;
    this.view.textContent = game.set.view === 'graph' ? t('As polygons') : t('As a graph');
    this.players.hidden = Boolean(game.hooks.embedded);
    this.record.hidden = Boolean(game.hooks.embedded);
    this.showPlayers();
    this.moves.show();
  }

  showPlayers() {
    const { game } = this;
    if (game.room) { this.players.hidden = true; return; }
    const choose = (player) => {
      const named = this.strategies[player].filter(({ name }) => name !== 'optimal' && !name.includes('INNER'));
      const known = [...levels(), ...named.map(({ name, summary, source }) => ({ name, words: name, title: `${summary} (${source})` }))];
      if (!known.some(({ name }) => name === game.set[player])) known.push({ name: game.set[player], words: called(game.set[player]) });
      const options = known.map(({ name, words, title }) => el('option', { value: name, title, selected: game.set[player] === name }, words));
      const id = `player-${player}`;
      return el('div', { class: `chooser by-${player}` },
        el('label', { for: id }, player === 'first' ? t('First (begins)') : t('Second')),
        el('select', { id, onchange: (event) => game.setPlayer(player, event.target.value) }, options));
    };
    this.players.replaceChildren(el('h2', {}, t('Who plays')), choose('first'), choose('second'), ...this.explained(),
      el('p', { class: 'share' }, button(t('Change seats'), t('The players change sides'), () => game.swapSeats()),
        api.hasServer ? button(t('Play with a friend'), t('A room on this server: whoever opens its address plays the other side'), () => this.invite()) : ''));
  }

  /** A sentence on each of the players. */
  explained() {
    const { game } = this;
    const all = ['first', 'second'].map((player) => {
      const known = this.strategies[player].find(({ name }) => name === game.set[player]);
      return about(game.set[player]) || (known ? `${known.name}: ${known.summary} (${known.source}).` : '');
    });
    return [...new Set(all)].filter(Boolean).map((text) => el('p', { class: 'quiet' }, text));
  }

  async invite() {
    try {
      location.hash = await openRoom(this.game.question(), this.game.position.to_move);
    } catch (error) {
      this.game.say(error.message, true);
    }
  }
}
