/**
 * The service worker as it is shipped. It is written out here as text, because it is the one script that no module
 * may be part of: a page that does not load can be repaired by the next build only while this file is small and plain.
 *
 * What is kept is the page of /verify and what it needs; nothing that a service answered, no key, no result.
 * - Parts of the build are named by their content: what is kept under a name is what the name means.
 * - /verify opens from what is kept, so that page and parts are of one build. Other pages come from the network, and
 *   without one they open from what is kept.
 * - A newer worker waits. When a page is loaded while only that page is open, the newer one takes over and the page is
 *   loaded again, from the newer build; parts of the older one are thrown away then, and not before.
 *
 * @param version differs when any kept file differs
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
  // What a service answers is never kept and never answered from here.
  if (/^\\/(?:rest|sandbox|uploads|healthz|readyz)(?:\\/|$)/.test(url.pathname)) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request, url));
  else if (files.includes(url.pathname)) event.respondWith(keptOr(request, url.pathname));
});

async function openPage(request, url) {
  if (self.registration.waiting && (await self.clients.matchAll({ type: 'window' })).length <= 1) {
    self.registration.waiting.postMessage('take over');
    // By the time the page is asked for again, the newer worker answers.
    return new Response('', { headers: { Refresh: '0' } });
  }
  if (url.pathname === '/verify') return keptOr(request, '/');
  try {
    return await fetch(request);
  } catch (error) {
    const page = await kept('/');
    if (page) return page;
    throw error;
  }
}

async function keptOr(request, path) {
  return (await kept(path)) ?? fetch(request);
}

async function kept(path) {
  const cache = await caches.open(cacheName);
  return cache.match(path);
}
`;
}
