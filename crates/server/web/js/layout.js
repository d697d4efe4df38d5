// Where the places of a board are drawn. Families have their own picture; anything else is laid out by forces.
// Coordinates are in units of about one edge.

const TURN = 2 * Math.PI;

/** Points [x, y] for every place, and the islands of a nested board; `narrow` for a small screen. Noise of arithmetic is rounded away. */
export function layout(position, narrow = false) {
  const count = position.places.length;
  const { points, islands } = position.drawing ? { points: spread(position.drawing), islands: [] }
    : family(position.layout, count, position.edges || [], position.sets || [], narrow);
  const round = (n) => Math.round(n * 1e4) / 1e4;
  return { points: points.map(([x, y]) => [round(x), round(y)]), islands };
}

function family(shape, count, edges, sets, narrow) {
  const flat = (points) => ({ points, islands: [] });
  switch (shape.kind) {
    case 'path': return flat(path(count, narrow ? 6 : 20));
    case 'grid': return flat(grid(shape.rows, shape.columns));
    case 'polygons': return flat(grid(shape.rows, shape.columns).map(([x, y]) => [1.5 * x, 1.5 * y]));
    case 'hexagons': return flat(honeycomb(shape.rows, shape.columns));
    case 'hex': return flat(grid(shape.rows, shape.columns).map(([x, y]) => [x + y / 2, 0.87 * y]));
    case 'lattice': return flat(lattice(shape.side, shape.dimension, narrow ? 1 : 0));
    case 'circle': return flat(circle(count));
    case 'wheel': return flat([[0, 0], ...circle(count - 1, 1.4)]);
    case 'bipartite': return flat(bipartite(shape.sides));
    case 'petersen': return flat([...ring(5, 2.3, 0), ...ring(5, 1.15, 0)]);
    case 'pode': return flat([[0, 0], ...chains([0, 0], shape.chains, -TURN / 4, TURN)]);
    case 'bipode': return flat(bipode(shape));
    case 'hypercube': return shape.dimension <= 4 ? flat(cube(shape.dimension)) : flat(components(count, edges));
    case 'ag': return flat(shape.dimension >= 2 ? lattice(shape.order, shape.dimension) : path(count));
    case 'pg': return flat(projective(shape, count));
    case 'nested': return nested(shape);
    case 'sum': return flat(sum(shape.terms, edges));
    default: return flat(edges.length ? components(count, edges) : sets.length ? components(count, pairs(sets)) : circle(count));
  }
}

function path(count, most = 20) {
  // Long paths run to and fro, row by row.
  if (count <= most) return Array.from({ length: count }, (_, i) => [i, 0]);
  const wide = Math.ceil(count / Math.ceil(count / most));
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / wide);
    return [row % 2 ? wide - 1 - (i % wide) : i % wide, row];
  });
}

function grid(rows, columns) {
  return Array.from({ length: rows * columns }, (_, i) => [i % columns, Math.floor(i / columns)]);
}

function honeycomb(rows, columns) {
  return grid(rows, columns).map(([x, y]) => [1.7 * (x + (y % 2) / 2), 1.47 * y]);
}

/** Coordinates in turn across and down, blocks within blocks; `turned` is 1 where the blocks of a third dimension go down. */
function lattice(side, dimension, turned = 0) {
  return Array.from({ length: side ** dimension }, (_, index) => {
    let rest = index;
    const at = [0, 0];
    const step = [1, 1];
    for (let d = 0; d < dimension; d += 1) {
      const axis = (d < 2 ? d : d + turned) % 2;
      at[axis] += (rest % side) * step[axis];
      step[axis] = step[axis] * side + (d < 2 ? 0.8 : 1.4);
      rest = Math.floor(rest / side);
    }
    return at;
  });
}

