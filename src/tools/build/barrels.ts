/**
 * Modules that pass on what others export, as the `index.js` of a package. The bundler drops what nobody uses, but
 * before that everybody who imports one of them seems to need all that it names.
 */
import { posix } from 'node:path';

/** The part of a module that is read here. */
export interface Source {
  readonly code?: string | null;
  readonly importedIds: readonly string[];
}

/** Where a name of a barrel comes from: a module and its name there. */
interface Origin {
  readonly from: string;
  readonly name: string;
}

interface Barrel {
  readonly names: ReadonlyMap<string, Origin>;
  /** Modules of which it passes on everything. */
  readonly everythingOf: readonly string[];
  /** Modules that it needs for exports of its own; undefined where it has none. */
  readonly needs: readonly string[] | undefined;
}

const statement =
  /(?:import|export)\s+(?:[\w$*]+(?:\s+as\s+[\w$]+)?\s*,?\s*)?(?:\{[^}]*\}\s*)?(?:from\s*)?(?:["'][^"']+["'])?\s*;?/g;
const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^\s*["']use client["'];?/gm;
const importOf =
  /import\s+(?:([\w$]+)\s*,?\s*)?(?:\{([^}]*)\}|\*\s+as\s+([\w$]+))?\s*from\s*["']([^"']+)["']/g;
const exportOf = /export\s*(?:\{([^}]*)\}|\*)\s*from\s*["']([^"']+)["']/g;
const ownExport = /export\s*\{([^}]*)\}\s*(?:;|$)/gm;

/** The modules that a module uses: of a barrel, those that export what it imports by name. */
export function usedModules(id: string, sources: ReadonlyMap<string, Source>, barrels: Barrels): string[] {
  const source = sources.get(id);
  if (!source) return [];
  const barrel = barrels.read(id);
  if (barrel) return [...(barrel.needs ?? [])];
  const passing = new Set(source.importedIds.filter((imported) => barrels.read(imported)));
  if (passing.size === 0) return [...source.importedIds];
  const used = source.importedIds.filter((imported) => !passing.has(imported));
  for (const { names, from } of importsOf(source.code ?? '')) {
    const target = idOf(from, id, source.importedIds);
    if (target === undefined || !passing.has(target)) continue;
    // Of a namespace any name may be used.
    used.push(...(names ? names.flatMap(({ name }) => barrels.follow(target, name)) : barrels.all(target)));
  }
  return [...new Set(used)];
}

/** The barrels among the modules of a build. */
export class Barrels {
  readonly #sources: ReadonlyMap<string, Source>;
  readonly #read = new Map<string, Barrel | undefined>();

  constructor(sources: ReadonlyMap<string, Source>) {
    this.#sources = sources;
  }

  /** What a module passes on; undefined where it passes on nothing. */
  read(id: string): Barrel | undefined {
    if (this.#read.has(id)) return this.#read.get(id);
    const source = this.#sources.get(id);
    const barrel = source && id.includes('/node_modules/') ? readBarrel(id, source) : undefined;
    this.#read.set(id, barrel);
    return barrel;
  }

  /** The modules that a name of a module comes from. */
  follow(id: string, name: string, visited: ReadonlySet<string> = new Set()): string[] {
    const barrel = this.read(id);
    if (!barrel) return [id];
    if (visited.has(id)) return [];
    const seen = new Set([...visited, id]);
    const origin = barrel.names.get(name);
    if (origin) return this.follow(origin.from, origin.name, seen);
    if (barrel.needs) return [id];
    return barrel.everythingOf.flatMap((other) => this.follow(other, name, seen));
  }

  /** Everything that a barrel passes on. */
  all(id: string, visited = new Set<string>()): string[] {
    const barrel = this.read(id);
    if (!barrel) return [id];
    if (visited.has(id)) return [];
    visited.add(id);
    const passedOn = [...[...barrel.names.values()].map(({ from }) => from), ...barrel.everythingOf];
    return [...new Set(passedOn)].flatMap((other) => this.all(other, visited));
  }
}

function readBarrel(id: string, { code, importedIds }: Source): Barrel | undefined {
  const text = (code ?? '').replace(comment, '');
  const find = (address: string): string | undefined => idOf(address, id, importedIds);
  const names = new Map<string, Origin>();
  const everythingOf: string[] = [];
  for (const [, list, address = ''] of text.matchAll(exportOf)) {
    const from = find(address);
    if (from === undefined) continue;
    if (list === undefined) everythingOf.push(from);
    else for (const { name, as } of namesIn(list)) names.set(as, { from, name });
  }
  const imports = importsOf(text).flatMap(({ names: all, from: address }) => {
    const from = find(address);
    return from === undefined ? [] : [{ all: all ?? [], from }];
  });
  const imported = new Map(
    imports.flatMap(({ all, from }) => all.map(({ name, as }) => [as, { from, name }] as const)),
  );
  const isPure = text.replace(statement, '').trim() === '';
  if (isPure)
    for (const [, list = ''] of text.matchAll(ownExport))
      for (const { name, as } of namesIn(list)) {
        const origin = imported.get(name);
        if (origin) names.set(as, origin);
      }
  if (names.size === 0 && everythingOf.length === 0) return undefined;
  return { names, everythingOf, needs: isPure ? undefined : imports.map(({ from }) => from) };
}

/** The imports of a module; without `names` that of a namespace. */
function importsOf(code: string): { names?: { name: string; as: string }[]; from: string }[] {
  return [...code.matchAll(importOf)].map(([, whole, list, namespace, from = '']) =>
    namespace === undefined
      ? { names: [...(whole ? [{ name: 'default', as: whole }] : []), ...namesIn(list ?? '')], from }
      : { from },
  );
}

const namesIn = (list: string): { name: string; as: string }[] =>
  list
    .split(',')
    .map((one) => one.trim().split(/\s+as\s+/))
    .flatMap(([name, as = name]) => (name && as ? [{ name, as }] : []));

/** The module that an address in an import means: the bundler says which ones are imported, not by which address. */
function idOf(address: string, from: string, importedIds: readonly string[]): string | undefined {
  if (address.startsWith('.')) {
    const path = posix.join(posix.dirname(from), address);
    return importedIds.find((id) => id === path || id.startsWith(`${path}.`));
  }
  return importedIds.find((id) => id.includes(`/node_modules/${address}/`) || id.endsWith(`/${address}`));
}
