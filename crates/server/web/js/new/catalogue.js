// The catalogue: a card with a picture for each game, by how it is won, with words to find one by.

import * as address from '../address.js';
import * as api from '../api.js';
import { el } from '../dom.js';
import { t } from '../language.js';
import { still } from '../boards/pictures.js';
import { exampleOf } from './entries.js';

const THEORIES = {
  impartial: 'The last move decides', partizan: 'Left and Right, and the last move decides', scoring: 'Points decide',
  positional: 'Winning sets decide',
};

export function catalogue(main, all, find) {
  document.title = `${t('Choose a game')} · Outplay`;
  const list = el('ul', { class: 'catalogue' });
  const search = el('input', { type: 'search', id: 'find-game', value: find, autocomplete: 'off', oninput: () => show() });
  const cards = new Map(all.map((entry) => [entry, gameCard(entry)]));
  const show = () => {
    const words = search.value.toLowerCase().split(/[\s-]+/).filter(Boolean);
    const fits = (entry) => words.every((word) => `${entry.title} ${entry.name} ${entry.sentence} ${entry.boards}`.toLowerCase().includes(word));
    const found = all.filter(fits);
    const group = (theory) => {
      const own = found.filter((entry) => entry.theory === theory);
      return own.length ? [el('li', { class: 'group' }, el('h2', {}, t(THEORIES[theory]))), ...own.map((entry) => cards.get(entry))] : [];
    };
    list.replaceChildren(...Object.keys(THEORIES).flatMap(group));
    if (found.length === 0) list.replaceChildren(el('li', {}, t('There is no game of that name.')));
  };
  main.replaceChildren(el('section', { class: 'card choose' },
    el('h1', {}, t('Choose a game')),
    el('p', {}, el('label', { for: 'find-game' }, t('Find')), ' ', search), list));
  show();
}

/** A card; its picture is asked for when it comes into sight. */
function gameCard(entry) {
  const picture = el('span', { class: 'thumb' });
  const words = el('span', {}, entry.sentence);
  const observer = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    observer.disconnect();
    api.position(exampleOf(entry)).then((position) => {
      picture.replaceChildren(...still(position, { width: 220 }));
      // Under another name a game is told as on the boards that have that name.
      if (entry.name !== entry.own && !entry.parameter) words.textContent = position.rule;
    }).catch(() => {});
  }, { rootMargin: '200px' });
  observer.observe(picture);
  return el('li', {}, el('a', { class: 'game-card', href: address.link('new', { game: entry.name }) },
    picture, el('b', {}, entry.title), words));
}
