// A game on the page: who plays, what was played, what is shown. The server knows the rules; this keeps the moves.

import * as address from './address.js';
import * as api from './api.js';
import { announce, el, other, playerName } from './dom.js';
import { Board } from './boards/board.js';
import { Controls } from './controls.js';
import { Why } from './why.js';
import { Values, sentence } from './values.js';

export class Play {
  constructor(main, parameters) {
    this.main = main;
    this.hints = [];
    this.undone = [];
    this.values = null;
    this.read(parameters);
    this.build();
    this.load();
  }

  /** Takes over what an address says. */
  read(parameters) {
    const { after = '', ...base } = address.question(parameters);
    this.base = base;
    this.moves = after.split(/[\s;]+/).filter(Boolean);
    this.set = { first: 'person', second: 'optimal', ...address.settings(parameters) };
    this.key = JSON.stringify(base);
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
    this.left = true;
    window.removeEventListener('resize', this.resized);
  }

  question() {
    return { ...this.base, after: this.moves.join(' ') };
  }

  link() {
    return address.write('play', this.question(), this.set);
  }

  build() {
    this.status = el('div', { class: 'status' });
    this.host = el('div', { class: 'board-host' });
    this.message = el('p', { class: 'message', role: 'status', 'aria-live': 'polite' });
    this.board = new Board(this.host, this);
    this.controls = new Controls(this);
    this.why = new Why(this);
    this.title = el('h1', { class: 'game-title' });
    this.rule = el('p', { class: 'rule' });
    this.main.replaceChildren(el('div', { class: 'play' },
      el('section', { class: 'card table', 'aria-label': 'Board' },
        this.title, this.rule, this.status, this.host, this.message, this.controls.bar),
      el('aside', { class: 'side', 'aria-label': 'Analysis' }, this.controls.players, this.why.node, this.controls.record)));
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
    history.replaceState(null, '', this.link());
    const wanted = this.moves.join(' ');
    const current = () => !this.left && wanted === this.moves.join(' ');
    this.loading = true;
    this.host.dataset.busy = 'yes';
    try {
      const position = await api.position(this.question());
      if (!current()) return;
      this.position = position;
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

  /** What happens by itself: the values if they are to be seen, a strategy's move. */
  go() {
    const { position } = this;
    if (position.starts) return;
    const replying = !position.over && this.isStrategy(position.to_move) && !this.bothStrategies();
    if (replying) this.reply();
    else if (this.set.see) this.value();
  }

  isStrategy(player) { return this.set[player] !== 'person'; }

  bothStrategies() { return this.isStrategy('first') && this.isStrategy('second'); }

  show() {
    const { position } = this;
    this.shownBase = JSON.stringify(this.base);
    Object.assign(this.host.dataset, { ply: position.log.length, over: position.over ? position.over.winner || 'none' : '' });
    document.title = `${position.title} · ${position.board} · Outplay`;
    this.title.replaceChildren(el('span', {}, position.title), ' ', el('span', { class: 'on' }, position.board), this.optionTags());
    this.rule.textContent = position.rule;
    this.showStatus();
    this.board.show(position, {
      values: this.values, see: Boolean(this.set.see), view: this.set.view, hints: this.hints, hint: this.hint,
      partners: this.why.partners, showWeights: this.why.showWeights,
    });
    this.controls.show();
    this.why.show();
  }

  optionTags() {
    const named = {
      misere: 'misère', normal_rules: 'normal rules', breaker_first: 'Breaker first', enforcer_first: 'Enforcer first',
    };
    const tags = Object.keys(named).filter((name) => this.base[name]).map((name) => named[name]);
    if (this.base.bias) tags.push(`bias ${this.base.bias}`);
    return el('span', { class: 'options' }, tags.map((text) => el('span', { class: 'option' }, text)));
  }

  showStatus() {
    const { position } = this;
    const last = position.log[position.log.length - 1];
    const player = (name) => {
      const turn = !position.over && position.to_move === name;
      const won = position.over?.winner === name;
      const score = position.theory === 'scoring' ? el('b', { class: 'score' }, position.score[name === 'first' ? 0 : 1]) : null;
      const piece = position.kind === 'points' ? (name === 'first' ? ' X' : ' O') : '';
      const kind = !this.isStrategy(name) ? 'you' : this.set[name] === 'optimal' ? 'plays perfectly' : `plays ${this.set[name]}`;
      const both = !this.isStrategy('first') && !this.isStrategy('second');
      return el('div', { class: `player by-${name}${turn ? ' turn' : ''}${won ? ' won' : ''}` },
        el('span', { class: 'who' }, `${playerName(position, name)}${piece}`),
        both ? null : el('span', { class: 'kind' }, kind),
        score, turn ? el('span', { class: 'to-move' }, 'to move') : null, won ? el('span', { class: 'to-move' }, 'wins') : null);
    };
    const middle = last
      ? el('div', { class: 'last-move' }, 'last move ', el('code', {}, last.move), last.earned ? ` +${last.earned}` : '')
      : el('div', { class: 'last-move' }, position.log.length === 0 ? 'nothing played yet' : '');
    this.status.replaceChildren(player('first'), middle, player('second'));
  }

  /** The turn or the end, said and read aloud. */
  tell() {
    const { position } = this;
    if (position.over) {
      const words = `${position.over.words[0].toUpperCase()}${position.over.words.slice(1)}.`;
      this.say(words);
      this.message.classList.add('over');
    } else if (position.starts) {
      this.say('Click the point where the first X stands.');
    } else {
      this.say(this.prompt());
    }
    const last = position.log[position.log.length - 1];
    announce(`${last ? `${playerName(position, last.by)} played ${last.move}. ` : ''}${this.message.textContent}`);
  }

  prompt() {
    const { position } = this;
    if (this.isStrategy(position.to_move)) {
      return this.bothStrategies() ? 'Step lets the next strategy move.' : this.set[position.to_move] === 'optimal' ? 'Perfect play is thinking…' : `${this.set[position.to_move]} is thinking…`;
    }
    if (position.moves[0]?.hop) return 'Click a piece of yours, then where it hops; or drag it.';
    if (position.offered) return 'Keep one of the two points offered.';
    if (position.look.includes('offers')) return position.prompt;
    return this.isStrategy(other(position.to_move)) ? 'Your move.' : `${playerName(position, position.to_move)} to move.`;
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
    this.say(exact ? `${names.join(', ')} selected. ` : `${names.join(', ')} selected; choose on, or press Escape. `);
    if (exact) {
      this.take = el('button', { class: 'primary', type: 'button', onclick: () => this.board.takeSelected() }, `Take ${names.join(', ')}`);
      this.message.append(this.take);
    }
  }

  /** Why nothing can be clicked now. */
  locked() {
    if (this.loading) return 'One moment…';
    if (this.position.over) return 'The game is over. Undo, or start again.';
    if (this.bothStrategies()) return 'Two strategies play: press Step, or take a side yourself.';
    return this.isStrategy(this.position.to_move) ? 'It is not your turn.' : null;
  }

  play(move, hint) {
    // A second click before the first is answered would play on a board that is no more.
    if (this.loading) return null;
    this.hints.length = this.moves.length;
    this.hints.push(hint || null);
    this.moves = [...this.moves, move];
    this.undone = [];
    return this.load();
  }

  start(place) {
    this.base = { ...this.base, start: place };
    this.key = JSON.stringify(this.base);
    this.load();
  }

  /** The server's own words on why a move is not legal. */
  async refuse(text) {
    if (this.position.over) return 'The game is over.';
    try {
      await api.position({ ...this.base, after: [...this.moves, text].join(' ') });
      return 'That alone is not a move here.';
    } catch (error) {
      return `Not allowed: ${error.message.replace(/^move \d+ of --after: /, '')}.`;
    }
  }

  /** Back to the person's last turn. */
  undo() {
    if (this.moves.length === 0) return;
    const back = () => { this.undone.push(this.moves[this.moves.length - 1]); this.moves = this.moves.slice(0, -1); };
    const log = this.position?.log || [];
    back();
    const mixed = this.isStrategy('first') !== this.isStrategy('second');
    while (mixed && this.moves.length > 0 && log[this.moves.length] && this.isStrategy(log[this.moves.length].by)) back();
    this.load();
  }

  redo() {
    if (this.undone.length === 0) return;
    this.moves = [...this.moves, this.undone.pop()];
    const mixed = this.isStrategy('first') !== this.isStrategy('second');
    if (mixed && this.undone.length > 0) this.moves.push(this.undone.pop());
    this.load();
  }

  restart() {
    this.moves = [];
    this.undone = [];
    this.hints = [];
    this.load();
  }

  setPlayer(player, who) {
    this.set[player] = who;
    this.load();
  }

  /** Shows or hides the values of all moves. */
  toggleSee() {
    this.set.see = this.set.see ? undefined : 'values';
    history.replaceState(null, '', this.link());
    if (this.set.see && !this.values) this.value();
    this.show();
  }

  /** Asks for the values of the moves; partial answers are shown as they come. */
  async value() {
    if (this.values?.answer.explanation || this.valueJob) return this.valueJob?.done;
    const shownFor = this.moves.join(' ');
    const job = new api.Job({ kind: 'values', question: this.question() }, (news) => {
      if (shownFor !== this.moves.join(' ')) return;
      this.why.progress(news);
      if (news.partial) { this.values = new Values(news.partial); this.show(); }
    });
    this.valueJob = job;
    try {
      const answer = await job.done;
      if (answer && shownFor === this.moves.join(' ') && !this.left) {
        this.values = new Values(answer);
        this.valueJob = null;
        this.show();
      }
    } catch (error) {
      if (this.valueJob === job) this.say(error.message, true);
    } finally {
      if (this.valueJob === job) this.valueJob = null;
      this.why.progress(null);
    }
    return null;
  }

  async giveHint() {
    if (this.position.over || this.position.starts) return;
    await this.value();
    const best = this.values?.answer.moves.filter((entry) => entry.best) || [];
    if (best.length === 0) {
      const lost = this.values?.answer.outcome === 'P';
      this.say(lost ? 'Every move loses against perfect play. Play on and hope for a mistake.' : 'No hint: the values are not known.');
      return;
    }
    this.hint = best[0].move;
    this.show();
    this.say(`Try ${best[0].move}: ${sentence(best[0])}`);
    announce(this.message.textContent);
  }

  /** A move by the strategy whose turn it is. */
  async reply() {
    if (this.replyJob || this.position.over) return;
    const shownFor = this.moves.join(' ');
    const strategy = this.set[this.position.to_move];
    const job = new api.Job({ kind: 'reply', question: this.question(), strategy });
    this.replyJob = job;
    try {
      const answer = await job.done;
      if (this.replyJob === job) this.replyJob = null;
      if (!answer || this.left || shownFor !== this.moves.join(' ')) return;
      if (!answer.move) {
        this.say(answer.stopped ? `No reply: ${answer.stopped}.` : `${strategy} allows no move here: it has fallen silent.`, true);
        return;
      }
      await this.play(answer.move);
      if (!answer.perfect) this.say('That reply was a guess: the position was not worked out in ten seconds.');
    } catch (error) {
      if (this.replyJob === job) this.replyJob = null;
      this.say(error.message, true);
    }
  }

  cancel() {
    this.valueJob?.cancel();
    this.replyJob?.cancel();
    this.valueJob = null;
    this.replyJob = null;
    this.why?.cancel();
  }

  hover(move) {
    this.why.hover(move);
  }

  /** A bad address is explained, with a way out; a move that failed leaves the game as it was. */
  fail(error) {
    if (this.position && !this.problem && JSON.stringify(this.base) === this.shownBase) {
      this.moves = this.position.log.map(({ move }) => move);
      history.replaceState(null, '', this.link());
      this.say(error.message, true);
      return;
    }
    this.problem = error;
    const good = this.moves.slice(0, -1);
    const box = el('div', { class: 'card problem', role: 'alert' },
      el('h1', {}, 'This address makes no sense yet'),
      el('p', {}, `${error.message}.`),
      error.details ? el('pre', {}, error.details) : null,
      this.moves.length > 0
        ? el('p', {}, el('a', { href: address.write('play', { ...this.base, after: good.join(' ') }, this.set) }, 'Leave out the last move')) : null,
      el('p', {}, el('a', { href: '#/help' }, 'How games and boards are written'), ' · ', el('a', { href: '#/' }, 'Front page')));
    this.main.replaceChildren(box);
    this.key = null;
    announce(error.message);
  }
}
