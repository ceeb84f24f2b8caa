// Talks to the server.

/**
 * Sends a request with a JSON body.
 * @returns {Promise<{status: number, ok: boolean, answer: any}>} status 0 if the server is gone
 */
export async function send(method, path, body, headers = {}) {
  const options = { method, headers: { ...headers } };
  if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  try {
    const response = await fetch(path, options);
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return { status: response.status, ok: response.ok, answer: isJson ? await response.json() : null };
  } catch {
    return { status: 0, ok: false, answer: null };
  }
}

/** The pause before a connection that the server refused is tried again, in milliseconds. */
const RETRY = 1500;

/**
 * Listens to the events of the server, for as long as the page is open.
 * @param {Record<string, (data: any) => void>} listeners by the name of the event
 * @param {(status: 'open' | 'lost' | 'foreign') => void} onstatus `foreign`: a server of another session
 */
export function listen(listeners, onstatus) {
  const source = new EventSource('/events');
  source.onopen = () => onstatus('open');
  source.onerror = async () => {
    onstatus('lost');
    // The browser connects again by itself, except after an answer that is not a stream.
    if (source.readyState !== EventSource.CLOSED) return;
    const { status } = await send('GET', '/');
    if (status === 401 || status === 403) onstatus('foreign');
    setTimeout(() => listen(listeners, onstatus), RETRY);
  };
  for (const [name, listener] of Object.entries(listeners)) {
    source.addEventListener(name, (event) => listener(JSON.parse(event.data)));
  }
}
