// The page: looks at the address and shows what it asks for.

import * as address from './address.js';
import * as api from './api.js';
import { checkPage } from './check.js';
import { el } from './dom.js';
import { draw } from './draw/draw.js';
import { claims } from './explore/claims.js';
import { explore } from './explore/explore.js';
import { front } from './front.js';
import { help } from './help.js';
import { language, t } from './language.js';
import { lessons } from './lessons.js';
import { chooseGame } from './new/new.js';
import { Play } from './play/play.js';
import { puzzles } from './puzzles.js';
import { setUp } from './setup.js';
import { restore, settings } from './theme.js';

const main = document.getElementById('main');
let shown = { leave() {} };
let play = null;
let flags = [];
let names = [];

const PAGES = { front, explore, claims, help, draw, lessons, new: chooseGame, puzzles, check: checkPage, setup: setUp };
const SECTIONS = [['new', 'Play'], ['puzzles', 'Puzzles'], ['lessons', 'Lessons'], ['explore', 'Explore'], ['claims', 'Claims'], ['check', 'Certificates'], ['help', 'Notation']];

async function show() {
  const { page, parameters } = address.read();
  for (const link of document.querySelectorAll('.top nav a')) {
    const here = link.dataset.page === page || (link.dataset.page === 'new' && page === 'play');
    if (here) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
  }
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
  shown = (PAGES[page] || front)(main, parameters) || { leave() {} };
  window.scrollTo(0, 0);
}

/** What was typed is a whole question, or a game whose board is to be chosen, or words to look for. */
function search(event) {
  event.preventDefault();
  const input = document.getElementById('search-text');
  const asked = address.typed(input.value, flags);
  const name = input.value.trim().toLowerCase().replace(/[\s-]+/g, '-');
  if (names.includes(name)) location.hash = address.link('new', { game: name });
  else if (asked.game && asked.board) location.hash = address.write('play', asked);
  else if (asked.game) location.hash = address.link('new', { game: name });
  input.blur();
}

function head() {
  restore();
  document.querySelector('.skip').textContent = t('Skip to the board');
  document.querySelector('.top nav').replaceChildren(...SECTIONS.map(([page, words]) => el('a', { href: `#/${page}`, 'data-page': page }, t(words))));
  document.querySelector('.top').append(settings());
  document.querySelector('label[for="search-text"]').textContent = t('Game and board');
  document.getElementById('search-text').placeholder = t('a game, or a game and a board');
  document.querySelector('#search button').textContent = t('Go');
  document.getElementById('search').addEventListener('submit', search);
  // The address is the page's own, so the link to the board must not change it.
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    (main.querySelector('[data-key][tabindex="0"]') || main).focus();
  });
}

head();
window.addEventListener('hashchange', show);
api.names().then(({ games }) => {
  const list = document.getElementById('search-names');
  list.replaceChildren(...games.map((name) => el('option', { value: name })));
  names = games.map((name) => name.split(':')[0]);
}).catch(() => {});
api.choices().then(({ options }) => { flags = options.filter(({ value }) => value === null).map(({ field }) => field); }).catch(() => {});
if (language === 'en') show(); else api.prepare().finally(show);
