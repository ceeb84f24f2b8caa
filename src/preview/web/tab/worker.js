// The worker of a page without a server: it has the program, answers requests, and renders between them.

import load, { Tab } from './cvpress_tab.js';

/** Requests that came while the program was loaded. */
const early = [];
let tab = null;
/** Whether a step is on its way. */
let isDue = false;

/** Reads a font when a page needs it: Typst waits for it. */
globalThis.cvpressFont = (path) => {
  const request = new XMLHttpRequest();
  request.open('GET', new URL(`fonts/${path}`, import.meta.url), false);
  request.responseType = 'arraybuffer';
  try {
    request.send();
  } catch {
    return undefined;
  }
  return request.status === 200 ? new Uint8Array(request.response) : undefined;
};

addEventListener('message', ({ data }) => {
  if (tab) answer(data);
  else early.push(data);
});

await load({ module_or_path: new URL('cvpress_tab_bg.wasm', import.meta.url) });
const now = new Date();
tab = Tab.open(now.getFullYear(), now.getMonth() + 1, now.getDate());
early.splice(0).forEach(answer);
work();

function answer({ id, method, path, headers, body }) {
  attempt(() => {
    const made = tab.answer(method, path, headers, new TextEncoder().encode(body));
    const bytes = made.body();
    postMessage({ id, status: made.status(), headers: JSON.parse(made.headers()), body: bytes }, [bytes.buffer]);
    made.free();
    work();
  });
}

/** Does what is due, one thing after the other, with the requests that have come between them. */
function work() {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    attempt(() => {
      const hasMore = tab.step();
      const events = JSON.parse(tab.events());
      if (events.length > 0) postMessage({ events });
      if (hasMore) work();
    });
  });
}

/** Does something with the program, which is lost if that fails. */
function attempt(run) {
  try {
    run();
  } catch (error) {
    postMessage({ failed: String(error?.stack ?? error) });
  }
}
