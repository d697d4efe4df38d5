// Graphs as people have them: an edge list, DOT, JSON. graph6 and sparse6 are the server's to read.

/** Pairs of names in a text, and whether it looks like DOT. */
function dot(text) {
  const found = [];
  for (const statement of text.replace(/\/\/.*|#.*|\/\*[^]*?\*\//g, '').replace(/^[^{]*\{|\}[^}]*$/g, '').split(/[;\n]/)) {
    const names = statement.replace(/\[.*\]/, '').split(/--|->/).map((name) => name.trim().replace(/^"|"$/g, '')).filter(Boolean);
    names.slice(1).forEach((name, i) => found.push([names[i], name]));
  }
  return found;
}

function json(text) {
  const value = JSON.parse(text);
  const edges = Array.isArray(value) ? value : value.edges || value.links || [];
  return edges.map((edge) => (Array.isArray(edge) ? edge.slice(0, 2) : [edge.source ?? edge.from ?? edge.u, edge.target ?? edge.to ?? edge.v]));
}

const list = (text) => text.split(/[\n;]+|,(?=\s*\S+\s*-)/).map((line) => line.trim().replace(/^edges:/, '')).filter(Boolean)
  .map((line) => line.split(/\s*-+\s*|\s*,\s*|\s+/)).filter((pair) => pair.length >= 2).map(([a, b]) => [a, b]);

/** The edges that a text means, as pairs of names; `{ board }` if it is the server's to read; null if it is nothing. */
export function readGraph(text) {
  const trimmed = text.trim();
  if (!trimmed) return null;
  if (/^(graph6|sparse6):/.test(trimmed)) return { board: trimmed };
  if (/^>>graph6<</.test(trimmed)) return { board: `graph6:${trimmed.slice(10)}` };
  if (/^>>sparse6<</.test(trimmed)) return { board: `sparse6:${trimmed.slice(11)}` };
  if (/^:\S+$/.test(trimmed)) return { board: `sparse6:${trimmed}` };
  if (/^\s*(strict\s+)?(di)?graph\b/i.test(trimmed)) return { edges: dot(trimmed) };
  if (/^[[{]/.test(trimmed)) return { edges: json(trimmed) };
  const edges = list(trimmed);
  if (edges.length > 0) return { edges };
  return /^[?-~]+$/.test(trimmed) ? { board: `graph6:${trimmed}` } : null;
}
