// An address that makes no sense yet: why, and ways out.

import * as address from '../address.js';
import { el } from '../dom.js';
import { t } from '../language.js';

export function problem(error, { base, moves, set }) {
  const shorter = moves.length > 0
    ? el('p', {}, el('a', { href: address.write('play', { ...base, after: moves.slice(0, -1).join(' ') }, set) }, t('Leave out the last move'))) : null;
  return el('div', { class: 'card problem', role: 'alert' },
    el('h1', {}, t('This address is not a game')),
    el('p', {}, `${error.message}.`),
    error.details ? el('pre', { tabindex: 0 }, error.details) : null,
    shorter,
    el('p', {}, el('a', { class: 'button primary', href: address.link('new', { game: base.game }) }, t('Choose a board')), ' ',
      el('a', { href: '#/help' }, t('How games and boards are written')), ' · ', el('a', { href: '#/' }, t('Front page'))));
}
