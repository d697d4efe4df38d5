// A game of two people on two screens. The room on the server holds the moves; this sends one's own and shows all.

import * as address from '../address.js';
import * as api from '../api.js';
import { other } from '../dom.js';
import { t } from '../language.js';

const KEY = (code) => `outplay.room.${code}`;

/** Opens a room for a game and gives its address; who opens it sits on `seat`. */
export async function openRoom(question, seat) {
  const seated = await api.openRoom({ question, seat });
  sessionStorage.setItem(KEY(seated.code), JSON.stringify(seated));
  return address.write('play', question, { room: seated.code });
}

export class Room {
  constructor(game, code) {
    this.game = game;
    this.code = code;
    this.enter();
  }

  async enter() {
    const { game, code } = this;
    try {
      const known = JSON.parse(sessionStorage.getItem(KEY(code)) || 'null');
      this.seated = known || await api.joinRoom(code).catch((error) => { if (error.status === 409) return null; throw error; });
      if (this.seated) sessionStorage.setItem(KEY(code), JSON.stringify(this.seated));
    } catch (error) {
      game.fail(error);
      return;
    }
    game.seat = this.seated?.seat || null;
    if (game.seat) game.set[other(game.seat)] = 'remote';
    game.set[game.seat || 'second'] = 'person';
    this.events = new EventSource(`/api/rooms/${code}/events`);
    this.events.onmessage = (event) => this.news(JSON.parse(event.data));
  }

  news({ question, full }) {
    const { game } = this;
    const { after = '', ...base } = question;
    this.full = full;
    game.base = base;
    game.moves = after.split(/\s+/).filter(Boolean);
    game.load();
  }

  prompt(mover) {
    if (!this.full) return t('Send the address of this page to the other person: they take the free seat.');
    if (!this.seated) return t('Both seats are taken: you are watching.');
    return mover === this.seated.seat ? t('Your move.') : t('The other person is thinking…');
  }

  locked(mover) {
    if (!this.seated) return t('Both seats are taken: you are watching.');
    return mover === this.seated.seat ? null : t('It is not your turn.');
  }

  async send(move) {
    const { game } = this;
    try {
      await api.roomMove(this.code, { key: this.seated.key, ply: game.position.log.length, move });
    } catch (error) {
      game.say(error.message, true);
    }
  }

  play(move) { return this.seated && this.send(move); }

  again() { if (this.seated) this.send(null); }

  leave() { this.events?.close(); }
}
