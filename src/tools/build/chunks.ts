/**
 * Decides which modules that pages share go into one file. By itself the bundler makes a file of every set of pages
 * that share something, which is a file for nearly every word and icon: a hundred small files compress badly and
 * need a request each.
 */

/** What the bundler reports of a module. */
interface ModuleFacts {
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}
interface Bundle {
  getModuleInfo(id: string): ModuleFacts | null;
}

/** The page and its form, which the page fetches at once. */
const connectPage = /[\\/]features[\\/]connect[\\/](connect-page|service-form)\.tsx$/;
/** The page that opens without a connection and has the smallest budget. */
const publicPage = [
  /[\\/]app[\\/]frame[\\/]verify-frame\.tsx$/,
  /[\\/]features[\\/]verify[\\/]verify-page\.tsx$/,
];
const partOfPublic = /[\\/]features[\\/]verify[\\/]/;
const words = /[\\/]i18n[\\/]compiled[\\/]/;
/**
 * The functions behind messages with a plural, and folded details: in the chunk of one page they would bring that chunk
 * to all others.
 */
const onEveryPage =
  /[\\/](i18n[\\/]compiled[\\/]registry\.js|ui[\\/]layout[\\/]disclosure\.(tsx|module\.css))$/;
/** The frame and the page that most users open first. */
const firstDashboardPages = [
  /[\\/]app[\\/]frame[\\/]shell\.tsx$/,
  /[\\/]features[\\/]requests[\\/]list[\\/]requests-page\.tsx$/,
];

/** The modules fetched by themselves (`import()`) that need `id` before they run. */
function rootsOf(id: string, bundle: Bundle): ReadonlySet<string> {
  const roots = new Set<string>();
  // Messages are one catalogue until the unused ones are dropped, so all of them would seem to be shared by every page.
  if (words.test(id)) return roots;
  const visited = new Set<string>();
  const visit = (at: string): void => {
    if (visited.has(at)) return;
    visited.add(at);
    const facts = bundle.getModuleInfo(at);
    if (facts && facts.dynamicImporters.length > 0) roots.add(at);
    facts?.importers.forEach(visit);
  };
  visit(id);
  return roots;
}

/** Modules that `/verify` needs to render and other pages need too: few, because that page needs little. */
export function basicsChunk(id: string, bundle: Bundle): string | null {
  if (onEveryPage.test(id)) return 'basics';
  const roots = [...rootsOf(id, bundle)];
  const isPublic = (root: string): boolean => publicPage.some((pattern) => pattern.test(root));
  const isElsewhere = (root: string): boolean => !isPublic(root) && !partOfPublic.test(root);
  return roots.some(isPublic) && roots.some(isElsewhere) ? 'basics' : null;
}

/** Modules that `/connect` shares with the dashboard: few, because that page renders before anything is known. */
export function partsChunk(id: string, bundle: Bundle): string | null {
  const roots = [...rootsOf(id, bundle)];
  return roots.some((root) => connectPage.test(root)) && roots.some(isFirstDashboardPage) ? 'parts' : null;
}

/** Modules that the frame and the list of requests share with other pages. */
export function dashboardChunk(id: string, bundle: Bundle): string | null {
  const roots = [...rootsOf(id, bundle)];
  return roots.length > 1 && roots.some(isFirstDashboardPage) ? 'dashboard' : null;
}

function isFirstDashboardPage(root: string): boolean {
  return firstDashboardPages.some((pattern) => pattern.test(root));
}
