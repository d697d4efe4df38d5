// Choosing without notation: the catalogue of games, then the board picker of one.

import * as api from '../api.js';
import { el } from '../dom.js';
import { t } from '../language.js';
import { catalogue } from './catalogue.js';
import { entries, findEntry } from './entries.js';
import { Picker } from './picker.js';

export function chooseGame(main, parameters) {
  const state = { left: false, picker: null };
  main.replaceChildren(el('p', { class: 'quiet' }, t('One moment…')));
  Promise.all([api.games(), api.choices()]).then(([{ games }, choices]) => {
    if (state.left) return;
    const wanted = parameters.get('game') || '';
    const all = entries(games);
    const entry = findEntry(all, wanted);
    if (entry) state.picker = new Picker(main, entry, choices, wanted); else catalogue(main, all, wanted);
  }).catch((error) => main.replaceChildren(el('p', { role: 'alert' }, error.message)));
  return { leave() { state.left = true; state.picker?.leave(); } };
}
