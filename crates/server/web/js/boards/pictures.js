// Which picture a position has, and pictures that only show: no click, no key, nothing for a screen reader to visit.

import { svg } from '../dom.js';
import { t } from '../language.js';
import { Choice } from '../play/choice.js';
import { drawGraph } from './graph.js';
import { drawHeaps } from './heaps.js';
import { drawPoints } from './points.js';
import { drawPolygons, isPolygons } from './polygons.js';

/** The pictures of a position, each a node with the box that it fills. */
export function pictures(ui) {
  const { position } = ui;
  if (position.kind === 'points') return [drawPoints(ui)];
  if (isPolygons(position) && ui.view !== 'graph') return [drawPolygons(ui)];
  const found = [];
  if (position.heaps_at_start?.length > 0) found.push(drawHeaps(ui));
  if (position.places.length > 0) found.push(drawGraph(ui));
  return found.length > 0 ? found : [{ node: svg('text', { class: 'empty', x: 0, y: 0 }, t('an empty board')), box: [-100, -30, 200, 50] }];
}

/** A picture to look at. */
export function still(position, { width = 300, marks = {} } = {}) {
  const nothing = () => {};
  const ui = {
    hints: [], ...marks, position, width, memory: {}, choice: new Choice(position.moves), still: true,
    target: nothing, play: nothing, start: nothing, choose: nothing, refuse: nothing, hover: nothing, say: nothing, redraw: nothing,
    swallowClick: nothing, toBoard: nothing,
  };
  return pictures(ui).map(({ node, box }) => svg('svg', {
    class: 'board still', viewBox: box.map((n) => n.toFixed(1)).join(' '), 'aria-hidden': 'true', focusable: 'false',
  }, node));
}
