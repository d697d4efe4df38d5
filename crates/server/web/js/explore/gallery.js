// Boards that no two numbers name, such as all trees with seven vertices: a card each, with its own picture.

import * as address from '../address.js';
import * as api from '../api.js';
import { el } from '../dom.js';
import { still } from '../boards/pictures.js';

/** Cards of boards: `entries` are `{ board, text, kind }`. A picture is asked for when its card comes into sight. */
export function gallery(game, options, entries) {
  const waiting = new Map();
  const observer = new IntersectionObserver((seen) => seen.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => {
    observer.unobserve(target);
    draw(target, { ...options, game, board: waiting.get(target) });
  }), { rootMargin: '200px' });
  return el('ul', { class: 'gallery' }, entries.map(({ board, text, kind }) => {
    const picture = el('span', { class: 'thumb' });
    waiting.set(picture, board);
    observer.observe(picture);
    return el('li', { class: `heat ${kind}`, 'data-board': board },
      el('a', { href: address.write('play', { ...options, game, board }, { see: 'values' }) },
        picture, el('span', { class: 'board-name' }, board), el('b', {}, text)));
  }));
}

async function draw(host, question) {
  try {
    host.replaceChildren(...still(await api.position(question), { width: 150 }));
  } catch {
    // The name and the value are there without it.
  }
}
