/** Plans the files of a build from the modules that the bundler found. */
import type { Plugin } from 'vite';
import { Barrels, usedModules } from './barrels.ts';
import { planChunks, type Cost, type ModuleFacts } from './chunks.ts';

/** What first visits load: it has a budget (`npm run sizes`), and somebody waits for it. */
export const firstParts = [
  'app/dialogs/drop-anywhere',
  'app/frame/shell',
  'app/frame/verify-frame',
  'app/strips/late-strips',
  'client/answers/take-answer',
  'client/read-sandbox',
  'client/session/survey',
  'features/connect/connect-page',
  'features/connect/service-form',
  'features/requests/list/export/export-button',
  'features/requests/list/requests-page',
  'features/verify/anchors/sandbox-anchors',
  'features/verify/run/load-verification',
  'features/verify/verify-page',
  'jobs/store/database',
  'jobs/tabs/tabs',
];
/** What people open after that, many times a day. */
export const everydayParts = [
  'features/overview/overview-page',
  'features/witnesses/detail/witness-page',
  'features/witnesses/list/witnesses-page',
];
const page = /[\\/]features[\\/].*-(?:page|routes)\.tsx$/;

/** Pages open in the frame, but for those that need no connection. */
const frame = /[\\/]app[\\/]frame[\\/]shell\.tsx$/;
const routes = /[\\/]app[\\/]routes\.tsx$/;
const withoutFrame =
  /[\\/](?:connect-page|verify-page|verify-frame|link-page|sandbox-page|not-found-page)\.tsx$/;

const word = /[\\/]i18n[\\/]compiled[\\/]messages[\\/](\w+)\.js$/;
const allWords = /[\\/]i18n[\\/]compiled[\\/](?:messages|messages[\\/]_index)\.js$/;
const dependency = /[\\/]node_modules[\\/]/;

/** The part of the bundler's module that is used here. */
interface BuiltModule {
  readonly code?: string | null;
  readonly isEntry: boolean;
  readonly importedIds: readonly string[];
  readonly dynamicImporters: readonly string[];
}

/** @returns the plugin that plans, and the file that the bundler asks of each module */
export function plannedChunks(): { plugin: Plugin; nameOf: (id: string) => string | null } {
  let plan = new Map<string, string>();
  return {
    nameOf: (id) => plan.get(id) ?? null,
    plugin: {
      name: 'testigo-chunks',
      apply: 'build',
      buildEnd(error) {
        if (error) return;
        const modules = new Map<string, BuiltModule>();
        for (const id of this.getModuleIds()) {
          const facts = this.getModuleInfo(id);
          if (facts) modules.set(id, facts);
        }
        plan = planModules(modules);
      },
    },
  };
}

/** The plan for the modules of a build. */
export function planModules(modules: ReadonlyMap<string, BuiltModule>): Map<string, string> {
  const ids = [...modules.keys()];
  const shell = ids.find((id) => frame.test(id));
  const facts = new Map<string, ModuleFacts>();
  const wordIds = new Map(ids.flatMap((id) => wordOf(id).map((name) => [name, id] as const)));
  const barrels = new Barrels(modules);
  const first = new Set(firstParts.map((name) => partIn(ids, name)));
  const everyday = new Set(everydayParts.map((name) => partIn(ids, name)));
  for (const [id, { code, dynamicImporters }] of modules)
    facts.set(id, {
      size: sizeOf(code ?? ''),
      // Words are one catalogue until the unused ones are dropped: all would be needed by every part.
      imports: allWords.test(id)
        ? []
        : [...usedModules(id, modules, barrels), ...usedWords(id, code ?? '', wordIds)],
      loadedBy: dynamicImporters,
    });
  return planChunks(facts, {
    entries: ids.filter((id) => modules.get(id)?.isEntry === true),
    costOf: (part) => costOf(part, first, everyday),
    loadedBefore: (part) =>
      modules.get(part)?.dynamicImporters.some((from) => routes.test(from)) === true &&
      !withoutFrame.test(part)
        ? shell
        : undefined,
  });
}

/** Characters without comments and spaces, which no browser gets. */
const sizeOf = (code: string): number =>
  code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\s+/g, ' ').length;

/** @throws Error where no module has the name: the list is out of date */
function partIn(ids: readonly string[], name: string): string {
  const found = ids.find((id) => /\.tsx?$/.test(id) && id.replace(/\.tsx?$/, '').endsWith(`/src/${name}`));
  if (!found) throw new Error(`No module is src/${name}: correct the list of parts.`);
  return found;
}

/** A request weighs as much as 10,000 to 60,000 characters before they are compressed. */
function costOf(part: string, first: ReadonlySet<string>, everyday: ReadonlySet<string>): Cost {
  if (first.has(part)) return { character: 60, file: 1_500_000 };
  if (everyday.has(part)) return { character: 30, file: 900_000 };
  return page.test(part) ? { character: 1, file: 60_000 } : { character: 0.1, file: 1_000 };
}

const wordOf = (id: string): string[] => {
  const name = word.exec(id)?.[1];
  return name === undefined || name === '_index' ? [] : [name];
};

/** The words that a module of ours names, as `m.requests_title`. */
function usedWords(id: string, code: string, wordIds: ReadonlyMap<string, string>): string[] {
  if (dependency.test(id)) return [];
  const names = new Set([...code.matchAll(/\bm\.(\w+)/g)].map(([, name]) => name ?? ''));
  return [...names].flatMap((name) => wordIds.get(name) ?? []);
}
