/** Where a service is and how it is spoken to. Holds no key. */
export interface Connection {
  readonly id: 'embedded' | 'staging' | 'production' | 'own';
  /** Absolute address that ends in the version segment, e.g. `https://api.example.com/rest/v1`. */
  readonly baseUrl: string;
  /** Content in the flat form of the specification, or in the wrapper of a live deployment (Rule SR-6). */
  readonly contentForm: 'flat' | 'wrapped';
  /** The host of another service, to which the server of this page passes every call on. */
  readonly upstream?: string | undefined;
}

/** Why an address is not one that a key may be sent to. */
export type AddressIssue = 'not-an-address' | 'not-https' | 'has-credentials' | 'has-query';

/**
 * Reads what a person typed as a service's address. A bare host gets https and the version segment.
 * Keys go over https, or to loopback.
 */
export function readAddress(typed: string): { baseUrl: string } | { issue: AddressIssue } {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!text || !URL.canParse(whole)) return { issue: 'not-an-address' };
  const url = new URL(whole);
  if (url.username || url.password) return { issue: 'has-credentials' };
  if (url.search || url.hash) return { issue: 'has-query' };
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) return { issue: 'not-https' };
  const path = url.pathname.replace(/\/+$/, '');
  return { baseUrl: url.origin + (path === '' ? '/rest/v1' : path) };
}

/**
 * The service that serves this very page.
 *
 * @param upstream the host of another service, where this one only passes its calls on
 */
export function embeddedConnection(origin: string, upstream?: string): Connection {
  return {
    id: 'embedded',
    baseUrl: `${origin}/rest/v1`,
    contentForm: 'flat',
    ...(upstream === undefined ? {} : { upstream }),
  };
}

/** The scope of stored records and cache keys: the pair of service and organization. */
export function scopeOf(connection: Connection, organizationId: string | undefined): string {
  return `${connection.baseUrl}#${organizationId ?? ''}`;
}
