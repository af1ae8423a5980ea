/**
 * Which browser tests concern what changed since a commit.
 *
 * An area is a part of the sources with the spec files that use it most. What lies below several areas (the client, the
 * service, the contract, the proofs, shared components) concerns all of them.
 */
const areas: readonly { readonly sources: RegExp; readonly specs: readonly string[] }[] = [
  { sources: /^src\/features\/(bulk|compose)\//, specs: ['bulk', 'drafts', 'main-path', 'nothing-lost'] },
  { sources: /^src\/features\/requests\//, specs: ['main-path', 'tabs', 'stuck', 'organization-pages'] },
  { sources: /^src\/features\/overview\//, specs: ['stuck', 'organization-pages', 'phone', 'away'] },
  { sources: /^src\/features\/witnesses\//, specs: ['witnesses', 'inspector', 'certify', 'stories'] },
  { sources: /^src\/features\/verify\//, specs: ['verify', 'stories', 'evidence'] },
  { sources: /^src\/evidence-page\//, specs: ['evidence'] },
  { sources: /^src\/features\/(endorsements|tokens|wallets)\//, specs: ['endorsements', 'endorsing'] },
  { sources: /^src\/features\/(directory|linking)\//, specs: ['directory'] },
  { sources: /^src\/features\/rates\//, specs: ['rates'] },
  { sources: /^src\/features\/organization\//, specs: ['organization', 'tabs'] },
  { sources: /^src\/features\/(settings|connect|sandbox)\//, specs: ['drift', 'policy', 'main-path'] },
  { sources: /^src\/app\/tray\//, specs: ['operations-going-on', 'bulk', 'certify'] },
  {
    sources: /^src\/api\/(operations|store|tabs)\//,
    specs: ['operations-going-on', 'drafts', 'tabs', 'bulk'],
  },
  {
    sources: /^src\/widgets\/(verification|report|drawings|evidence-files)\//,
    specs: ['stories', 'inspector'],
  },
];

/** Changes here reach every screen. Tests of units and documents reach none. */
const shared =
  /^(src\/(app|client|clock|contract|i18n|jobs|proofs|service|ui|widgets)\/|index\.html|vite\.config)/;
const untested = /\.(test\.tsx?|md|png)$|\/testing\/|^src\/(cli|tools)\//;

/**
 * @param changed paths from the root of the repository
 * @returns patterns for the command line of Playwright; empty when no browser test is concerned
 */
export function browserTestsOf(changed: readonly string[]): string[] {
  const patterns = new Set<string>();
  for (const path of changed) {
    if (untested.test(path)) continue;
    const spec = /^e2e\/[^/]+\.(?:spec|e2e)\.ts$/.exec(path);
    const concerned = areas.filter(({ sources }) => sources.test(path));
    if (spec) patterns.add(path);
    else if (concerned.length > 0)
      for (const name of concerned.flatMap(({ specs }) => specs)) patterns.add(`e2e/${name}\\.`);
    else if (shared.test(path) || path.startsWith('e2e/')) patterns.add('e2e/');
  }
  return patterns.has('e2e/') ? ['e2e/'] : [...patterns].sort();
}
