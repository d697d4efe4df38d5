// Light, dark, or as the system has it; large for a class; and the language. Kept for the next visit.

import { el } from './dom.js';
import { language, languages, setLanguage, t } from './language.js';

const root = document.documentElement;

function keep(name, value) {
  if (value) { root.dataset[name] = value; localStorage.setItem(`outplay.${name}`, value); } else {
    delete root.dataset[name];
    localStorage.removeItem(`outplay.${name}`);
  }
}

export function restore() {
  for (const name of ['theme', 'size']) {
    const kept = localStorage.getItem(`outplay.${name}`);
    if (kept) root.dataset[name] = kept;
  }
}

/** The menu in the head of the page. */
export function settings() {
  const theme = el('select', { id: 'theme', onchange: () => keep('theme', theme.value) },
    [['', t('as the system')], ['light', t('light')], ['dark', t('dark')]].map(([value, words]) => el('option', { value, selected: (root.dataset.theme || '') === value }, words)));
  const size = el('input', { type: 'checkbox', id: 'projector', checked: root.dataset.size === 'large', onchange: () => keep('size', size.checked ? 'large' : '') });
  const tongue = el('select', { id: 'language', onchange: () => setLanguage(tongue.value) },
    languages().map(({ code, name }) => el('option', { value: code, lang: code, selected: code === language }, name)));
  return el('details', { class: 'settings' }, el('summary', {}, t('Settings')),
    el('div', { class: 'card' },
      el('p', {}, el('label', { for: 'theme' }, t('Colours')), theme),
      el('p', {}, el('label', { for: 'language' }, t('Language')), tongue),
      el('p', {}, el('label', {}, size, ' ', t('Projector: everything large')))));
}
