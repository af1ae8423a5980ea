import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pagePolicy } from './guards/headers.ts';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  txt: 'text/plain; charset=utf-8',
  map: 'application/json; charset=utf-8',
};

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export interface Pages {
  /** The file an address names, or the dashboard itself for an address that a browser opens. */
  answer(request: Request): Promise<Response | undefined>;
}

/**
 * The built dashboard: files as they stand in `folder`, compressed when it was built, addressed by their hash
 * where their name has one. Only files found at start are served, so no address reaches anything else.
 */
export async function openPages(folder: string, connect: readonly string[]): Promise<Pages> {
  const files = new Set(await filesOf(folder));
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '');
  const policy = pagePolicy(connect, scriptsIn(page));
  const bodies = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const read = (file: string): Promise<Uint8Array<ArrayBuffer>> => {
    let body = bodies.get(file);
    if (!body) {
      body = readFile(join(folder, file)).then((bytes) => new Uint8Array(bytes));
      bodies.set(file, body);
      // A disk that is away for a moment must not take a file out of service until the next start.
      body.catch(() => bodies.delete(file));
    }
    return body;
  };

  const serve = async (file: string, request: Request): Promise<Response> => {
    const accepted = request.headers.get('accept-encoding') ?? '';
    const [encoding, suffix] = encodings.find(
      ([name, ending]) => files.has(file + ending) && accepts(accepted, name),
    ) ?? [undefined, ''];
    const bytes = await read(file + suffix);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const headers = new Headers({
      'content-type': types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'content-security-policy': policy,
      'cache-control': isHashed(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'Accept-Encoding',
      etag,
    });
    if (request.headers.get('if-none-match')?.includes(etag))
      return new Response(null, { status: 304, headers });
    if (encoding) headers.set('content-encoding', encoding);
    headers.set('content-length', String(bytes.byteLength));
    return new Response(bytes, { headers });
  };

  return {
    async answer(request) {
      const file = fileOf(new URL(request.url).pathname);
      if (file !== undefined && files.has(file)) return serve(file, request);
      const opensPage = (request.headers.get('accept') ?? '').includes('text/html');
      if (!opensPage || !files.has('index.html') || file?.startsWith('assets/')) return undefined;
      return serve('index.html', request);
    },
  };
}

/** Digests of the scripts that stand in a page: of the page that was built here, so no other script gets in by it. */
function scriptsIn(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
}

/** Files that a build names by their content never change. */
const isHashed = (file: string): boolean => /^assets\/.*-[\w-]{8}\.\w+$/.test(file);

function fileOf(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname).slice(1);
    if (path === '') return 'index.html';
    // The compressed twins are served under the name of what they hold; the build's own notes are nobody's.
    return /\.(br|gz)$/.test(path) || path.startsWith('.vite/') ? undefined : path;
  } catch {
    return undefined;
  }
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Whether `Accept-Encoding` takes an encoding: named, and not with weight 0 (RFC 9110 §12.5.3). */
export function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((item) => {
    const [name, ...parameters] = item.trim().toLowerCase().split(';');
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
    return name?.trim() === encoding && Number(weight ?? 1) > 0;
  });
}
