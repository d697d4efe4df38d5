// Two games on one family: the boards on which their values differ, and on which only who wins does not.

import * as address from '../address.js';
import { el } from '../dom.js';
import { many, t } from '../language.js';

const winner = ({ columns, rows }, i) => rows[i][columns.indexOf('winner')];

export function differences(output, [a, b], { game, other }) {
  const column = a.columns.indexOf('board');
  const theirs = new Map(b.rows.map((row, i) => [row[b.columns.indexOf('board')], i]));
  const common = a.rows.map((row, i) => ({ board: row[column], i, j: theirs.get(row[column]) })).filter(({ j }) => j !== undefined);
  const differ = common.filter(({ i, j }) => a.cells[i] !== b.cells[j]);
  const kind = ({ i, j }) => (a.cells[i] === b.cells[j] ? 'same' : winner(a, i) === winner(b, j) ? 'differs' : 'differs winner');
  const link = (text, which, board) => el('a', { href: address.write('play', { ...address.typed(which), board }, { see: 'values' }) }, text || '–');
  output.append(
    el('p', { class: 'verdict' }, many(differ.length, '{n} of {of} boards differs.', '{n} of {of} boards differ.', { of: common.length })),
    el('p', { class: 'quiet' }, t('Bold: somebody else wins.')),
    el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('Table') }, el('table', { class: 'differences' },
      el('thead', {}, el('tr', {}, [t('Board'), game, other].map((text) => el('th', { scope: 'col' }, text)))),
      el('tbody', {}, common.map((one) => el('tr', { class: kind(one) }, el('th', { scope: 'row' }, one.board),
        el('td', {}, link(a.cells[one.i], game, one.board)), el('td', {}, link(b.cells[one.j], other, one.board))))))));
}
