// Your own board: draw a graph or winning sets by mouse or keys, paste or drop one, and play on it.

import * as address from '../address.js';
import * as api from '../api.js';
import { announce, el, svg } from '../dom.js';
import { t } from '../language.js';
import { extent, layout } from '../layout.js';
import { saveText } from '../save.js';
import { readGraph } from './formats.js';
import { Sketch } from './sketch.js';

const WIDTH = 800;
const HEIGHT = 500;
/** A family of boards of each kind: whoever plays on it plays on what is drawn. */
const LIKE = { graph: 'path:{}', sets: 'ttt:{}' };

export function draw(main, parameters) {
  document.title = `${t('Your own board')} · Outplay`;
  return new Editor(main, parameters);
}

class Editor {
  constructor(main, parameters) {
    this.sketch = new Sketch();
    this.kind = parameters.get('kind') === 'sets' ? 'sets' : 'graph';
    this.picked = null;
    this.chosen = [];
    this.game = parameters.get('game') || '';
    this.build(main);
    if (parameters.get('board')) this.open({ game: this.game, board: parameters.get('board'), after: parameters.get('after') || '' }, parameters.get('at'));
    else this.show();
    this.findGames();
  }

  leave() {}

  build(main) {
    const button = (words, title, onclick) => el('button', { type: 'button', title, onclick }, words);
    this.canvas = svg('svg', { class: 'sketch', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'group', tabindex: 0, 'aria-label': t('Drawing board') });
    this.canvas.addEventListener('click', (event) => this.clicked(event));
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    this.canvas.addEventListener('dragover', (event) => event.preventDefault());
    this.canvas.addEventListener('drop', (event) => { event.preventDefault(); this.dropped(event.dataTransfer); });
    this.kinds = el('select', { id: 'kind', onchange: () => { this.kind = this.kinds.value; this.picked = null; this.chosen = []; this.findGames(); this.show(); } },
      [['graph', t('a graph')], ['sets', t('winning sets')]].map(([value, words]) => el('option', { value, selected: value === this.kind }, words)));
    this.games = el('select', { id: 'draw-game', onchange: () => { this.game = this.games.value; this.show(); } });
    this.name = el('input', { id: 'draw-name', class: 'wide', spellcheck: 'false', autocomplete: 'off', onchange: () => this.read(this.name.value) });
    this.told = el('p', { class: 'message', role: 'status' });
    this.play = el('a', { class: 'button primary', href: '#/' }, t('Play'));
    this.close = button(t('Make a set'), t('Make the selected points a winning set'), () => this.makeSet());
    this.list = el('ul', { class: 'set-list' });
    this.paste = el('textarea', { id: 'draw-paste', rows: 3, placeholder: '1-2, 2-3 · graph6 · DOT · JSON' });
    main.replaceChildren(el('section', { class: 'card draw' },
      el('h1', {}, t('Your own board')),
      el('p', { class: 'rule' }, t('Click to add a point. Click two points to join them, again to double the edge, a point twice for a loop. Drag to move; Delete removes. By keys: A adds, Tab goes round, Enter picks, arrows move.')),
      el('div', { class: 'ask' },
        el('label', { for: 'kind' }, t('Kind of board'), this.kinds), el('label', { for: 'draw-game' }, t('Game'), this.games),
        button(t('Delete'), t('Delete the selection (Delete)'), () => this.remove()), this.close,
        button(t('Clear'), t('Start from an empty board'), () => { this.sketch = new Sketch(); this.picked = null; this.chosen = []; this.show(); })),
      this.canvas, this.told, this.list,
      el('p', {}, el('label', { for: 'draw-name' }, t('In notation:')), ' ', this.name),
      el('p', { class: 'share' }, this.play,
        button(t('Save'), t('Save the board to a file'), () => this.save()),
        el('label', { class: 'button' }, t('Load'), el('input', { type: 'file', class: 'hidden', onchange: (event) => event.target.files[0]?.text().then((text) => this.read(text)) }))),
      el('p', {}, el('label', { for: 'draw-paste' }, t('Paste or drop a graph: an edge list, graph6, sparse6, DOT or JSON')), this.paste,
        button(t('Use this graph'), t('Draw the pasted graph'), () => this.read(this.paste.value)))));
  }