function ring(count, radius, turned = 0) {
  return Array.from({ length: count }, (_, i) => {
    const angle = TURN * (i / count + turned) - TURN / 4;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function circle(count, least = 1.1) {
  if (count === 1) return [[0, 0]];
  if (count === 2) return [[0, 0], [1.8, 0]];
  return ring(count, Math.max(least, count / TURN * 1.05));
}

function bipartite([a, b]) {
  const row = (n, y) => Array.from({ length: n }, (_, i) => [(i - (n - 1) / 2) * 1.2, y]);
  return [...row(a, 0), ...row(b, 2)];
}

/** Chains that leave a centre, evenly within an angle. */
function chains([x, y], lengths, from, angle) {
  const shown = lengths.filter((length) => length > 0).length;
  const points = [];
  let index = 0;
  for (const length of lengths) {
    if (length === 0) continue;
    const share = angle === TURN ? index / shown : (index + 0.5) / shown;
    const direction = from + angle * share;
    for (let i = 1; i <= length; i += 1) points.push([x + i * Math.cos(direction), y + i * Math.sin(direction)]);
    index += 1;
  }
  return points;
}

function bipode({ left, right, between }) {
  const middle = Array.from({ length: between }, (_, i) => [i + 1, 0]);
  const half = 0.8 * TURN / 2;
  return [
    [0, 0],
    ...chains([0, 0], left, TURN / 2 - half / 2, half),
    ...middle,
    ...chains([between, 0], right, -half / 2, half),
  ];
}

function cube(dimension) {
  // A cube in perspective; the tesseract as two rings of eight.
  const flat = [[2, 0], [0, 2], [0.85, -0.75]];
  const turned = Array.from({ length: 4 }, (_, i) => [1.5 * Math.cos(i * TURN / 8), 1.5 * Math.sin(i * TURN / 8)]);
  const steps = dimension < 4 ? flat : turned;
  return Array.from({ length: 2 ** dimension }, (_, v) => [0, 1].map((axis) => steps.slice(0, dimension)
    .reduce((sum, step, i) => sum + ((v >> i) & 1) * step[axis], 0)));
}

function projective({ dimension, order }, count) {
  if (dimension !== 2) return circle(count);
  if (order === 2) {
    // The Fano plane: corners, the middles of the sides, the centre.
    const corner = ring(3, 2.3);
    const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const [z, y, x] = corner;
    return [z, y, middle(z, y), x, middle(z, x), middle(y, x), [0, 0]];
  }
  // The affine part as a square; the line at infinity as an arc above it.
  const centre = (order - 1) / 2;
  const radius = order * 0.62 + 1;
  const far = Array.from({ length: order + 1 }, (_, i) => {
    const angle = Math.PI * (1.12 - 1.24 * (i + 0.5) / (order + 1));
    return [centre + 1.15 * radius * Math.cos(angle), centre - radius * Math.sin(angle)];
  });
  return [...far, ...grid(order, order)];
}

function extent(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The smallest distance between two points. */
function nearest(points) {
  const distances = points.flatMap((a, i) => points.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1])));
  return distances.length ? Math.min(...distances) : 1;
}

/** On an island points stand as near to each other as they can. */
function closer({ points, islands }) {
  const scale = islands.length ? 1 : 0.74 / nearest(points);
  return { points: points.map(([x, y]) => [x * scale, y * scale]), islands };
}

function nested({ outer, inner, islands, island }) {
  const outside = family(outer, islands, [], []).points;
  const within = closer(family(inner, island, [], []));
  const box = extent(within.points);
  const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const radius = Math.max(...within.points.map(([x, y]) => Math.hypot(x - middle[0], y - middle[1]))) + 0.55;
  const scale = (2 * radius + 0.3) / nearest(outside);
  const centres = outside.map(([x, y]) => [x * scale, y * scale]);
  const moved = (points, [x, y]) => points.map(([a, b]) => [a - middle[0] + x, b - middle[1] + y]);
  return {
    points: centres.flatMap((centre) => moved(within.points, centre)),
    islands: centres.flatMap((centre, i) => [
      { x: centre[0], y: centre[1], radius, name: String(i + 1) },
      ...within.islands.map((inside) => ({
        ...inside, level: (inside.level || 0) + 1, x: inside.x - middle[0] + centre[0], y: inside.y - middle[1] + centre[1],
      })),
    ]),
  };
}

function sum(terms, edges) {
  const points = [];
  let right = 0;
  for (const { layout: shape, places } of terms) {
    const first = points.length;
    const own = edges.filter(([u]) => u >= first && u < first + places)
      .map(([u, v, copies]) => [u - first, v - first, copies]);
    const part = family(shape, places, own, []).points;
    if (part.length === 0) continue;
    const box = extent(part);
    points.push(...part.map(([x, y]) => [x - box.left + right, y - (box.top + box.bottom) / 2]));
    right += box.right - box.left + 1.6;
  }
  return points;
}

function pairs(sets) {
  return sets.flatMap((set) => set.slice(1).map((point, i) => [set[i], point, 1]));
}

/** A drawing of any scale, brought to edges of about 1. */
function spread(points) {
  const box = extent(points);
  const size = Math.max(box.right - box.left, box.bottom - box.top) || 1;
  const scale = Math.max(2, Math.sqrt(points.length) * 1.3) / size;
  return points.map(([x, y]) => [x * scale, -y * scale]);
}

/** Each component on its own, side by side in rows: a chain straight, a cycle round, anything else by forces. */
function components(count, edges) {
  const part = Array.from({ length: count }, (_, i) => i);
  const root = (v) => { let r = v; while (part[r] !== r) r = part[r]; return r; };
  for (const [u, v] of edges) part[root(u)] = root(v);
  const groups = new Map();
  for (let v = 0; v < count; v += 1) groups.set(root(v), [...(groups.get(root(v)) || []), v]);
  if (groups.size === 1) return forces(count, edges);
  const points = [];
  const wide = Math.max(8, 2.2 * Math.sqrt(count));
  let [left, top, high] = [0, 0, 0];
  for (const own of groups.values()) {
    const index = new Map(own.map((v, i) => [v, i]));
    const drawn = alone(own.length, edges.filter(([u]) => index.has(u)).map(([u, v]) => [index.get(u), index.get(v)]));
    const box = extent(drawn);
    if (left > 0 && left + box.right - box.left > wide) { [left, top] = [0, top + high + 1.5]; high = 0; }
    drawn.forEach(([x, y], i) => { points[own[i]] = [x - box.left + left, y - box.top + top]; });
    left += box.right - box.left + 1.5;
    high = Math.max(high, box.bottom - box.top);
  }
  return points;
}

/** A connected graph: a chain, a cycle, or anything else. */
function alone(count, edges) {
  const beside = Array.from({ length: count }, () => new Set());
  for (const [u, v] of edges) if (u !== v) { beside[u].add(v); beside[v].add(u); }
  if (beside.some((own) => own.size > 2)) return forces(count, edges);
  const start = Math.max(0, beside.findIndex((own) => own.size < 2));
  const order = [start];
  for (let next = start; next !== undefined; next = [...beside[next]].find((v) => !order.includes(v))) if (!order.includes(next)) order.push(next);
  const round = count > 2 && beside.every((own) => own.size === 2);
  const places = round ? circle(count) : path(count);
  const points = [];
  order.forEach((v, i) => { points[v] = places[i]; });
  return points;
}

/** Fruchterman and Reingold: vertices repel, edges pull; the same every time. */
export function forces(count, edges) {
  const points = circle(count, 1.2).map(([x, y], i) => [x + 0.01 * Math.sin(7 * i), y + 0.01 * Math.cos(5 * i)]);
  const rounds = count > 150 ? 80 : 320;
  let heat = Math.max(0.6, Math.sqrt(count) / 4);
  for (let round = 0; round < rounds; round += 1) {
    const push = points.map(([x, y]) => [-0.03 * x, -0.03 * y]);
    for (let i = 0; i < count; i += 1) {
      for (let j = 0; j < i; j += 1) {
        const dx = points[i][0] - points[j][0];
        const dy = points[i][1] - points[j][1];
        const squared = Math.max(0.01, dx * dx + dy * dy);
        push[i][0] += dx / squared; push[i][1] += dy / squared;
        push[j][0] -= dx / squared; push[j][1] -= dy / squared;
      }
    }
    for (const [u, v] of edges) {
      if (u === v) continue;
      const dx = points[u][0] - points[v][0];
      const dy = points[u][1] - points[v][1];
      const pull = Math.hypot(dx, dy) * 0.9;
      push[u][0] -= dx * pull; push[u][1] -= dy * pull;
      push[v][0] += dx * pull; push[v][1] += dy * pull;
    }
    for (let i = 0; i < count; i += 1) {
      const length = Math.hypot(push[i][0], push[i][1]) || 1;
      const step = Math.min(length, heat) / length;
      points[i][0] += push[i][0] * step;
      points[i][1] += push[i][1] * step;
    }
    heat *= 0.985;
  }
  return points;
}

export { extent };
