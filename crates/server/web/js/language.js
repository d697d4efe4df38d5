// The page in the reader's language. English sentences are their own keys; `strings.js` has them in other languages.
// What the program says of rules and values is told in `said.js`.

import { LANGUAGES } from './strings.js';

const KEY = 'outplay.language';

function chosen() {
  const wanted = localStorage.getItem(KEY) || navigator.language || 'en';
  return Object.keys(LANGUAGES).find((code) => wanted.startsWith(code)) || 'en';
}

export const language = chosen();
document.documentElement.lang = language;

/** A sentence in the reader's language, with `{name}` replaced by values. */
export function t(english, values = {}) {
  const sentence = LANGUAGES[language]?.words[english] || english;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** One of two sentences, by number: `many(3, '{n} move', '{n} moves')`. */
export const many = (n, one, more, values = {}) => t(n === 1 ? one : more, { n: number(n), ...values });

/** A number as people write it. */
export const number = (n) => n.toLocaleString(language);

/** Every language with its own name. */
export const languages = () => Object.entries(LANGUAGES).map(([code, { name }]) => ({ code, name }));

export function setLanguage(code) {
  localStorage.setItem(KEY, code);
  location.reload();
}
