// A game on the page: who plays, what was played, what is shown. The server knows the rules; this keeps the moves.

import * as address from '../address.js';
import * as api from '../api.js';
import { announce, el, other, playerName } from '../dom.js';
import { t } from '../language.js';
import { Board } from '../boards/board.js';
import { Controls } from './controls.js';
import { fairStart } from './fair.js';
import { Lines } from './lines.js';
import { called, isPerson } from './opponents.js';
import { problem } from './problem.js';
import { Replies } from './replies.js';
import { Review } from './review.js';
import { Room } from './room.js';
import { statusRow } from './status.js';
import { Valuing } from './valuing.js';
import { Why } from './why.js';

export class Play {
  /** `hooks` of a lesson or a puzzle: `embedded` leaves the address alone; `shown(game)` hears of every position. */
  constructor(main, parameters, hooks = {}) {
    this.main = main;
    this.hooks = hooks;
    this.hints = [];
    this.undone = [];
    this.values = null;
    this.valuing = new Valuing(this);
    this.replies = new Replies(this);
    this.read(parameters);
    this.build();
    if (this.set.room) this.room = new Room(this, this.set.room);
    else this.load();
  }

  /** Takes over what an address says. */
  read(parameters) {
    const { after = '', ...base } = address.question(parameters);
    this.base = base;
    this.moves = after.split(/[\s;]+/).filter(Boolean);
    const { lines, ...set } = address.settings(parameters);
    this.set = { first: 'person', second: 'optimal', ...set };
    this.lines = new Lines(lines);
    this.key = JSON.stringify([base, set.room]);
  }

  /** Follows an address that was typed or gone back to; false if it is another game. */
  follow(parameters) {
    const before = this.key;
    this.cancel();
    this.read(parameters);
    if (this.key !== before) return false;
    this.undone = [];
    this.load();
    return true;
  }

  leave() {
    this.cancel();
    this.room?.leave();
    this.left = true;
    window.removeEventListener('resize', this.resized);
  }

  question() {
    return { ...this.base, after: this.moves.join(' ') };
  }

  link() {
    // The room knows its moves, and each person has a seat of their own.
    if (this.room) return address.write('play', this.base, { room: this.room.code, see: this.set.see });
    return address.write('play', this.question(), { ...this.set, lines: this.lines.text(this.moves) });
  }

  /** The address shows what the board shows. */
  writeAddress() {
    if (!this.hooks.embedded && !this.left) history.replaceState(null, '', this.link());
  }

  build() {
    this.status = el('div', { class: 'status' });
    this.host = el('div', { class: 'board-host' });
    this.fair = el('div', { class: 'fair-host', 'aria-live': 'polite' });
    this.message = el('p', { class: 'message', role: 'status', 'aria-live': 'polite' });
    this.board = new Board(this.host, this);
    this.controls = new Controls(this);
    this.why = new Why(this);
    this.review = new Review(this);
    this.title = el(this.hooks.embedded ? 'h2' : 'h1', { class: 'game-title' });
    this.rule = el('p', { class: 'rule' });
    this.main.replaceChildren(el('div', { class: 'play' },
      el('section', { class: 'card table', 'aria-label': t('Board') },
        this.title, this.rule, this.status, this.fair, this.host, this.message, this.controls.bar),
      el('aside', { class: 'side', 'aria-label': t('Analysis') }, this.review.node, this.controls.players, this.why.node, this.controls.record)));
    let width = window.innerWidth;
    this.resized = () => {
      if (window.innerWidth !== width) { width = window.innerWidth; this.board.redraw(); }
    };
    window.addEventListener('resize', this.resized);
  }

  /** Asks for the position and shows it. */
  async load() {
    this.cancel();
    this.values = null;
    this.hint = null;
    this.writeAddress();
    const wanted = this.moves.join(' ');
    const current = () => !this.left && wanted === this.moves.join(' ');
    this.loading = true;
    this.host.dataset.busy = 'yes';
    try {
      const position = await api.position(this.question());
      if (!current()) return;
      this.position = this.placed(position);
      this.problem = null;
    } catch (error) {
      if (current()) this.fail(error);
      return;
    } finally {
      if (current()) {
        this.loading = false;
        delete this.host.dataset.busy;
      }
    }
    this.show();
    this.tell();
    this.go();
  }

