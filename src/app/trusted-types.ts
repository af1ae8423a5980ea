/**
 * The page's policy makes the browser ask here before an address is run as a script (Trusted Types, W3C): of a worker or
 * the service worker, which are files of our own build. MUI's date field writes the digits of a section with `innerHTML`,
 * so text that cannot hold an element is admitted there. Markup and text as code are made nowhere: nothing admits them.
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

/** Whether a text makes no element and no entity where it is parsed as HTML. */
export function isPlainText(text: string): boolean {
  return !/[<&]/.test(text);
}

/** Makes the one policy that the page's header allows; a browser that knows none asks nothing. */
export function trustOwnScripts(scope: { readonly origin: string; readonly trustedTypes?: unknown }): void {
  // The types of the platform do not have it yet.
  const factory = scope.trustedTypes as PolicyFactory | undefined;
  factory?.createPolicy('default', {
    // Null is refused, with a report.
    createScriptURL: (address) => (isOwnScript(address, scope.origin) ? address : null),
    createHTML: (text) => (isPlainText(text) ? text : null),
  });
}
