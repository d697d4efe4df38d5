// A winning set as a curve through its points: straight where they are in line, a circle where three points of the Fano
// plane want one, and otherwise a smooth curve.

import { svg } from '../dom.js';

/** Pictures are rounded to a hundredth, far below what can be seen, so that noise of arithmetic decides nothing. */
const round = (n) => Math.round(n * 100) / 100;
const text = ([x, y]) => `${round(x)} ${round(y)}`;

/** Twice the area of a triangle: 0 if its corners are in line. */
const area = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The two points farthest apart: the ends of a line. */
export function ends(points) {
  let best = [points[0], points[0]];
  points.forEach((a, i) => points.slice(i + 1).forEach((b) => {
    if (distance(a, b) > distance(...best) + 1e-6) best = [a, b];
  }));
  return best;
}

/** The points as they come on the way from one end to the other. */
function inOrder(points) {
  const [from, to] = ends(points);
  const along = ([x, y]) => (x - from[0]) * (to[0] - from[0]) + (y - from[1]) * (to[1] - from[1]);
  return [...points].sort((a, b) => along(a) - along(b));
}

/** Whether no point is more than a unit, a hair's breadth, off the line. */
const isStraight = (points) => {
  const [a, b] = ends(points);
  return points.every((point) => Math.abs(area(a, b, point)) <= distance(a, b));
};

/** The circle through three points. */
function circleThrough([ax, ay], [bx, by], [cx, cy]) {
  const d = 2 * area([ax, ay], [bx, by], [cx, cy]);
  const [a, b, c] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
  const x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / d;
  const y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / d;
  return { x, y, r: Math.hypot(ax - x, ay - y) };
}

/** Catmull-Rom as Bézier pieces. */
function smooth(points) {
  let d = `M${text(points[0])}`;
  for (let i = 0; i + 1 < points.length; i += 1) {
    const [p0, p1, p2, p3] = [points[Math.max(0, i - 1)], points[i], points[i + 1], points[Math.min(points.length - 1, i + 2)]];
    const bend = (p, q, r, sign) => [p[0] + sign * (r[0] - q[0]) / 5, p[1] + sign * (r[1] - q[1]) / 5];
    d += `C${text(bend(p1, p0, p2, 1))} ${text(bend(p2, p1, p3, -1))} ${text(p2)}`;
  }
  return d;
}

/** A line through `points`; with `asCircle`, three points out of line are on a circle. */
export function curve(points, attributes, asCircle = false) {
  const circle = ({ x, y, r }) => svg('circle', { ...attributes, cx: round(x), cy: round(y), r: round(r) });
  if (points.length === 1) return circle({ x: points[0][0], y: points[0][1], r: 34 });
  if (isStraight(points)) {
    const [from, to] = ends(points);
    return svg('path', { ...attributes, d: `M${text(from)}L${text(to)}` });
  }
  if (asCircle && points.length === 3) return circle(circleThrough(...points));
  return svg('path', { ...attributes, d: smooth(inOrder(points)) });
}

/** A colour of its own for each of `count` lines: hues far apart, every second one darker. */
export function tint(index, count) {
  const hue = Math.round((index * 360) / Math.max(1, count) + 12) % 360;
  return `hsl(${hue} ${index % 2 ? 75 : 60}% ${index % 2 ? 40 : 55}%)`;
}
