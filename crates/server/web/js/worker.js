// Runs a WebAssembly module beside the page: a request in, an answer out, news on the way.

let module = null;

const told = (length) => JSON.parse(new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.output(), length)));

const lent = { page: { now: () => performance.now(), news: (length) => postMessage({ news: told(length) }) } };

/** A request is a line of JSON; what follows the line are bytes. */
function ask({ request, bytes = new Uint8Array() }) {
  const line = new TextEncoder().encode(`${JSON.stringify(request)}\n`);
  const at = module.input(line.length + bytes.length);
  const memory = new Uint8Array(module.memory.buffer, at, line.length + bytes.length);
  memory.set(line);
  memory.set(bytes, line.length);
  return told(module.ask());
}

onmessage = async ({ data }) => {
  try {
    module ||= (await WebAssembly.instantiate(data.compiled, lent)).exports;
    postMessage({ answer: ask(data) });
  } catch (error) {
    postMessage({ failed: error.message });
  }
};
