// The board on the page: picks the picture for a position, turns clicks and keys into moves, keeps the focus.

import { el, svg } from '../dom.js';
import { t } from '../language.js';
import { Choice } from '../play/choice.js';
import { pictures } from './pictures.js';

export class Board {
  /** `game` plays, explains and shows: play, choose start, refuse, say, hover. */
  constructor(host, game) {
    this.host = host;
    this.game = game;
    this.memory = {};
    this.targets = [];
    this.focused = null;
    host.addEventListener('keydown', (event) => this.key(event));
  }

  /** Shows a position; `marks` are values, partners, hints and the like. */
  show(position, marks) {
    this.position = position;
    this.marks = marks;
    this.choice = new Choice(position.moves);
    this.memory.heapDot = null;
    this.redraw();
  }

  redraw() {
    const { position, marks } = this;
    if (!position) return;
    const hadFocus = this.host.contains(document.activeElement);
    this.targets = [];
    const drawn = pictures(this.ui(marks));
    const nodes = drawn.map(({ node, box }) => svg('svg', {
      class: 'board', viewBox: box.map((n) => n.toFixed(1)).join(' '), role: 'group',
      'aria-label': t('{game} on {board}', { game: position.title, board: position.board }), 'data-width': Math.round(box[2]),
    }, node));
    nodes.forEach((node, i) => limitSize(node, drawn[i]));
    this.host.replaceChildren(...nodes, ...this.islandPicker());
    this.rove(hadFocus);
  }

  /** Islands are small on a phone: each can be looked at alone. */
  islandPicker() {
    const { position, memory } = this;
    if (position.layout.kind !== 'nested') return [];
    const islands = memory.layout?.islands || [];
    const pick = (index) => { memory.island = index; this.redraw(); };
    const choice = el('select', { 'aria-label': t('Look at'), class: 'islands', onchange: () => pick(choice.value === '' ? null : Number(choice.value)) },
      el('option', { value: '' }, t('all islands')),
      islands.map(({ name, level }, i) => (level ? null : el('option', { value: String(i), selected: memory.island === i }, t('island {name}', { name })))));
    return [choice];
  }

  /** A point too small for the finger or the mouse brings its island near first. */
  zoomIn(node, key) {
    const { layout: shape } = this.position;
    if (shape.kind !== 'nested' || this.memory.island !== undefined && this.memory.island !== null) return false;
    const least = matchMedia('(pointer: coarse)').matches ? 24 : 13;
    const body = node.querySelector('.body');
    if (!body || body.getBoundingClientRect().width >= least) return false;
    const islands = this.memory.layout.islands.map((island, i) => [island, i]).filter(([{ level }]) => !level);
    [, this.memory.island] = islands[Math.floor(Number(key.split('-')[1]) / shape.island)];
    this.redraw();
    return true;
  }

  /** What the pictures may use. */
  ui(marks) {
    return {
      ...marks,
      position: this.position, choice: this.choice, memory: this.memory,
      width: this.host.clientWidth || 600,
      target: (node, spec) => this.target(node, spec),
      play: (move, hint) => this.game.play(move, hint),
      start: (place) => this.game.start(place),
      choose: (place) => this.choose(place),
      refuse: (text) => this.game.refuse(text),
      hover: (move) => this.game.hover(move),
      say: (text) => this.game.say(text),
      redraw: () => this.redraw(),
      swallowClick: () => { this.swallowed = true; setTimeout(() => { this.swallowed = false; }, 60); },
      toBoard: (event) => toBoard(this.host.querySelector('.graph'), event),
    };
  }

  choose(place) {
    const { play, changed } = this.choice.click(place);
    if (play) this.game.play(play.move);
    else if (changed) {
      this.redraw();
      const exact = this.choice.exact();
      this.game.selected(this.choice.selected.map((one) => this.position.places[one]), exact);
    } else this.explain(this.game.refuse(this.position.places[place]));
  }

  takeSelected() {
    const exact = this.choice.exact();
    if (exact) this.game.play(exact.move);
  }

  async explain(reason) {
    this.game.say(await reason, true);
  }

  /** Makes a part of the picture something to click. */
  target(node, { key, name, live, moves = [], click, wrong, enter, leave }) {
    node.classList.add('target');
    if (live && this.marks.hint && moves.includes(this.marks.hint)) node.classList.add('hinted');
    node.addEventListener('click', () => {
      if (this.swallowed || this.zoomIn(node, key)) return;
      if (this.game.locked()) this.game.say(this.game.locked(), true);
      else if (live) { this.focused = key; click(); } else if (wrong) this.explain(wrong());
    });
    if (enter) {
      node.addEventListener('pointerenter', enter);
      node.addEventListener('pointerleave', leave);
      node.addEventListener('focus', enter);
      node.addEventListener('blur', leave);
    }
    if (!live) return;
    node.classList.add('playable');
    node.setAttribute('role', 'button');
    node.setAttribute('tabindex', '-1');
    node.setAttribute('aria-label', name);
    node.setAttribute('data-key', key);
    if (moves.length === 1) node.setAttribute('data-move', moves[0]);
    node.addEventListener('focus', () => { this.focused = key; });
    this.targets.push(node);
  }

  /** One target at a time is reached by Tab; arrows lead to the others. */
  rove(takeFocus) {
    if (this.targets.length === 0) return;
    const same = this.targets.find((node) => node.dataset.key === this.focused) || this.targets[0];
    same.setAttribute('tabindex', '0');
    if (takeFocus) same.focus({ preventScroll: true });
  }

  key(event) {
    const current = this.targets.find((node) => node === document.activeElement);
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === 'Escape') {
      this.choice.selected = [];
      this.memory.heapDot = null;
      this.redraw();
      this.game.selected([], null);
    } else if (current && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      current.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    } else if (current && arrows[event.key]) {
      event.preventDefault();
      const next = nearest(current, this.targets, arrows[event.key]);
      if (!next) return;
      current.setAttribute('tabindex', '-1');
      next.setAttribute('tabindex', '0');
      next.focus({ preventScroll: true });
    }
  }
}

/** Small boards do not grow without bound, and large ones keep to the screen. */
function limitSize(node, { box: [, , width, height], grow = 2.4 }) {
  node.style.maxWidth = `${Math.round(Math.max(260, width * grow))}px`;
  node.style.aspectRatio = `${width.toFixed(0)} / ${height.toFixed(0)}`;
}

function toBoard(node, event) {
  const matrix = node.getScreenCTM().inverse();
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return [point.x, point.y];
}

/** The target that lies nearest in a direction. */
function nearest(from, targets, [dx, dy]) {
  const centre = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = centre(from);
  let best = null;
  for (const node of targets) {
    if (node === from) continue;
    const [a, b] = centre(node);
    const along = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along <= 0.5) continue;
    const cost = along + 3 * aside;
    if (!best || cost < best.cost) best = { node, cost };
  }
  return best?.node || null;
}
