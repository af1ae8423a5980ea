/**
 * Decides which modules that several parts of the app share go into one file.
 *
 * By itself the bundler makes a file of every set of parts that share something: a hundred and forty small files for the
 * page of a witness, each of which a browser has to request. One file for all would be twice what a first visit needs. So
 * sets of parts are joined as long as the requests that this saves outweigh the bytes that a part then loads in vain.
 */

/** What the bundler says of a module. */
export interface ModuleFacts {
  /** Characters. */
  readonly size: number;
  /** Modules that it needs before it runs. */
  readonly imports: readonly string[];
  /** Modules that load it by `import()` when they need it. */
  readonly loadedBy: readonly string[];
}

export interface ChunkOptions {
  /** Modules that the page begins with. */
  readonly entries: readonly string[];
  readonly costOf: (part: string) => Cost;
  /** The part that is always loaded before this one, where no `import()` says so. */
  readonly loadedBefore: (part: string) => string | undefined;
}

/** What loading costs in one part, all in the same unit: the more often it is opened, the more. */
export interface Cost {
  readonly character: number;
  readonly file: number;
}

/** Modules that the same parts need. A part is a module that is loaded by `import()`, with what it needs. */
interface Group {
  modules: string[];
  size: number;
  /** Parts that load it, without those before which another of them is always loaded. */
  parts: readonly number[];
  /** Parts that have it once they are loaded, by number. */
  has: Uint8Array;
  needs: Set<Group>;
}

interface Parts {
  readonly names: readonly string[];
  readonly costs: readonly Cost[];
  /** Of each part, those that are always loaded before it. */
  readonly before: readonly ReadonlySet<number>[];
}

/** @returns the name of the file of each module that has one with others; of any other the bundler decides */
export function planChunks(
  modules: ReadonlyMap<string, ModuleFacts>,
  options: ChunkOptions,
): Map<string, string> {
  const initial = reach(options.entries, modules, new Set());
  const names = [...modules]
    .filter(([id, { loadedBy }]) => loadedBy.length > 0 && !initial.has(id))
    .map(([id]) => id)
    .sort();
  const partsOf = new Map<string, number[]>();
  for (const [part, id] of names.entries())
    for (const needed of reach([id], modules, initial))
      partsOf.set(needed, [...(partsOf.get(needed) ?? []), part]);
  const parts: Parts = {
    names,
    costs: names.map(options.costOf),
    before: findLoadedBefore(names, modules, partsOf, initial, options),
  };
  const groups = mergeGroups(groupByParts(modules, partsOf, parts), parts);
  return new Map(
    groups.flatMap(({ modules: ids }, index) => ids.map((id) => [id, `shared~${index}`] as const)),
  );
}

/** The modules that others need before they run, those included. */
function reach(
  from: readonly string[],
  modules: ReadonlyMap<string, ModuleFacts>,
  without: ReadonlySet<string>,
): Set<string> {
  const reached = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const facts = modules.get(id);
    if (!facts || reached.has(id) || without.has(id)) continue;
    reached.add(id);
    waiting.push(...facts.imports);
  }
  return reached;
}

/** What is loaded before a part whichever way it is come to. */
function findLoadedBefore(
  names: readonly string[],
  modules: ReadonlyMap<string, ModuleFacts>,
  partsOf: ReadonlyMap<string, readonly number[]>,
  initial: ReadonlySet<string>,
  { loadedBefore }: ChunkOptions,
): ReadonlySet<number>[] {
  const named = names.map((name) => new Set([names.indexOf(loadedBefore(name) ?? '')].filter((n) => n >= 0)));
  const before: (ReadonlySet<number> | undefined)[] = names.map(() => undefined);
  const waysTo = (part: number): ReadonlySet<number>[] =>
    (modules.get(names[part] ?? '')?.loadedBy ?? []).flatMap((from) => {
      if (initial.has(from)) return [named[part] ?? new Set<number>()];
      return (partsOf.get(from) ?? []).flatMap((loader) => {
        const earlier = before[loader];
        return earlier ? [new Set([loader, ...earlier])] : [];
      });
    });
  for (let changes = true; changes;) {
    changes = false;
    for (const part of names.keys()) {
      const [first, ...others] = waysTo(part);
      if (!first) continue;
      const always = new Set([...first].filter((one) => one !== part && others.every((way) => way.has(one))));
      if (before[part]?.size === always.size) continue;
      before[part] = always;
      changes = true;
    }
  }
  return before.map((one) => one ?? new Set());
}

