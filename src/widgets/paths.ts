/**
 * Every address of the app, in one table: routes, links and the palette are written from it. The address is
 * the state of a screen and can be shared, so no secret ever stands in one.
 */
export const paths = {
  overview: '/',
  connect: '/connect',
  requests: '/requests',
  newRequest: '/requests/new',
  bulk: '/requests/bulk',
  witnesses: '/witnesses',
  verify: '/verify',
  endorsements: '/endorsements',
  directory: '/directory',
  certificates: '/directory/certificates',
  issuers: '/directory/issuers',
  organization: '/organization',
  rates: '/rates',
  settings: '/settings',
  drift: '/settings/drift',
  sandbox: '/sandbox',
  sandboxSigners: '/sandbox?tab=signers',
  request: (id: string): string => `/requests/${encodeURIComponent(id)}`,
  witness: (id: string): string => `/witnesses/${encodeURIComponent(id)}`,
  /** A token by its id, a whole number; with `event`, at that link of its chain. */
  token: (id: bigint | number | string, event?: string): string =>
    withQuery(`/endorsements/${encodeURIComponent(String(id))}`, { event }),
  wallet: (address: string): string => `/endorsements/wallets/${encodeURIComponent(address)}`,
  subject: (id: string): string => `/directory/${encodeURIComponent(id)}`,
  certificate: (id: string): string => `/directory/certificates/${encodeURIComponent(id)}`,
  issuer: (id: string): string => `/directory/issuers/${encodeURIComponent(id)}`,
  /** Where a person links themselves with an organization; with `service`, on another service than the page's own. */
  link: (organization: string, service?: string): string => withQuery('/link', { organization, service }),
  /** The composer, going on with a draft that this browser keeps. */
  draft: (id: string): string => `/requests/new?draft=${encodeURIComponent(id)}`,
  /** A bulk that this browser keeps, being prepared; and one that was begun. */
  bulkDraft: (id: string): string => `/requests/bulk?draft=${encodeURIComponent(id)}`,
  bulkRun: (id: string): string => `/requests/bulk?run=${encodeURIComponent(id)}`,
  /** `/connect`, and back to where the reader wanted to be. */
  connectThen: (to: string): string => (to === '/' ? '/connect' : `/connect?to=${encodeURIComponent(to)}`),
} as const;

/** The same addresses as the router matches them. `request` must stand after `newRequest` and `bulk`: it would take them. */
export const patterns = {
  request: '/requests/:id',
  witness: '/witnesses/:id',
  subject: '/directory/:id',
  token: '/endorsements/:id',
  wallet: '/endorsements/wallets/:address',
  link: '/link',
} as const;

/** An address with what a screen keeps in its query; absent and empty values are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Where `/connect?to=…` may lead: a place of this app and nowhere else. What anybody can write into a link
 * must not send a reader who has just given a key to another site.
 */
export function safeTarget(to: string | null | undefined): string {
  if (!to?.startsWith('/') || to.startsWith('//') || to.includes('\\')) return paths.overview;
  const base = 'http://app.invalid';
  if (!URL.canParse(to, base)) return paths.overview;
  const url = new URL(to, base);
  if (url.origin !== base || url.pathname.startsWith('//')) return paths.overview;
  return url.pathname === paths.connect ? paths.overview : url.pathname + url.search + url.hash;
}