  /** A board that was drawn by hand looks as it was drawn. */
  placed(position) {
    const at = this.set.at?.split(';').map((pair) => pair.split(',').map(Number));
    const own = at && position.places.map((name) => at[Number(name) - 1]);
    // Drawings have their y upwards.
    return own?.every((pair) => pair?.length === 2) ? { ...position, drawing: own.map(([x, y]) => [x, -y]) } : position;
  }

  /** What happens by itself: the values if they are to be seen, a strategy's move, a look back at the end. */
  go() {
    const { position } = this;
    this.hooks.shown?.(this);
    if (position.starts) { if (this.set.see) this.value(); return; }
    if (position.over) {
      if (position.log.length > 0 && !this.hooks.embedded) this.review.show();
      if (this.set.see) this.value();
      return;
    }
    this.review.hide();
    const replying = this.isStrategy(position.to_move) && !this.bothStrategies();
    if (replying) this.reply();
    else if (this.set.see) this.value();
    else if (this.mayBeUnfair()) this.value(true);
  }

  isStrategy(player) { return !isPerson(this.set[player]); }

  bothStrategies() { return this.isStrategy('first') && this.isStrategy('second'); }

  /** Whether one person plays against something that is none. */
  onePerson() { return this.isStrategy('first') !== this.isStrategy('second'); }

  person() { return this.isStrategy('first') ? 'second' : 'first'; }

  mayBeUnfair() {
    return this.onePerson() && !this.hooks.embedded && this.position.log.every(({ by }) => this.isStrategy(by));
  }

  show() {
    const { position } = this;
    this.shownBase = JSON.stringify(this.base);
    Object.assign(this.host.dataset, { ply: position.log.length, over: position.over ? position.over.winner || 'none' : '' });
    if (!this.hooks.embedded) document.title = `${position.title} · ${position.board} · Outplay`;
    this.title.replaceChildren(el('span', {}, position.title), ' ', el('span', { class: 'on' }, position.board), this.optionTags());
    this.rule.textContent = position.rule;
    this.status.replaceChildren(...statusRow(this));
    this.showFair();
    this.board.show(position, {
      values: this.values, see: Boolean(this.set.see), view: this.set.view, hints: this.hints, hint: this.hint,
      partners: this.why.partners, showWeights: this.why.showWeights,
    });
    this.controls.show();
    this.why.show();
  }

  /** Whether the game can be won from here. Its place is kept, so that the board stays where it is when the answer comes. */
  showFair() {
    const fair = fairStart(this);
    this.fair.classList.toggle('kept', this.onePerson() && !this.hooks.embedded);
    this.fair.replaceChildren(...(fair ? [fair] : []));
  }

  optionTags() {
    const tags = Object.entries(address.options(this.base)).filter(([name]) => name !== 'start')
      .map(([name, value]) => (value === true ? name.replaceAll('_', ' ').replace('misere', 'misère') : `${name.replaceAll('_', ' ')} ${value}`));
    return el('span', { class: 'options' }, tags.map((text) => el('span', { class: 'option' }, text)));
  }

  /** The turn or the end, said and read aloud. */
  tell() {
    const { position } = this;
    if (position.over) {
      this.say(`${position.over.words[0].toUpperCase()}${position.over.words.slice(1)}.`);
      this.message.classList.add('over');
    } else if (position.starts) {
      this.say(t('Click the point where the first X stands.'));
    } else {
      this.say(this.prompt());
    }
    const last = position.log[position.log.length - 1];
    announce(`${last ? t('{player} played {move}. ', { player: playerName(position, last.by), move: last.move }) : ''}${this.message.textContent}`);
  }

  prompt() {
    const { position } = this;
    const { to_move: mover } = position;
    if (this.room) return this.room.prompt(mover);
    if (this.isStrategy(mover)) {
      if (this.bothStrategies()) return t('Step lets the next strategy move.');
      return t('{who} is thinking…', { who: capital(called(this.set[mover])) });
    }
    if (position.moves[0]?.hop) return t('Click a piece of yours, then where it hops; or drag it.');
    if (position.offered) return t('Keep one of the two points offered.');
    if (position.look.includes('offers')) return position.prompt;
    return this.isStrategy(other(mover)) ? t('Your move.') : t('{player} to move.', { player: playerName(position, mover) });
  }

  say(text, wrong = false) {
    this.message.textContent = text || '';
    this.message.classList.remove('over', 'wrong');
    if (wrong) this.message.classList.add('wrong');
    this.take?.remove();
  }