/** One group of modules for each set of parts; those of a single part are the bundler's. */
function groupByParts(
  modules: ReadonlyMap<string, ModuleFacts>,
  partsOf: ReadonlyMap<string, readonly number[]>,
  parts: Parts,
): Group[] {
  const groups = new Map<string, Group>();
  const groupOf = new Map<string, Group>();
  for (const id of [...partsOf.keys()].sort()) {
    const facts = modules.get(id);
    const all = partsOf.get(id) ?? [];
    if (!facts || all.length < 2) continue;
    const loading = withoutLater(all, parts);
    const key = loading.join();
    const group = groups.get(key) ?? newGroup(loading, parts);
    group.modules.push(id);
    group.size += facts.size;
    groups.set(key, group);
    groupOf.set(id, group);
  }
  for (const [id, group] of groupOf)
    for (const needed of modules.get(id)?.imports ?? []) {
      const other = groupOf.get(needed);
      if (other && other !== group) group.needs.add(other);
    }
  return [...groups.values()];
}

function newGroup(loading: readonly number[], parts: Parts): Group {
  return { modules: [], size: 0, parts: loading, has: havingOf(loading, parts), needs: new Set() };
}

/** Parts without those before which another of them is always loaded. */
const withoutLater = (loading: readonly number[], { before }: Parts): number[] => {
  const all = new Set(loading);
  return [...all]
    .filter((part) => ![...(before[part] ?? [])].some((one) => all.has(one)))
    .sort((a, b) => a - b);
};

/** Of every part, whether one of the given is loaded with it or before it. */
function havingOf(loading: readonly number[], { names, before }: Parts): Uint8Array {
  const own = new Set(loading);
  return Uint8Array.from(names, (_, part) =>
    own.has(part) || [...(before[part] ?? [])].some((one) => own.has(one)) ? 1 : 0,
  );
}

/** Joins the two groups that save most, until no two save something. */
function mergeGroups(groups: readonly Group[], parts: Parts): Group[] {
  const left = new Set(groups);
  // Of each group what joining it with a later one saves at most; a join changes it for few of them.
  const gains = new Map(groups.map((one) => [one, new Map<Group, number>()]));
  const measure = (one: Group): void => {
    for (const other of left) {
      gains.get(other)?.delete(one);
      const gain = other === one ? 0 : gainOf(one, other, parts);
      if (gain > 0) gains.get(one)?.set(other, gain);
      else gains.get(one)?.delete(other);
    }
  };
  for (const one of groups) measure(one);
  for (;;) {
    let most = 0;
    let pair: readonly [Group, Group] | undefined;
    for (const [one, others] of gains)
      for (const [other, gain] of others) {
        if (gain <= most) continue;
        const balance = gain - lossOf(one, other, parts);
        if (balance <= most) continue;
        most = balance;
        pair = [one, other];
      }
    if (!pair) return [...left];
    const [one, other] = pair;
    left.delete(other);
    gains.delete(other);
    for (const others of gains.values()) others.delete(other);
    for (const changed of join(one, other, left, parts)) measure(changed);
  }
}

/** What joining two groups saves in requests, less what parts of one load in vain of the other. */
function gainOf(one: Group, other: Group, { costs }: Parts): number {
  let gain = 0;
  for (const part of new Set([...one.parts, ...other.parts])) {
    const { character, file } = costs[part] ?? { character: 0, file: 0 };
    if (one.has[part] === 1 && other.has[part] === 1) gain += file;
    else gain -= character * (one.has[part] === 1 ? other.size : one.size);
  }
  return gain;
}

/** What parts load in vain because either group needs it. */
function lossOf(one: Group, other: Group, parts: Parts): number {
  const loading = [...one.parts, ...other.parts];
  let loss = 0;
  for (const needed of needsOf([one, other]))
    for (const part of new Set(loading))
      if (needed.has[part] !== 1) {
        const { character, file } = parts.costs[part] ?? { character: 0, file: 0 };
        loss += needed.size * character + file;
      }
  return loss;
}

/** Everything that groups need, and what that needs, without themselves. */
function needsOf(groups: readonly Group[]): Set<Group> {
  const needed = new Set<Group>();
  const waiting = groups.flatMap(({ needs }) => [...needs]);
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (needed.has(one)) continue;
    needed.add(one);
    waiting.push(...one.needs);
  }
  for (const group of groups) needed.delete(group);
  return needed;
}

/** @returns the groups that other parts load now */
function join(one: Group, other: Group, left: ReadonlySet<Group>, parts: Parts): Set<Group> {
  one.modules.push(...other.modules);
  one.size += other.size;
  load(one, other.parts, parts);
  const needed = needsOf([one, other]);
  for (const group of needed) load(group, one.parts, parts);
  for (const group of other.needs) one.needs.add(group);
  for (const group of left) if (group.needs.delete(other)) group.needs.add(one);
  one.needs.delete(one);
  return needed.add(one);
}

function load(group: Group, more: readonly number[], parts: Parts): void {
  group.parts = withoutLater([...group.parts, ...more], parts);
  group.has = havingOf(group.parts, parts);
}
