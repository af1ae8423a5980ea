/** Builds the reference page and serves it with the answers that it reads, compressed as ours are. */
import { createServer } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Reference</title></head><body><div id="root"></div><script type="module" src="/reference-page.tsx"></script></body></html>`;
const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

export interface ReferenceServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** @param items the JSON of a list of 25 witnesses, as our service answers it */
export async function serveReference(items: string): Promise<ReferenceServer> {
  const folder = await mkdtemp(join(tmpdir(), 'testigo-reference-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [
      react(),
      {
        name: 'reference-html',
        resolveId: (id) => (id.endsWith('index.html') ? id : undefined),
        load: (id) => (id.endsWith('index.html') ? html : undefined),
      },
    ],
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  });
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const send = (body: string | Buffer, type: string): void => {
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' });
      response.end(brotliCompressSync(body));
    };
    if (path === '/api/user') send('{"name":"Reference"}', 'application/json');
    else if (path === '/api/items') send(items, 'application/json');
    else if (path.startsWith('/assets/'))
      readFile(join(folder, path)).then(
        (body) => send(body, types[extname(path)] ?? 'application/octet-stream'),
        () => response.writeHead(404).end(),
      );
    else send(page, 'text/html');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