  /** What is selected so far, with a button if it is a move already. */
  selected(names, exact) {
    if (names.length === 0) { this.say(this.prompt()); return; }
    const list = names.join(', ');
    this.say(exact ? t('{list} selected. ', { list }) : t('{list} selected; choose on, or press Escape. ', { list }));
    if (exact) {
      this.take = el('button', { class: 'primary', type: 'button', onclick: () => this.board.takeSelected() }, t('Take {list}', { list }));
      this.message.append(this.take);
    }
  }

  /** Why nothing can be clicked now. */
  locked() {
    if (this.loading) return t('One moment…');
    if (this.position.over) return t('The game is over. Undo, or start again.');
    if (this.room) return this.room.locked(this.position.to_move);
    if (this.bothStrategies()) return t('Two strategies play: press Step, or take a side yourself.');
    return this.isStrategy(this.position.to_move) ? t('It is not your turn.') : null;
  }

  play(move, hint) {
    // A second click before the first is answered would play on a board that is no more.
    if (this.loading) return null;
    if (this.room) return this.room.play(move);
    this.hints.length = this.moves.length;
    this.hints.push(hint || null);
    return this.goTo([...this.moves, move]);
  }

  /** Shows the game after these moves; the line that is left is remembered. */
  goTo(moves) {
    this.lines.keep([...this.moves, ...[...this.undone].reverse()]);
    this.moves = moves;
    const line = this.lines.beyond(moves);
    this.undone = line ? line.slice(moves.length).reverse() : [];
    return this.load();
  }

  start(place) {
    this.base = { ...this.base, start: place };
    this.key = JSON.stringify([this.base, this.set.room]);
    this.load();
  }

  /** The server's own words on why a move is not legal. */
  async refuse(text) {
    if (this.position.over) return t('The game is over.');
    try {
      await api.position({ ...this.base, after: [...this.moves, text].join(' ') });
      return t('That alone is not a move here.');
    } catch (error) {
      return t('Not allowed: {why}.', { why: error.message.replace(/^move \d+ of --after: /, '') });
    }
  }

  /** Back to the person's last turn. */
  undo() {
    if (this.moves.length === 0 || this.room) return;
    const log = this.position?.log || [];
    let count = this.moves.length - 1;
    while (this.onePerson() && count > 0 && log[count] && this.isStrategy(log[count].by)) count -= 1;
    this.goTo(this.moves.slice(0, count));
  }

  /** On along a line that was left or that the address came with. */
  redo() {
    if (this.room) return;
    const line = this.lines.beyond(this.moves);
    const all = line || [...this.moves, ...[...this.undone].reverse()];
    if (all.length === this.moves.length) return;
    const steps = this.onePerson() && all.length > this.moves.length + 1 ? 2 : 1;
    this.goTo(all.slice(0, this.moves.length + steps));
  }

  canRedo() { return Boolean(this.lines.beyond(this.moves)) || this.undone.length > 0; }

  restart() {
    if (this.room) { this.room.again(); return; }
    this.hints = [];
    this.goTo([]);
  }

  setPlayer(player, who) {
    this.set[player] = who;
    this.load();
  }

  swapSeats() {
    [this.set.first, this.set.second] = [this.set.second, this.set.first];
    this.load();
  }

  /** Shows or hides the values of all moves. */
  toggleSee() {
    this.set.see = this.set.see ? undefined : 'values';
    this.writeAddress();
    if (this.set.see && !this.values) this.value();
    this.show();
  }

  value(quiet = false) { return this.valuing.ask(quiet); }

  giveHint() { return this.valuing.hint(); }

  reply() { return this.replies.ask(); }

  guesses(player) { return this.replies.guesses(player); }

  cancel() {
    this.valuing.cancel();
    this.replies.cancel();
    this.why?.cancel();
    this.review?.cancel();
  }

  hover(move) {
    this.why.hover(move);
  }

  /** A bad address is explained, with a way out; a move that failed leaves the game as it was. */
  fail(error) {
    if (this.position && !this.problem && JSON.stringify(this.base) === this.shownBase) {
      this.moves = this.position.log.map(({ move }) => move);
      this.writeAddress();
      this.say(error.message, true);
      return;
    }
    this.problem = error;
    this.key = null;
    this.main.replaceChildren(problem(error, this));
    announce(error.message);
  }
}

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
