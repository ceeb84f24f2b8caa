// Answers the requests for the files of the page from what is kept in the browser, so that it works
// without a network. `site.mjs` sets KEPT, the files to keep from the first visit on, and VERSION, a hash
// of them. Fonts are kept when they are read.

const cacheName = `cvpress-${VERSION}`;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(KEPT)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(removeOthers().then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});

/** Removes what other versions have kept. */
async function removeOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('cvpress-') && name !== cacheName).map((name) => caches.delete(name)));
}

async function answer(request) {
  const cache = await caches.open(cacheName);
  const isPage = request.url === registration.scope;
  const found = await cache.match(isPage ? 'index.html' : request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
