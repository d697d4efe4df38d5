// The address holds everything that matters: #/play?game=…&board=…&after=… It can be shared, and Back works.

const FLAGS = ['misere', 'normal_rules', 'breaker_first', 'enforcer_first'];
const TEXTS = ['game', 'board', 'after', 'bias', 'start'];
/** What else the address may say of a game: who plays, and what is shown. */
const SETTINGS = ['first', 'second', 'see', 'view'];

/** The page and the parameters of an address. */
export function read(hash = location.hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { page: path || 'front', parameters: new URLSearchParams(query) };
}

/** The question that parameters ask, as the server takes it. */
export function question(parameters) {
  const asked = {};
  for (const name of TEXTS) if (parameters.get(name)) asked[name] = parameters.get(name);
  for (const name of FLAGS) if (parameters.has(name)) asked[name] = true;
  return asked;
}

export function settings(parameters) {
  const set = {};
  for (const name of SETTINGS) if (parameters.get(name)) set[name] = parameters.get(name);
  return set;
}

/** The address of a question, with settings. Colons, commas and the like stay readable. */
export function write(page, asked, set = {}) {
  const parts = [];
  const text = (value) => encodeURIComponent(value)
    .replace(/%3A/gi, ':').replace(/%2C/gi, ',').replace(/%3E/gi, '>').replace(/%20/g, '+').replace(/%5E/gi, '^');
  for (const name of TEXTS) if (asked[name]) parts.push(`${name}=${text(asked[name])}`);
  for (const name of FLAGS) if (asked[name]) parts.push(name);
  for (const name of SETTINGS) if (set[name]) parts.push(`${name}=${text(set[name])}`);
  return `#/${page}${parts.length ? `?${parts.join('&')}` : ''}`;
}

/** What was typed in the search box: a game, a board, and options as on the command line. */
export function typed(line) {
  const words = line.trim().replace(/^outplay\s+\w+\s+/, '').match(/\[[^\]]*\](?:[^\s]*)|"[^"]*"|\S+/g) || [];
  const asked = {};
  const plain = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i].replace(/^"|"$/g, '');
    const name = word.replace(/^--/, '').replaceAll('-', '_');
    if (!word.startsWith('--')) plain.push(word);
    else if (FLAGS.includes(name)) asked[name] = true;
    else if (TEXTS.includes(name)) { i += 1; asked[name] = (words[i] || '').replace(/^"|"$/g, ''); }
  }
  asked.game = plain.shift() || '';
  asked.board = plain.join(' ');
  return asked;
}
