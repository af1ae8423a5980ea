import type { CertificateStanding } from '#widgets/people/certificate-state.tsx';

/** A person as the dry run needs to know them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Undefined: the service did not tell. */
  readonly linked: boolean | undefined;
  readonly certificate: CertificateStanding;
  /** End of the certificate, RFC 3339; where it was reported. */
  readonly notAfter?: string | undefined;
}

/** What looking for an identifier came to. */
export type Looked =
  | { readonly state: 'found'; readonly person: Person }
  | { readonly state: 'unknown' }
  | { readonly state: 'several'; readonly count: number }
  /** The service could not be queried, or its answer says nothing about this one. */
  | { readonly state: 'unchecked' };

/** By `keyOf(identifier)`; absent while it is being looked for. */
export type People = ReadonlyMap<string, Looked>;
