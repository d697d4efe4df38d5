// Files that the page hands over.

import { el } from './dom.js';

export function saveBlob(blob, name) {
  const url = URL.createObjectURL(blob);
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export const saveText = (text, name, type = 'text/plain') => saveBlob(new Blob([text], { type }), name);