  /** The games that are played on such boards. */
  async findGames() {
    const [{ games }, { families }] = await Promise.all([api.games(), api.choices()]);
    const fit = families.find(({ pattern }) => pattern === LIKE[this.kind])?.games || [];
    const full = (game) => (game.parameter ? `${game.name}:${game.parameter}` : game.name);
    const own = games.filter(({ name }) => fit.includes(name));
    const names = own.map(full);
    if (!names.includes(this.game)) {
      const known = own.some(({ name, aliases }) => [name, ...aliases].includes(this.game.split(':')[0]));
      if (known) { names.unshift(this.game); own.unshift({ title: this.game }); } else [this.game] = names;
    }
    this.games.replaceChildren(...own.map(({ title }, i) => el('option', { value: names[i], selected: names[i] === this.game }, title)));
    this.show();
  }

  /** Where an event is on the canvas. */
  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.canvas.getScreenCTM().inverse());
    return [Math.max(20, Math.min(WIDTH - 20, point.x)), Math.max(20, Math.min(HEIGHT - 20, point.y))];
  }

  clicked(event) {
    if (this.dragged) { this.dragged = false; return; }
    const target = event.target.closest('[data-point], [data-edge]');
    if (!target) {
      this.sketch.add(...this.at(event));
      this.picked = null;
    } else if (target.dataset.edge !== undefined) this.picked = { edge: Number(target.dataset.edge) };
    else this.pick(Number(target.dataset.point));
    this.show();
  }

  pick(point) {
    if (this.kind === 'sets') {
      this.chosen = this.chosen.includes(point) ? this.chosen.filter((one) => one !== point) : [...this.chosen, point];
      this.picked = { point };
    } else if (this.picked?.point !== undefined) {
      this.sketch.join(this.picked.point, point);
      this.picked = null;
    } else this.picked = { point };
  }

  makeSet() {
    if (this.chosen.length === 0) { this.say(t('Choose the points of a set first.')); return; }
    this.sketch.sets.push([...this.chosen].sort((a, b) => a - b));
    this.chosen = [];
    this.show();
  }

  remove() {
    if (this.picked?.edge !== undefined) this.sketch.cut(this.picked.edge);
    else if (this.picked?.point !== undefined) this.sketch.remove(this.picked.point);
    this.picked = null;
    this.chosen = [];
    this.show();
  }

  key(event) {
    const focused = event.target.closest?.('[data-point]');
    const point = focused ? Number(focused.dataset.point) : null;
    const arrows = { ArrowLeft: [-15, 0], ArrowRight: [15, 0], ArrowUp: [0, -15], ArrowDown: [0, 15] };
    if (event.key === 'a') {
      const n = this.sketch.points.length;
      const angle = n * 2.4;
      this.sketch.add(WIDTH / 2 + (60 + 12 * n) * Math.cos(angle), HEIGHT / 2 + (40 + 9 * n) * Math.sin(angle));
      announce(t('point {n} added', { n: n + 1 }));
    } else if ((event.key === 'Enter' || event.key === ' ') && point !== null) {
      event.preventDefault();
      this.pick(point);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      if (point !== null) this.picked = { point };
      this.remove();
    } else if (arrows[event.key] && point !== null) {
      event.preventDefault();
      this.sketch.points[point].x += arrows[event.key][0];
      this.sketch.points[point].y += arrows[event.key][1];
    } else if (event.key === 'Escape') { this.picked = null; this.chosen = []; } else return;
    this.show();
    if (point !== null) this.canvas.querySelector(`[data-point="${point}"]`)?.focus();
  }

  dropped(data) {
    const file = data.files[0];
    if (file) file.text().then((text) => this.read(text)); else this.read(data.getData('text'));
  }

  /** Takes over a text in any format. */
  async read(text) {
    try {
      const found = text.trim().startsWith('sets:') ? { board: text.trim() } : readGraph(text);
      if (!found) throw new Error(t('That is not a graph in one of these formats.'));
      if (found.board) await this.open({ game: this.game, board: found.board });
      else { this.kind = 'graph'; this.sketch = Sketch.of(found.edges); this.show(); }
    } catch (error) {
      this.say(error.message, true);
    }
  }

  /** Draws a board that the server knows, after the moves of a game what is left of it. */
  async open(question, at) {
    try {
      const position = await api.position(question);
      const { points } = layout(position);
      const box = extent(points.length ? points : [[0, 0]]);
      const scale = Math.min((WIDTH - 100) / Math.max(1, box.right - box.left), (HEIGHT - 100) / Math.max(1, box.bottom - box.top));
      const places = at ? at.split(';').map((pair) => pair.split(',').map(Number))
        : points.map(([x, y]) => [WIDTH / 2 + (x - (box.left + box.right) / 2) * scale, HEIGHT / 2 + (y - (box.top + box.bottom) / 2) * scale]);
      this.sketch = new Sketch();
      places.forEach(([x, y]) => this.sketch.add(x, y));
      this.kind = position.kind === 'points' ? 'sets' : 'graph';
      this.kinds.value = this.kind;
      if (this.kind === 'sets') this.sketch.sets = position.sets || [];
      else {
        const there = (edge, i) => (position.copies ? position.copies[i] : position.left.includes(edge[0]) && position.left.includes(edge[1]) ? edge[2] : 0);
        position.edges.forEach((edge, i) => { for (let copy = 0; copy < there(edge, i); copy += 1) this.sketch.join(edge[0], edge[1]); });
      }
      this.findGames();
    } catch (error) {
      this.say(error.message, true);
      this.show();
    }
  }

  save() {
    const board = this.sketch.board(this.kind);
    if (!board) { this.say(t('There is nothing to play on yet.')); return; }
    const { at } = this.sketch.numbered(this.kind);
    const graph = this.kind === 'graph' ? { edges: this.sketch.edges.map(([a, b]) => [a + 1, b + 1]) } : { sets: this.sketch.sets };
    saveText(JSON.stringify({ board, at, ...graph }, null, 1), 'board.json', 'application/json');
  }

  say(text, wrong = false) {
    this.told.textContent = text;
    this.told.classList.toggle('wrong', wrong);
  }

  show() {
    const { sketch, kind } = this;
    const board = sketch.board(kind);
    this.close.hidden = kind !== 'sets';
    this.canvas.replaceChildren(...(kind === 'sets' ? this.setLines() : sketch.edges.map((edge, i) => this.edge(edge, i))), ...sketch.points.map((point, i) => this.point(point, i)));
    this.list.replaceChildren(...(kind === 'sets' ? sketch.sets.map((set, i) => el('li', {}, `{${set.map((one) => one + 1).join(', ')}} `,
      el('button', { type: 'button', 'aria-label': t('Delete set {n}', { n: i + 1 }), onclick: () => { sketch.sets.splice(i, 1); this.show(); } }, '×'))) : []));
    this.name.value = board || '';
    this.play.toggleAttribute('aria-disabled', !board);
    const { at } = sketch.numbered(kind);
    if (board) {
      this.play.href = address.write('play', { game: this.game, board }, { at });
      history.replaceState(null, '', address.link('draw', { kind: kind === 'sets' ? 'sets' : undefined, game: this.game, board, at }));
    }
    this.say(board ? '' : t('There is nothing to play on yet.'));
  }

  setLines() {
    return this.sketch.sets.map((set, i) => svg('polygon', { class: 'set-shape', points: set.map((one) => `${this.sketch.points[one].x},${this.sketch.points[one].y}`).join(' '), stroke: `hsl(${(i * 67) % 360} 60% 50%)` }));
  }

  edge([a, b], index) {
    const { points, edges } = this.sketch;
    const same = edges.slice(0, index).filter(([c, d]) => c === a && d === b).length;
    const [p, q] = [points[a], points[b]];
    const d = a === b ? `M${p.x} ${p.y}c${-40 - 10 * same} ${-60 - 12 * same} ${40 + 10 * same} ${-60 - 12 * same} 0 0`
      : `M${p.x} ${p.y}Q${(p.x + q.x) / 2 - (q.y - p.y) * 0.16 * same} ${(p.y + q.y) / 2 + (q.x - p.x) * 0.16 * same} ${q.x} ${q.y}`;
    return svg('g', { 'data-edge': index, class: this.picked?.edge === index ? 'picked' : '' }, svg('path', { class: 'reach', d }), svg('path', { class: 'edge', d }));
  }

  point({ x, y }, index) {
    const picked = this.picked?.point === index || this.chosen.includes(index);
    const group = svg('g', {
      class: `vertex${picked ? ' selected' : ''}`, 'data-point': index, transform: `translate(${x} ${y})`, tabindex: 0, role: 'button',
      'aria-label': t('point {n}', { n: index + 1 }), 'aria-pressed': String(picked),
    }, svg('circle', { class: 'body', r: 17 }), svg('text', { class: 'name', y: 5, 'text-anchor': 'middle' }, String(index + 1)));
    group.addEventListener('pointerdown', (event) => {
      const from = [event.clientX, event.clientY];
      const move = (moved) => {
        if (Math.hypot(moved.clientX - from[0], moved.clientY - from[1]) < 6 && !this.dragged) return;
        this.dragged = true;
        [this.sketch.points[index].x, this.sketch.points[index].y] = this.at(moved);
        this.show();
      };
      const up = () => {
        document.removeEventListener('pointermove', move);
        document.removeEventListener('pointerup', up);
        // The click that ends a drag picks nothing.
        setTimeout(() => { this.dragged = false; }, 50);
      };
      document.addEventListener('pointermove', move);
      document.addEventListener('pointerup', up);
    });
    return group;
  }
}
