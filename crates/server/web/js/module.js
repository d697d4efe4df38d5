// A WebAssembly module in a worker of its own. It does one thing at a time, and what is given up ends its worker.

const compiled = new Map();

/** A module by its name, compiled once. */
function compile(name) {
  const load = async () => {
    const response = await fetch(new URL(`../wasm/${name}.wasm`, import.meta.url));
    if (!response.ok) throw new Error('missing');
    return WebAssembly.compile(await response.arrayBuffer());
  };
  if (!compiled.has(name)) compiled.set(name, load().catch((error) => { compiled.delete(name); throw error; }));
  return compiled.get(name);
}

export class Module {
  constructor(name) {
    this.name = name;
    this.waiting = [];
    this.current = null;
    this.worker = null;
  }

  /** Asks, after those who asked before: `{ answer, giveUp }`. What is given up is answered by `null`. */
  ask(request, { bytes, onNews = () => {} } = {}) {
    const asked = { request, bytes, onNews };
    asked.answer = new Promise((resolve, reject) => Object.assign(asked, { resolve, reject }));
    asked.giveUp = () => this.giveUp(asked);
    this.waiting.push(asked);
    this.next();
    return asked;
  }

  async next() {
    if (this.current || this.waiting.length === 0) return;
    const asked = this.waiting.shift();
    this.current = asked;
    try {
      const module = await compile(this.name);
      if (this.current !== asked) return;
      this.worker ||= new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
      this.worker.onmessage = ({ data }) => this.heard(asked, data);
      this.worker.onerror = () => this.heard(asked, { failed: 'the worker did not start' });
      this.worker.postMessage({ compiled: module, request: asked.request, bytes: asked.bytes });
    } catch (error) {
      if (this.current === asked) this.current = null;
      asked.reject(error);
      this.next();
    }
  }

  heard(asked, { news, answer, failed }) {
    if (this.current !== asked) return;
    if (news) { asked.onNews(news); return; }
    this.current = null;
    // Whatever stopped a module half way, nothing is known of its state.
    if (failed) { this.end(); asked.reject(new Error(failed)); } else asked.resolve(answer);
    this.next();
  }

  giveUp(asked) {
    this.waiting = this.waiting.filter((one) => one !== asked);
    if (this.current === asked) {
      this.current = null;
      this.end();
    }
    asked.resolve(null);
    this.next();
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }
}
