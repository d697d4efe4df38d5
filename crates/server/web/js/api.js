// All talk with the server. Positions come at once; jobs are asked for, listened to and cancelled.

/** A request that the server refused, with its explanation. */
export class Refused extends Error {
  constructor(status, body) {
    super(body?.error || `the server answered ${status}`);
    this.status = status;
    this.details = body?.details || null;
  }
}

async function send(method, path, body, signal) {
  const options = { method, signal, headers: {} };
  if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refused(0, { error: 'the server does not answer: is `outplay serve` still running?' });
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

/** Asks once, and keeps the answer unless it failed. */
function once(ask) {
  let answer = null;
  return () => { answer ||= ask().catch((error) => { answer = null; throw error; }); return answer; };
}

export const position = (question, signal) => send('POST', '/api/position', question, signal);
export const names = () => send('GET', '/api/names');
export const games = once(() => send('GET', '/api/games'));
export const claims = () => send('GET', '/api/claims');
export const choices = once(() => send('GET', '/api/choices'));
export const content = once(() => send('GET', '/api/content'));
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
    let job = await this.submit(task);
    this.id = job.id;
    if (this.cancelled) {
      // It was given up before the server had said its number.
      this.stop();
      return null;
    }
    if (job.state === 'waiting' || job.state === 'running') {
      onNews(job);
      job = await this.listen(job.id, onNews);
    }
    if (this.cancelled || !job || job.state === 'cancelled') return null;
    if (job.state === 'failed') throw new Refused(400, job.error);
    return job.result;
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
