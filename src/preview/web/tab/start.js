// The page without a server: a worker has the program, and this carries requests, events and files. The
// scripts of the page are loaded after it.

import { keepPicture, keptPictures } from './pictures.js';

/** The time after which the address of a picture is given back, in milliseconds. */
const SHOWN = 60_000;

/** Answers that are waited for, by the numbers of their requests. */
const waiting = new Map();
let count = 0;
/** @type {Record<string, (data: any) => void>} */
let listeners = {};
let onstatus = () => {};
/** Events that came before there were listeners. */
const early = [];

let worker = launched();

/** Gives a new program the pictures. Storage may be forbidden. */
async function restorePictures() {
  const bodies = await keptPictures().catch(() => []);
  for (const body of bodies) await ask('/image', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

function launched() {
  const started = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }) => {
    if (data.failed) replace(data.failed);
    else if (data.events) {
      early.push(...data.events);
      deliver();
    } else {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    }
  });
  started.addEventListener('error', () => onstatus('lost'));
  return started;
}

/** Replaces a program that has stopped at a text. The new one waits for the next text. */
function replace(why) {
  console.error(why);
  worker.terminate();
  const body = JSON.stringify({ error: 'the program has stopped at this text' });
  for (const answer of waiting.values()) answer({ status: 500, headers: { 'Content-Type': 'application/json' }, body });
  waiting.clear();
  worker = launched();
  restorePictures();
}

function deliver() {
  if (Object.keys(listeners).length === 0) return;
  for (const [name, data] of early.splice(0)) listeners[name]?.(data);
}

/** Sends a request to the worker, as `fetch` would to a server. */
async function request(path, options = {}) {
  const response = await ask(path, options);
  if (path === '/image' && response.ok) {
    const { name } = await response.clone().json();
    await keepPicture(name, JSON.stringify({ ...JSON.parse(options.body), name })).catch(() => {});
  }
  return response;
}

async function ask(path, { method = 'GET', headers = {}, body = '' } = {}) {
  count += 1;
  const id = count;
  const answer = await new Promise((resolve) => {
    waiting.set(id, resolve);
    worker.postMessage({ id, method, path, headers: JSON.stringify(headers), body });
  });
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

async function picture(path) {
  const response = await request(path);
  if (!response.ok) return '';
  const address = URL.createObjectURL(await response.blob());
  setTimeout(() => URL.revokeObjectURL(address), SHOWN);
  return address;
}

/** The file that the reader has chosen to save in. */
let file = null;

/** Writes the text to a file of the reader's, or downloads it where browsers cannot write files. */
async function write(name, text) {
  if (!globalThis.showSaveFilePicker) {
    const address = URL.createObjectURL(new Blob([text], { type: 'application/toml' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), SHOWN);
    return true;
  }
  try {
    file ??= await globalThis.showSaveFilePicker({ suggestedName: name });
    const stream = await file.createWritable();
    await stream.write(text);
    await stream.close();
    return true;
  } catch {
    file = null;
    return false;
  }
}

/** @type {import('../view/server.js').Transport} */
globalThis.cvpressTransport = {
  request,
  picture,
  write,
  forgetFile() {
    file = null;
  },
  listen(heard, told) {
    listeners = heard;
    onstatus = told;
    onstatus('open');
    deliver();
  },
};

restorePictures();
await import(new URL('preview.js', import.meta.url).href);
// The page then works without a network.
if (document.readyState !== 'complete') await new Promise((resolve) => { addEventListener('load', resolve, { once: true }); });
navigator.serviceWorker?.register(new URL('../service-worker.js', import.meta.url)).catch(() => {});
