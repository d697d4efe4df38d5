// The page: looks at the address and shows what it asks for.

import * as address from './address.js';
import * as api from './api.js';
import { el } from './dom.js';
import { front } from './front.js';
import { help } from './help.js';
import { claims } from './explore/claims.js';
import { explore } from './explore/explore.js';
import { Play } from './play.js';

const main = document.getElementById('main');
let shown = { leave() {} };
let play = null;

const PAGES = {
  front: () => front(main),
  explore: (parameters) => explore(main, parameters),
  claims: () => claims(main),
  help: () => help(main),
};

async function show() {
  const { page, parameters } = address.read();
  if (page === 'play') {
    // The same game, other moves: the board stays and only changes.
    if (play && shown === play && play.follow(parameters)) return;
    shown.leave();
    play = new Play(main, parameters);
    shown = play;
    return;
  }
  shown.leave();
  main.replaceChildren();
  shown = (PAGES[page] || PAGES.front)(parameters) || { leave() {} };
}

document.getElementById('search').addEventListener('submit', (event) => {
  event.preventDefault();
  const input = document.getElementById('search-text');
  const asked = address.typed(input.value);
  if (asked.game) location.hash = address.write('play', asked);
  input.blur();
});

// The address is the page's own, so the link to the board must not change it.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  (main.querySelector('[data-key][tabindex="0"]') || main).focus();
});

window.addEventListener('hashchange', show);
api.names().then(({ games }) => {
  const list = document.getElementById('search-names');
  list.replaceChildren(...games.map((name) => el('option', { value: name })));
}).catch(() => {});
show();
