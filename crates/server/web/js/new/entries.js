// The games of the registry as a catalogue has them: an entry for each name that a game goes by.

import * as address from '../address.js';

export const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** An entry for each name of each game; `own` is the game's first name, `full` the name with an example of a parameter. */
export function entries(games) {
  return games.flatMap((game) => [game.name, ...game.aliases].map((name) => ({
    ...game, name, own: game.name, title: name === game.name ? game.title : capital(name),
    full: game.parameter ? `${name}:${game.parameter}` : name,
  })));
}

/** The entry that a name means, with or without a parameter. */
export const findEntry = (all, wanted) => all.find(({ name, full }) => name === wanted || full === wanted || name === wanted.split(':')[0]);

/** The first example of a game, as a question; without options if there is such a one. */
export function exampleOf({ examples, own, full }) {
  const plain = examples.find((one) => !one.includes(' --')) || examples[0];
  const asked = address.typed(plain);
  return { ...asked, game: asked.game.split(':')[0] === own ? full : asked.game };
}
