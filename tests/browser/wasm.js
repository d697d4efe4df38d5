// A WebAssembly module outside a browser, asked as the page's worker asks it.

import { readFile } from 'node:fs/promises';

export async function open(file) {
  const { instance: { exports: module } } = await WebAssembly.instantiate(await readFile(file), { page: { now: () => performance.now(), news() {} } });
  return (request, bytes = new Uint8Array()) => {
    const line = new TextEncoder().encode(`${JSON.stringify(request)}\n`);
    const at = module.input(line.length + bytes.length);
    const memory = new Uint8Array(module.memory.buffer, at, line.length + bytes.length);
    memory.set(line);
    memory.set(bytes, line.length);
    const length = module.ask();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.output(), length)));
  };
}
