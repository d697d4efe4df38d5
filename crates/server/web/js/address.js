// The address holds everything that matters: #/play?game=…&board=…&after=… It can be shared, and Back works.

const TEXTS = ['game', 'board', 'after'];
/** What else the address may say of a game: who plays, what is shown, and other lines of play. Anything else is an option of the game. */
const SETTINGS = ['first', 'second', 'see', 'view', 'lines', 'room', 'at'];

/** The page and the parameters of an address. */
export function read(hash = location.hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { page: path || 'front', parameters: new URLSearchParams(query) };
}

/** The question that parameters ask, as the server takes it: what is not about the page is an option, a flag if it is empty. */
export function question(parameters) {
  const asked = {};
  for (const [name, value] of parameters) {
    if (SETTINGS.includes(name)) continue;
    if (TEXTS.includes(name)) { if (value) asked[name] = value; } else asked[name] = value === '' || value === 'true' ? true : value;
  }
  return asked;
}

export function settings(parameters) {
  const set = {};
  for (const name of SETTINGS) if (parameters.get(name)) set[name] = parameters.get(name);
  return set;
}

/** The options of a question: all but the game, the board and the moves. */
export function options(asked) {
  return Object.fromEntries(Object.entries(asked).filter(([name, value]) => !TEXTS.includes(name) && value));
}

/** Colons, commas and the like stay readable. */
const text = (value) => encodeURIComponent(value)
  .replace(/%3A/gi, ':').replace(/%2C/gi, ',').replace(/%3E/gi, '>').replace(/%20/g, '+').replace(/%5E/gi, '^').replace(/%2F/gi, '/');

/** An address with parameters. */
export function link(page, parameters) {
  const parts = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
    .map(([name, value]) => (value === true ? name : `${name}=${text(value)}`));
  return `#/${page}${parts.length ? `?${parts.join('&')}` : ''}`;
}

/** The address of a question, with settings. */
export function write(page, asked, set = {}) {
  const { game, board, after } = asked;
  const known = Object.fromEntries(SETTINGS.map((name) => [name, set[name]]));
  return link(page, { game, board, after, ...options(asked), ...known });
}

/** What was typed in the search box: a game, a board, and options as on the command line. `flags` have no value. */
export function typed(line, flags = []) {
  const words = line.trim().replace(/^outplay\s+\w+\s+/, '').match(/\[[^\]]*\](?:[^\s]*)|"[^"]*"|\S+/g) || [];
  const bare = (word) => (word || '').replace(/^"|"$/g, '');
  const asked = {};
  const plain = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = bare(words[i]);
    const name = word.replace(/^--/, '').replaceAll('-', '_');
    const next = words[i + 1];
    if (!word.startsWith('--')) plain.push(word);
    else if (flags.includes(name) || next === undefined || next.startsWith('--')) asked[name] = true;
    else { i += 1; asked[name] = bare(next); }
  }
  asked.game = plain.shift() || '';
  asked.board = plain.join(' ');
  return asked;
}
