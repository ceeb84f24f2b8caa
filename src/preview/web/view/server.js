// Talks to the program: over HTTP to the server of `cvpress edit`, or to the program in the page, which
// `tab/start.js` sets as the transport before this is loaded.

/**
 * @typedef {object} Transport
 * @property {(path: string, options?: RequestInit) => Promise<Response>} request
 * @property {(path: string) => Promise<string>} picture an address that an image can show
 * @property {(listeners: Record<string, (data: any) => void>, onstatus: (status: Status) => void) => void} listen
 * @property {((name: string, text: string) => Promise<boolean>)} [write] writes a file of the reader's; false
 *   if there is none. The server writes the profile itself.
 * @property {() => void} [forgetFile] the next text is written to another file
 */

/** @typedef {'open' | 'lost' | 'foreign'} Status `foreign`: a server of another session */

/** The pause before a connection that the server refused is tried again, in milliseconds. */
const RETRY = 1500;

/** @type {Transport} */
const http = {
  request: (path, options) => fetch(path, options),
  picture: async (path) => path,
  listen(listeners, onstatus) {
    const source = new EventSource('/events');
    source.onopen = () => onstatus('open');
    source.onerror = async () => {
      onstatus('lost');
      // The browser connects again by itself, except after an answer that is not a stream.
      if (source.readyState !== EventSource.CLOSED) return;
      const { status } = await send('GET', '/');
      if (status === 401 || status === 403) onstatus('foreign');
      setTimeout(() => http.listen(listeners, onstatus), RETRY);
    };
    for (const [name, listener] of Object.entries(listeners)) {
      source.addEventListener(name, (event) => listener(JSON.parse(event.data)));
    }
  },
};

/** @type {Transport} */
export const transport = globalThis.cvpressTransport ?? http;

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
    const response = await transport.request(path, options);
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return { status: response.status, ok: response.ok, answer: isJson ? await response.json() : null };
  } catch {
    return { status: 0, ok: false, answer: null };
  }
}
