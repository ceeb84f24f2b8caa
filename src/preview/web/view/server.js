// Talks to the program: through the server of `cvpress edit`, or a worker of the page that has the program.

/**
 * What carries requests and events. A page without a server sets its own before the scripts are loaded.
 * @typedef {object} Carrier
 * @property {(path: string, options?: RequestInit) => Promise<Response>} request
 * @property {(path: string) => Promise<string>} picture the address of a picture
 * @property {(listeners: Listeners, onstatus: OnStatus) => void} listen
 * @property {(name: string, text: string) => Promise<boolean>} [save] keeps a text that the program has
 *   taken; without it, the program has written the file. False if the reader has changed their mind.
 * @typedef {Record<string, (data: any) => void>} Listeners by the name of the event
 * @typedef {(status: 'open' | 'lost' | 'foreign' | 'stopped') => void} OnStatus `foreign`: a server of another
 *   session; `stopped`: the program has ended at a text, and another one waits for the next
 */

/** @type {Carrier} */
export const carrier = globalThis.cvpress ?? {
  request: (path, options) => fetch(path, options),
  picture: async (path) => path,
  listen: listenToServer,
};

/**
 * Sends a request with a JSON body.
 * @returns {Promise<{status: number, ok: boolean, answer: any}>} status 0 if the program is gone
 */
export async function send(method, path, body, headers = {}) {
  const options = { method, headers: { ...headers } };
  if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  try {
    const response = await carrier.request(path, options);
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return { status: response.status, ok: response.ok, answer: isJson ? await response.json() : null };
  } catch {
    return { status: 0, ok: false, answer: null };
  }
}

/** The pause before a connection that the server refused is tried again, in milliseconds. */
const RETRY = 1500;

/**
 * Listens to the events of the program, for as long as the page is open.
 * @param {Listeners} listeners
 * @param {OnStatus} onstatus
 */
export function listen(listeners, onstatus) {
  carrier.listen(listeners, onstatus);
}

/** @param {Listeners} listeners @param {OnStatus} onstatus */
function listenToServer(listeners, onstatus) {
  const source = new EventSource('/events');
  source.onopen = () => onstatus('open');
  source.onerror = async () => {
    onstatus('lost');
    // The browser connects again by itself, except after an answer that is not a stream.
    if (source.readyState !== EventSource.CLOSED) return;
    const { status } = await send('GET', '/');
    if (status === 401 || status === 403) onstatus('foreign');
    setTimeout(() => listenToServer(listeners, onstatus), RETRY);
  };
  for (const [name, listener] of Object.entries(listeners)) {
    source.addEventListener(name, (event) => listener(JSON.parse(event.data)));
  }
}
