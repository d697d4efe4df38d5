// Elements in one line: el('p', {class: 'note'}, 'text', child) and the same for SVG.

import { t } from './language.js';

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

export function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Tells a screen reader what has happened. */
export function announce(text) {
  document.getElementById('live').textContent = text;
}

/** The name of a player for people: "First player (Maker)". */
export function playerName(position, player) {
  const role = position.roles?.[player];
  const name = player === 'first' ? t('First player') : t('Second player');
  return role ? `${name} (${role[0].toUpperCase()}${role.slice(1)})` : name;
}

export const other = (player) => (player === 'first' ? 'second' : 'first');
