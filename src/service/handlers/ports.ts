import type { Certificate } from '#proofs/pki/certificate/certificate.ts';
import type { Ledger } from '../chain/ledger.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/queries.ts';
import type { ObjectStore } from '../storage/objects/objects.ts';

/** The environment of the rules. */
export interface Service {
  readonly database: Database;
  readonly objects: ObjectStore;
  /** Absent where nobody certifies: with the sandbox off and no data of it. */
  readonly authorities: Authorities | undefined;
  /** The chain of the sandbox; absent where there is none. */
  readonly ledger?: Ledger | undefined;
  /**
   * Hashes of tenants that do not exist, which fill a Merkle batch of `own` different hashes; absent outside of the
   * sandbox, where a batch has what waits and nothing else (Rule ST-24).
   */
  otherTenants?: ((ownCount: number, at: Date) => readonly string[]) | undefined;
  /** With the sandbox on, every subject is shown to everybody (Rule SB-3). */
  readonly sandbox: boolean;
  /** `stub`: nested resources are sent as `{id}` (Rule WI-14). */
  readonly nesting: 'whole' | 'stub';
  /** Most bytes of one upload (Rule UP-7). */
  readonly uploadMax: number;
  /** Files of one organization that may be on their way in at once; absent, as many as come (Rule UP-12). */
  readonly uploadsPerKey?: number | undefined;
  /** Milliseconds of the lease under which the bytes of a PUT are stored; a minute without it. */
  readonly uploadLease?: number | undefined;
  /**
   * The current time (Rule ST-19).
   *
   * @param after when what is worked on came to be, by the clock of whichever process wrote it: the answer is not before
   */
  now(after?: Date): Date;
  /** The address at which the holder of a token may PUT one file. */
  uploadAddress(token: string): string;
  /** Tells the conservation job that something waits. */
  wake(): void;
  /** Called with why somebody outside gave no result. */
  onFailure?: ((error: unknown) => void) | undefined;
  /** Writes what newly stands on the chain into the tables of tokens. */
  followChain(): Promise<void>;
}

/** Authorities that certify, answer for certificates and sign for demo subjects. */
export interface Authorities {
  /** Name of the certification provider of this service. */
  readonly provider: string;
  /** A sentence about each of these that is not configured; absent where nothing is missing. */
  readonly missing?: { readonly stamp?: string; readonly anchor?: string };
  /** Certificates of the issuers to which a signer's own certificate must lead. */
  readonly issuers: readonly Certificate[];
  /**
   * The key of a demo subject; undefined for a subject whose key is not here.
   *
   * @param tx the transaction that asks, if one does
   */
  signer(subjectId: string, tx?: Queries): Promise<SubjectKey | undefined>;
  /** DER of an OCSP response about a certificate, as given at that instant. */
  answerOcsp(question: OcspQuestion): Promise<Uint8Array>;
  /**
   * DER of an RFC 3161 response over a SHA-256 digest (64 hexadecimal digits), as given at that instant. Like the two
   * below it asks somebody outside, so it is called inside of no transaction.
   */
  stamp(hash: string, at: Date): Promise<Uint8Array>;
  /**
   * Puts a Merkle root where others can find it. Requested again for the same root it answers the transaction that
   * stands; undefined: sent and not final yet, to be requested again later.
   */
  anchor(root: string, at: Date): Promise<Anchored | undefined>;
  /**
   * Puts the root of the third party's tree where others can find it; false: not final yet, as with `anchor`. Absent
   * where there is no third party's log.
   */
  checkpoint?(root: string, treeSize: number, at: Date): Promise<boolean>;
  /** Lets a wallet mint the token of a witness hash; absent where there are no tokens. */
  authorizeClaim?(hash: string, claimer: string): ClaimAuthorization;
}

/** Where a root stands. */
export interface Anchored {
  readonly txHash: string;
  readonly network: number;
}

interface OcspQuestion {
  readonly certificatePem: string;
  readonly revokedAt: Date | null;
  readonly at: Date;
}

interface ClaimAuthorization {
  /** Address of whoever signed, `0x` and lower case. */
  readonly authorizer: string;
  /** 65 bytes, bare lower-case hexadecimal. */
  readonly signature: string;
  readonly network: number;
}

/** Signs as a subject would with its own device. */
interface SubjectKey {
  readonly certificateId: string;
  /** RSASSA-PKCS1-v1_5 SHA-256 over the bytes; bare lower-case hexadecimal. */
  sign(document: Uint8Array): Promise<string>;
}
