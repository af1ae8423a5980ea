/**
 * Which modules that pages share go into one file. Left alone, the bundler makes a file of every set of pages
 * that share something, which is a file for nearly every word and icon: a hundred small files compress badly and
 * are asked for one by one.
 */

/** What the bundler tells of a module. */
interface ModuleFacts {
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}
interface Bundle {
  getModuleInfo(id: string): ModuleFacts | null;
}

/** The page, and its form, which it fetches at once. */
const connectPage = /[\\/]features[\\/]connect[\\/](connect-page|service-form)\.tsx$/;
/** What opens for everybody, with the smallest budget. */
const publicPage = [
  /[\\/]app[\\/]frame[\\/]verify-frame\.tsx$/,
  /[\\/]features[\\/]verify[\\/]verify-page\.tsx$/,
];
const partOfPublic = /[\\/]features[\\/]verify[\\/]/;
const words = /[\\/]i18n[\\/]compiled[\\/]/;
/** What messages with a plural call: in the chunk of whichever page it would bring that page's chunk to all others. */
const plurals = /[\\/]i18n[\\/]compiled[\\/]registry\.js$/;
/** The frame and the page that most readers open first. */
const firstDesk = [
  /[\\/]app[\\/]frame[\\/]shell\.tsx$/,
  /[\\/]features[\\/]requests[\\/]list[\\/]requests-page\.tsx$/,
];

/** The modules fetched by themselves (`import()`) that need `id` before they run. */
function rootsOf(id: string, bundle: Bundle): ReadonlySet<string> {
  const roots = new Set<string>();
  // Words hang together in one catalogue until the unused ones are dropped, so all would count as everybody's.
  if (words.test(id)) return roots;
  const seen = new Set<string>();
  const visit = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    const facts = bundle.getModuleInfo(at);
    if (facts && facts.dynamicImporters.length > 0) roots.add(at);
    facts?.importers.forEach(visit);
  };
  visit(id);
  return roots;
}

/** What `/verify` needs to be shown and other pages need too: smaller still, because that page needs little. */
export function basicsChunk(id: string, bundle: Bundle): string | null {
  if (plurals.test(id)) return 'basics';
  const roots = [...rootsOf(id, bundle)];
  const isPublic = (root: string): boolean => publicPage.some((pattern) => pattern.test(root));
  const isElsewhere = (root: string): boolean => !isPublic(root) && !partOfPublic.test(root);
  return roots.some(isPublic) && roots.some(isElsewhere) ? 'basics' : null;
}

/** What `/connect` shares with the desk: small, because that page is shown before anything is known. */
export function partsChunk(id: string, bundle: Bundle): string | null {
  const roots = [...rootsOf(id, bundle)];
  return roots.some((root) => connectPage.test(root)) && roots.some(isFirstDesk) ? 'parts' : null;
}

/** What the frame and the list of requests share with other pages. */
export function deskChunk(id: string, bundle: Bundle): string | null {
  const roots = [...rootsOf(id, bundle)];
  return roots.length > 1 && roots.some(isFirstDesk) ? 'desk' : null;
}

function isFirstDesk(root: string): boolean {
  return firstDesk.some((pattern) => pattern.test(root));
}
