// The board picker of a game: sliders for numbers, lists for options and players, a preview, and the notation as one goes.

import * as address from '../address.js';
import * as api from '../api.js';
import { el } from '../dom.js';
import { t } from '../language.js';
import { still } from '../boards/pictures.js';
import { levels } from '../play/opponents.js';
import { demonstration } from './demonstration.js';
import { capital, exampleOf } from './entries.js';

const BIASES = ['', '1:2', '1:3', '2:1', '2:2', '2:3'];

export class Picker {
  constructor(main, entry, { families, options }, wanted) {
    this.entry = entry;
    this.example = exampleOf(entry);
    this.families = families.filter(({ games }) => games.includes(entry.own));
    this.game = wanted.includes(':') ? wanted : entry.full;
    this.board = this.example.board;
    this.options = {};
    this.opponent = 'optimal';
    this.personBegins = true;
    this.asked = 0;
    this.build(main, entry.options.map((name) => options.find((option) => option.name === name)));
    if (this.families.length > 0) this.chooseFamily(0); else this.refresh();
  }

  leave() {
    this.left = true;
    this.stop?.();
  }

  build(main, options) {
    const { entry } = this;
    document.title = `${entry.title} · Outplay`;
    this.rule = el('p', { class: 'rule' }, entry.sentence);
    this.preview = el('div', { class: 'preview board-host' });
    this.trouble = el('p', { class: 'message wrong', role: 'status' });
    this.notation = el('code', { class: 'notation' });
    this.play = el('a', { class: 'button primary', href: '#/' }, t('Play'));
    this.sliders = el('div', { class: 'sliders' });
    const extra = options.filter((option) => option && option.field !== 'start').map((option) => this.option(option));
    const example = el('div', { class: 'demonstration' });
    main.replaceChildren(el('section', { class: 'card choose' },
      el('p', { class: 'quiet' }, el('a', { href: '#/new' }, t('All games'))),
      el('h1', {}, entry.title), this.rule,
      el('div', { class: 'picker' },
        el('div', { class: 'choices' },
          el('h2', {}, t('Board')), this.parameter(), this.kinds(), this.sliders,
          extra.length ? el('h2', {}, t('Rules')) : null, extra,
          el('h2', {}, t('Players')),
          this.select('opponent', t('You play against'), levels().map(({ name, words }) => [name, words, name === 'optimal']), (value) => { this.opponent = value; }),
          this.select('begins', t('Who begins'), [['person', t('you')], ['other', t('the other side')]], (value) => { this.personBegins = value === 'person'; }),
          el('p', {}, this.play), el('p', { class: 'quiet' }, t('In notation:'), ' ', this.notation)),
        el('div', {}, this.preview, this.trouble, el('h2', {}, t('How to play')), example))));
    this.stop = demonstration(example, this.example);
  }

  select(id, label, values, chosen) {
    return el('p', {}, el('label', { for: id }, label), el('select', { id, onchange: (event) => { chosen(event.target.value); this.refresh(); } },
      values.map(([value, words, selected]) => el('option', { value, selected }, words))));
  }

  /** What follows the name of the game, if anything does. */
  parameter() {
    const { entry } = this;
    if (!entry.parameter) return null;
    return el('p', {}, el('label', { for: 'parameter' }, t('Code')), el('input', {
      id: 'parameter', value: this.game.split(':')[1] || entry.parameter, onchange: (event) => { this.game = `${entry.name}:${event.target.value.trim()}`; this.refresh(); },
    }));
  }

  kinds() {
    const all = [['example', t('an example')], ...this.families.map(({ title }, i) => [String(i), t(title), i === 0])];
    return this.select('family', t('Kind of board'), all, (value) => {
      if (value !== 'example') { this.chooseFamily(Number(value)); return; }
      this.sliders.replaceChildren();
      this.board = this.example.board;
    });
  }

  /** An option of the game: a tick, a choice, or a text. */
  option({ field, name, value, help }) {
    const id = `option-${field}`;
    const set = (chosen) => { if (chosen) this.options[field] = chosen; else delete this.options[field]; };
    if (value === 'P:Q') return this.select(id, t('Points per turn'), BIASES.map((bias) => [bias, bias || '1:1']), set);
    const words = capital(name.replaceAll('-', ' ').replace('misere', 'misère'));
    if (value === null) {
      return el('p', {}, el('label', {}, el('input', { type: 'checkbox', id, onchange: (event) => { set(event.target.checked); this.refresh(); } }), ' ', words, el('span', { class: 'quiet help' }, help)));
    }
    return el('p', {}, el('label', { for: id }, words, el('span', { class: 'quiet help' }, help)), el('input', { id, placeholder: value, onchange: (event) => { set(event.target.value); this.refresh(); } }));
  }

  /** Sliders for the numbers of a family of boards. */
  chooseFamily(index) {
    const { numbers, pattern } = this.families[index];
    const chosen = numbers.map(({ usual }) => usual);
    const named = () => { this.board = chosen.reduce((name, n) => name.replace('{}', n), pattern); };
    this.sliders.replaceChildren(...numbers.map(({ name, least, most, usual }, i) => {
      const shown = el('output', {}, String(usual));
      const slider = el('input', { type: 'range', id: `number-${i}`, min: least, max: most, value: usual });
      slider.addEventListener('input', () => { chosen[i] = Number(slider.value); shown.textContent = slider.value; named(); this.refresh(); });
      return el('p', {}, el('label', { for: `number-${i}` }, t(name)), slider, shown);
    }));
    named();
    this.refresh();
  }

  question() {
    return { game: this.game, board: this.board, ...this.options };
  }

  /** The notation, the link and the picture of what is chosen. */
  async refresh() {
    const flags = Object.entries(this.options).map(([name, value]) => ` --${name.replaceAll('_', '-')}${value === true ? '' : ` ${value}`}`);
    this.notation.textContent = `${this.game} ${this.board}${flags.join('')}`;
    const seats = this.personBegins ? { first: 'person', second: this.opponent } : { first: this.opponent, second: 'person' };
    this.play.href = address.write('play', this.question(), seats);
    this.asked += 1;
    const mine = this.asked;
    const current = () => mine === this.asked && !this.left;
    try {
      const position = await api.position(this.question());
      if (!current()) return;
      this.trouble.textContent = '';
      this.rule.textContent = position.rule;
      this.preview.replaceChildren(...still(position, { width: this.preview.clientWidth || 500 }));
    } catch (error) {
      if (current()) this.trouble.textContent = `${capital(error.message)}.`;
    }
  }
}
