// All talk with the server, or with what answers in its place. Positions come at once; jobs are asked for, listened to and cancelled.

import * as here from './here.js';
import { language } from './language.js';
import { inOwnWords, learn } from './said.js';

/** Whether there is a server at all; without one the page answers for itself. */
export const hasServer = document.documentElement.dataset.server !== 'none';

/** A request that the server refused, with its explanation. */
export class Refused extends Error {
  constructor(status, body) {
    super(body?.error || `the server answered ${status}`);
    this.status = status;
    this.details = body?.details || null;
  }
}

/** A name for this tab: tabs that want much leave a turn to the others. */
const client = Math.random().toString(36).slice(2);

/** What is asked for and answered, in the reader's language once that is known. */
async function send(method, path, body) {
  return inOwnWords(await ask(method, path, body));
}

async function ask(method, path, body) {
  if (!hasServer) {
    const { status, body: answer } = await here.ask(method, path, body);
    if (status !== 200) throw new Refused(status, inOwnWords(answer));
    return answer;
  }
  const options = { method, headers: { 'X-Client': client } };
  if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused(0, { error: 'the server does not answer: is `outplay serve` still running?' });
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(response.status, inOwnWords(answer));
  return answer;
}

/** Asks once, and keeps the answer unless it failed. */
function once(ask) {
  let answer = null;
  return () => { answer ||= ask().catch((error) => { answer = null; throw error; }); return answer; };
}

export const position = (question) => send('POST', '/api/position', question);
export const names = () => send('GET', '/api/names');
export const games = once(() => send('GET', '/api/games'));
export const claims = () => send('GET', '/api/claims');
export const choices = once(() => send('GET', '/api/choices'));
export const content = once(() => send('GET', '/api/content'));

/** Learns the reader's language before anything is shown. */
export async function prepare() {
  const { words } = await ask('GET', '/api/content').catch(() => ({}));
  if (words?.[language]) learn(words[language]);
}

export const openRoom = (room) => send('POST', '/api/rooms', room);
export const joinRoom = (code) => send('POST', `/api/rooms/${code}/seat`);
export const roomMove = (code, move) => send('POST', `/api/rooms/${code}`, move);

/**
 * A job on the server: `new Job(task, onNews)`. `done` resolves to its result, or to null if it was cancelled;
 * it rejects if the question was wrong. `cancel()` stops the work on the server.
 */
export class Job {
  constructor(task, onNews = () => {}) {
    this.cancelled = false;
    this.id = null;
    this.done = this.run(task, onNews);
  }

  async run(task, onNews) {
    if (!hasServer) {
      const { answer, giveUp } = here.job(task, (news) => onNews(inOwnWords(news)));
      this.close = giveUp;
      return this.result(await answer);
    }
    let job = await this.submit(task);
    this.id = job.id;
    if (this.cancelled) {
      // It was given up before the server had said its number.
      this.stop();
      return null;
    }
    if (job.state === 'waiting' || job.state === 'running') {
      const told = (news) => onNews(inOwnWords(news));
      told(job);
      job = await this.listen(job.id, told);
    }
    return this.result(job);
  }

  result(job) {
    if (this.cancelled || !job || job.state === 'cancelled') return null;
    if (job.state === 'failed') throw new Refused(400, inOwnWords(job.error));
    return inOwnWords(job.result);
  }

  /** A busy server is asked again, a few times, before the person is told. */
  async submit(task) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await send('POST', '/api/jobs', task);
      } catch (error) {
        if (error.status !== 429 || attempt === 5 || this.cancelled) throw error;
        await new Promise((resolve) => setTimeout(resolve, 700 * (attempt + 1)));
      }
    }
  }

  listen(id, onNews) {
    return new Promise((resolve, reject) => {
      const events = new EventSource(`/api/jobs/${id}/events`);
      this.close = () => { events.close(); resolve(null); };
      events.onmessage = (event) => {
        const job = JSON.parse(event.data);
        if (['done', 'failed', 'cancelled'].includes(job.state)) {
          events.close();
          resolve(job);
        } else {
          onNews(job);
        }
      };
      events.onerror = () => {
        events.close();
        if (this.cancelled) resolve(null);
        else reject(new Refused(0, { error: 'the server went away during the computation' }));
      };
    });
  }

  cancel() {
    if (this.cancelled) return;
    this.cancelled = true;
    this.stop();
    this.close?.();
  }

  stop() {
    if (this.id) send('DELETE', `/api/jobs/${this.id}`).catch(() => {});
  }
}
