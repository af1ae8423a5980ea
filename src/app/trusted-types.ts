/**
 * The page's policy makes the browser ask here before an address is run as a script (Trusted Types, W3C): of a worker or
 * the service worker, which are files of our own build. Markup and texts as code are made nowhere, so nothing admits them.
 */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string | null },
  ): unknown;
}

/** Whether an address is a script of the build that a page of this origin came with. */
export function isOwnScript(address: string, origin: string): boolean {
  if (!URL.canParse(address, origin)) return false;
  const { origin: of, pathname, search } = new URL(address, origin);
  return of === origin && search === '' && /^\/(?:sw|assets\/[\w~.-]+)\.js$/.test(pathname);
}

/** Makes the one policy that the page's header allows; a browser that knows none asks nothing. */
export function trustOwnScripts(scope: { readonly origin: string; readonly trustedTypes?: unknown }): void {
  // The types of the platform do not have it yet.
  const factory = scope.trustedTypes as PolicyFactory | undefined;
  factory?.createPolicy('default', {
    // Null is refused, with a report.
    createScriptURL: (address) => (isOwnScript(address, scope.origin) ? address : null),
  });
}
