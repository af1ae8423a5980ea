/**
 * The page's policy makes the browser ask here before an address is run as a script (Trusted Types, W3C): of a worker or
 * the service worker, which are files of our own build. MUI's date field writes its sections with `innerHTML`, so the text of
 * a day is admitted as HTML. Nothing else is: no part of the app writes markup or runs text as code.
 */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: Readonly<Record<'createScriptURL' | 'createHTML', (text: string) => string | null>>,
  ): unknown;
}

/** Whether an address is a script of the build that a page of this origin came with. */
export function isOwnScript(address: string, origin: string): boolean {
  if (!URL.canParse(address, origin)) return false;
  const { origin: of, pathname, search } = new URL(address, origin);
  return of === origin && search === '' && /^\/(?:sw|assets\/[\w~.-]+)\.js$/.test(pathname);
}

/** Whether a text is what a date field shows: at most a whole day in digits, placeholders (`DD`, `AAAA`) and slashes. */
export function isDayText(text: string): boolean {
  return /^[\dA-Z/]{0,10}$/.test(text);
}

/** Makes the one policy that the page's header allows; a browser that knows none asks nothing. */
export function trustOwnScripts(scope: { readonly origin: string; readonly trustedTypes?: unknown }): void {
  // The types of the platform do not have it yet.
  const factory = scope.trustedTypes as PolicyFactory | undefined;
  factory?.createPolicy('default', {
    // Null is refused, with a report.
    createScriptURL: (address) => (isOwnScript(address, scope.origin) ? address : null),
    createHTML: (text) => (isDayText(text) ? text : null),
  });
}
