/**
 * Writes `build.json`, which lists the parts of a build, and `sw.js`, its service worker, which caches the parts that
 * /verify needs. The files are named by their content, so a list of names is a version: another build gives another
 * worker, and the browser notices it.
 */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { workerSource } from './offline-worker.ts';

/** The part of a bundle that the list is made from. */
export interface BuiltFile {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
  readonly facadeModuleId?: string | null;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly source?: string | Uint8Array;
}

/** Pages and parts that must work without a network; what they load later is theirs too. */
const roots = [
  /[\\/]app[\\/]frame[\\/]verify-frame\.tsx$/,
  /[\\/]features[\\/]verify[\\/](?:[\w-]+[\\/])*[\w-]+\.tsx?$/,
];
/** Parts that are loaded only with a connection. */
const connected = [/[\\/]app[\\/]frame[\\/]shell\.tsx$/];
/** The sheet, and assets that code names by address: fonts, and the worker that checks. */
const assets = /^assets\/(?:style-[\w-]+\.css|geist-[\w-]+\.woff2|verification-worker-[\w-]+\.js)$/;
/** Files beside the build that the page names. */
const beside = ['favicon.svg', 'manifest.webmanifest', 'icon-192.png', 'icon-512.png'];

/** The files to cache: the page, and everything that it needs now or later, sorted by name. */
export function filesToCache(bundle: Readonly<Record<string, BuiltFile>>): string[] {
  const names = new Set<string>();
  const followed = new Set<string>();
  const visit = (name: string, later: boolean): void => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || matches(connected, file.facadeModuleId)) return;
    // What runs first names every page of the app as something for later: those are not followed.
    const follows = later && file.isEntry !== true;
    if (followed.has(name) || (names.has(name) && !follows)) return;
    names.add(name);
    if (follows) followed.add(name);
    for (const needed of file.imports ?? []) visit(needed, follows);
    if (follows) for (const part of file.dynamicImports ?? []) visit(part, true);
  };
  const files = Object.values(bundle);
  for (const { fileName, isEntry, facadeModuleId } of files) {
    if (isEntry) visit(fileName, false);
    if (matches(roots, facadeModuleId)) visit(fileName, true);
  }
  for (const { fileName, type } of files) if (type === 'asset' && assets.test(fileName)) names.add(fileName);
  return ['index.html', ...beside, ...[...names].sort()];
}

/** Contents of `build.json`: a page reads it to detect a newer build, and to preload all its parts. */
export function publishedBuild(bundle: Readonly<Record<string, BuiltFile>>): {
  readonly entry: string;
  readonly parts: readonly string[];
} {
  const files = Object.values(bundle);
  return {
    entry: files.find(({ isEntry }) => isEntry === true)?.fileName ?? '',
    // Fonts and whatever else a part names by its address come when they are drawn.
    parts: files
      .map(({ fileName }) => fileName)
      .filter((name) => /^assets\/.*\.(?:js|css|wasm)$/.test(name))
      .sort(),
  };
}

const matches = (patterns: readonly RegExp[], id: string | null | undefined): boolean =>
  typeof id === 'string' && patterns.some((pattern) => pattern.test(id));

export function offlineWorker(): Plugin {
  return {
    name: 'testigo-offline',
    apply: 'build',
    // Last: the page is written by then, and its content is part of the version.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const built: Readonly<Record<string, BuiltFile>> = bundle;
        const files = filesToCache(built);
        const page = built['index.html']?.source ?? '';
        const version = createHash('sha256').update(files.join('\n')).update(page).digest('hex').slice(0, 16);
        this.emitFile({
          type: 'asset',
          fileName: 'build.json',
          source: JSON.stringify(publishedBuild(built)),
        });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: workerSource(version, files) });
      },
    },
  };
}
