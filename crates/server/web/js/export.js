// Pictures to take away: an SVG with its styles inside, so that it looks the same anywhere, and the same as PNG.

import { svg } from './dom.js';
import { saveBlob, saveText } from './save.js';

/** What the style sheets decide of a picture. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-linecap',
  'stroke-linejoin', 'opacity', 'display', 'font-family', 'font-size', 'font-weight', 'text-anchor'];

function styled(original) {
  const copy = original.cloneNode(true);
  const [from, to] = [[original, ...original.querySelectorAll('*')], [copy, ...copy.querySelectorAll('*')]];
  from.forEach((node, i) => {
    const style = getComputedStyle(node);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value && value !== 'normal') to[i].setAttribute(name, value);
    }
    for (const name of ['class', 'style', 'role', 'tabindex', 'aria-label', 'data-key', 'data-move']) to[i].removeAttribute(name);
  });
  return copy;
}

/** The pictures of a host, one below the other, as one SVG; `null` if there is none. */
export function toSvg(host) {
  const all = [...host.querySelectorAll('svg')];
  if (all.length === 0) return null;
  const boxes = all.map((one) => one.viewBox.baseVal);
  const width = Math.max(...boxes.map((box) => box.width));
  const height = boxes.reduce((sum, box) => sum + box.height, 0);
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--card').trim() || '#fff';
  const whole = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width: Math.round(width), height: Math.round(height) },
    svg('rect', { width, height, fill: paper }));
  let top = 0;
  all.forEach((one, i) => {
    const part = styled(one);
    for (const [name, value] of Object.entries({ x: (width - boxes[i].width) / 2, y: top, width: boxes[i].width, height: boxes[i].height })) part.setAttribute(name, value);
    top += boxes[i].height;
    whole.append(part);
  });
  return whole;
}

export async function savePicture(host, name, kind) {
  const whole = toSvg(host);
  if (!whole) return;
  const text = new XMLSerializer().serializeToString(whole);
  if (kind === 'svg') { saveText(text, `${name}.svg`, 'image/svg+xml'); return; }
  const [width, height] = ['width', 'height'].map((side) => Number(whole.getAttribute(side)));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const scale = Math.min(3, 4000 / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  saveBlob(blob, `${name}.png`);
}

/** Rows of cells as CSV. */
export const csv = (rows) => rows.map((row) => row.map((cell) => {
  const text = cell === null || cell === undefined ? '' : String(cell);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}).join(',')).join('\n').concat('\n');

/** Rows of cells as a LaTeX table, the first row its head. */
export function latex(rows) {
  const plain = (cell) => String(cell ?? '').replace(/[\\{}$&#^_%~]/g, (sign) => ({ '\\': '\\textbackslash{}', '^': '\\^{}', '~': '\\~{}' }[sign] || `\\${sign}`)).replaceAll('−', '$-$');
  const line = (row) => `  ${row.map(plain).join(' & ')} \\\\`;
  const [head, ...body] = rows;
  return `\\begin{tabular}{${'r'.repeat(head.length)}}\n  \\hline\n${line(head)}\n  \\hline\n${body.map(line).join('\n')}\n  \\hline\n\\end{tabular}\n`;
}
