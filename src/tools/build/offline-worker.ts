/**
 * Source of the service worker. It is written as text because no module may be part of it: the next build can repair
 * a page that does not load only while this file is small and plain.
 *
 * It caches the page of /verify and everything that the page needs; no answer of a service, no key, no result.
 * - Parts of the build are named by their content, so a cached file never goes stale under its name.
 * - /verify opens from the cache, so that page and parts are of one build. Other pages come from the network, and
 *   without a network from the cache.
 * - A newer worker waits. When a page is loaded and is the only one open, the newer worker takes over and the page is
 *   loaded again from the newer build; only then are parts of the older build removed.
 *
 * @param version differs when any cached file differs
 * @param files paths from the root of the site
 */
export function workerSource(version: string, files: readonly string[]): string {
  return `'use strict';
const cacheName = 'testigo-${version}';
const files = ${JSON.stringify(files.map((file) => (file === 'index.html' ? '/' : `/${file}`)))};

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName).then((cache) =>
      // Past the browser's own cache, which may hold an older page.
      cache.addAll(files.map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' }))),
    ),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) =>
      Promise.all(
        names.filter((name) => name.startsWith('testigo-') && name !== cacheName).map((name) => caches.delete(name)),
      ),
    ),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  // Answers of a service are never cached, and never served from here.
  if (/^\\/(?:rest|sandbox|uploads|healthz|readyz)(?:\\/|$)/.test(url.pathname)) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request, url));
  else if (files.includes(url.pathname)) event.respondWith(cachedOrFetched(request, url.pathname));
});

async function openPage(request, url) {
  if (self.registration.waiting && (await self.clients.matchAll({ type: 'window' })).length <= 1) {
    self.registration.waiting.postMessage('take over');
    // By the time the page is loaded again, the newer worker answers.
    return new Response('', { headers: { Refresh: '0' } });
  }
  if (url.pathname === '/verify') return cachedOrFetched(request, '/');
  try {
    return await fetch(request);
  } catch (error) {
    const page = await findCached('/');
    if (page) return page;
    throw error;
  }
}

async function cachedOrFetched(request, path) {
  return (await findCached(path)) ?? fetch(request);
}

async function findCached(path) {
  const cache = await caches.open(cacheName);
  return cache.match(path);
}
`;
}
