import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { workerSource } from './offline-worker.ts';
import { filesToCache, publishedBuild, type BuiltFile } from './vite-offline.ts';

const chunk = (name: string, source: string, parts: Partial<BuiltFile> = {}): BuiltFile => ({
  type: 'chunk',
  fileName: `assets/${name}.js`,
  facadeModuleId: `/somewhere/src/${source}`,
  ...parts,
});
const asset = (fileName: string): BuiltFile => ({ type: 'asset', fileName });

const built = [
  chunk('index', '../index.html', {
    isEntry: true,
    imports: ['assets/base.js'],
    dynamicImports: ['assets/verify-page.js', 'assets/requests-page.js', 'assets/verify-frame.js'],
  }),
  chunk('base', 'x.ts'),
  chunk('requests-page', 'features/requests/list/requests-page.tsx', {
    imports: ['assets/table.js'],
  }),
  chunk('table', 'ui/lists/data-table.tsx', { dynamicImports: ['assets/virtual-rows.js'] }),
  chunk('virtual-rows', 'ui/lists/virtual-rows.tsx'),
  chunk('verify-frame', 'app/frame/verify-frame.tsx', { dynamicImports: ['assets/shell.js'] }),
  chunk('shell', 'app/frame/shell.tsx', { dynamicImports: ['assets/palette.js'] }),
  chunk('palette', 'app/palette/palette.tsx'),
  chunk('verify-page', 'features/verify/verify-page.tsx', { dynamicImports: ['assets/verify-results.js'] }),
  chunk('verify-results', 'features/verify/results/verify-results.tsx', {
    imports: ['assets/index.js', 'assets/table.js'],
  }),
  asset('assets/geist-latin-wght-normal-abcdefgh.woff2'),
  asset('assets/verification-worker-abcdefgh.js'),
  asset('assets/pdf-worker-abcdefgh.js'),
  asset('assets/style-abcdefgh.css'),
];
const bundle = Object.fromEntries(built.map((file) => [file.fileName, file]));
const cachedFiles = filesToCache(bundle);

describe('The files cached for use without a network', () => {
  it('include the page, what runs first, and all that verification loads later', () => {
    for (const name of [
      'index',
      'base',
      'verify-frame',
      'verify-page',
      'verify-results',
      'table',
      'virtual-rows',
    ])
      expect(cachedFiles).toContain(`assets/${name}.js`);
    expect(cachedFiles[0]).toBe('index.html');
  });

  it('include the worker that verifies and the fonts, and not the PDF renderer', () => {
    expect(cachedFiles).toContain('assets/verification-worker-abcdefgh.js');
    expect(cachedFiles).toContain('assets/geist-latin-wght-normal-abcdefgh.woff2');
    expect(cachedFiles).not.toContain('assets/pdf-worker-abcdefgh.js');
  });

  it('include the style sheet', () => {
    expect(cachedFiles).toContain('assets/style-abcdefgh.css');
  });

  it('exclude other pages, and what only a connected dashboard needs', () => {
    for (const name of ['requests-page', 'shell', 'palette'])
      expect(cachedFiles).not.toContain(`assets/${name}.js`);
  });
});

describe('What is published', () => {
  it('names the script that a page begins with, and every part that runs', () => {
    const { entry, parts } = publishedBuild(bundle);
    expect(entry).toBe('assets/index.js');
    expect(parts).toHaveLength(built.filter(({ fileName }) => /\.(js|css)$/.test(fileName)).length);
    expect(parts).toContain('assets/palette.js');
    expect(parts).not.toContain('assets/geist-latin-wght-normal-abcdefgh.woff2');
  });
});

interface Answered {
  readonly by: 'worker' | 'network';
  readonly text?: string;
}

/** Runs the worker in a world of its own, with a cache that holds every file and a network that is there or not. */
async function open(
  address: string,
  { network = true, mode = 'navigate', method = 'GET', waiting = false, clients = 1 } = {},
): Promise<Answered & { readonly messages: readonly unknown[] }> {
  const listeners = new Map<string, (event: unknown) => void>();
  const messages: unknown[] = [];
  const world = {
    URL,
    Response,
    Request: class {
      readonly isOfThisWorld = true;
    },
    caches: { open: async () => ({ match: async (path: string) => new Response(`cached ${path}`) }) },
    fetch: async () => {
      if (!network) throw new TypeError('no network');
      return new Response('from the network');
    },
    addEventListener: (type: string, listen: (event: unknown) => void) => void listeners.set(type, listen),
    location: { origin: 'https://testigo.example' },
    registration: { waiting: waiting ? { postMessage: (text: unknown) => void messages.push(text) } : null },
    clients: { matchAll: async () => Array.from({ length: clients }) },
  };
  runInContext(workerSource('1', cachedFiles), createContext({ ...world, self: world }));
  let answer: Promise<Response> | undefined;
  listeners.get('fetch')!({
    request: { url: `https://testigo.example${address}`, method, mode },
    respondWith: (response: Promise<Response>) => (answer = response),
  });
  if (answer === undefined) return { by: 'network', messages };
  const response = await answer;
  return {
    by: 'worker',
    text: response.headers.get('refresh') === '0' ? 'again' : await response.text(),
    messages,
  };
}

describe('The service worker', () => {
  it('opens /verify from the cache, with a network or without, so that page and parts are of one build', async () => {
    expect(await open('/verify')).toMatchObject({ text: 'cached /' });
    expect(await open('/verify?row=3', { network: false })).toMatchObject({ text: 'cached /' });
  });

  it('takes other pages from the network, and without one from the cache', async () => {
    expect(await open('/requests')).toMatchObject({ text: 'from the network' });
    expect(await open('/requests', { network: false })).toMatchObject({ text: 'cached /' });
  });

  it.each(['/rest/v1/witnesses', '/sandbox/session', '/uploads/1', '/readyz', '/rest'])(
    'never touches what a service answers: %s',
    async (address) => {
      expect(await open(address, { mode: 'cors' })).toMatchObject({ by: 'network' });
      expect(await open(address)).toMatchObject({ by: 'network' });
    },
  );

  it('answers with cached files by their full name, and with nothing else', async () => {
    expect(await open('/assets/verify-page.js', { mode: 'cors' })).toMatchObject({
      text: 'cached /assets/verify-page.js',
    });
    expect(await open('/assets/requests-page.js', { mode: 'cors' })).toMatchObject({ by: 'network' });
    expect(await open('/verify', { method: 'POST' })).toMatchObject({ by: 'network' });
  });

  it('lets a newer build take over when its page is the only one, and never under another that is open', async () => {
    expect(await open('/verify', { waiting: true })).toMatchObject({
      text: 'again',
      messages: ['take over'],
    });
    expect(await open('/verify', { waiting: true, clients: 2 })).toMatchObject({
      text: 'cached /',
      messages: [],
    });
  });

  it('differs when the build differs', () => {
    expect(workerSource('1', cachedFiles)).not.toBe(workerSource('2', cachedFiles));
  });
});
