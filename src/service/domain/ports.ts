import type { Database } from '../storage/database.ts';
import type { ObjectStore } from '../storage/objects.ts';

/** What the rules need of the world around them. */
export interface Service {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly authorities: Authorities;
  /** With the sandbox on, every subject is shown to everybody (Rule SB-3). */
  readonly sandbox: boolean;
  /** `stub`: nested resources are sent as `{id}` (Rule WI-14). */
  readonly nesting: 'whole' | 'stub';
  /** Most bytes of one upload (Rule UP-7). */
  readonly uploadMax: number;
  now(): Date;
  /** The address at which the holder of a token may PUT one file. */
  uploadAddress(token: string): string;
  /** Tells the conservation job that something waits. */
  wake(): void;
}

/** The sandbox's own authorities, as the rules see them. */
export interface Authorities {
  /** What a certification provider of this service is called. */
  readonly provider: string;
  /** Signs with the key of a demo subject; undefined for a subject whose key is not here. */
  sign(subjectId: string, document: Uint8Array): Promise<Signed | undefined>;
  /** DER of an OCSP response about a certificate, as known at that time. */
  answerOcsp(question: OcspQuestion): Promise<Uint8Array>;
  /** DER of an RFC 3161 response over a SHA-256 digest. */
  stamp(hash: string, at: Date): Promise<Uint8Array>;
  /** Puts a Merkle root where others can find it. */
  anchor(root: string, at: Date): Promise<{ readonly txHash: string; readonly network: number }>;
}

export interface Signed {
  readonly certificateId: string;
  /** Bare lower-case hexadecimal. */
  readonly signature: string;
}

export interface OcspQuestion {
  readonly certificatePem: string;
  readonly issuerId: string;
  readonly revokedAt: Date | null;
  readonly at: Date;
}
