/**
 * What evidence says, as plain data that JSON can carry: hashes and signatures as hex text, certificates and
 * tokens in the form in which they came (PEM, base64, hex). Facts are claims to be checked; reading them
 * establishes nothing. `read-facts.ts` reads them from JSON of the interface.
 */

/** A proof of existence by an individual time-stamp ("constancia"). */
export interface Nom151Facts {
  readonly createdAt?: string;
  readonly provider?: string;
  /** Time-stamp response or token over the hash: PEM, base64 or hex. The interface gives none. */
  readonly token?: string;
}

/** A proof of existence by a Merkle tree whose root is anchored. All but the dates are absent until it is processed. */
export interface MerkleizedFacts {
  readonly createdAt?: string;
  readonly merkleProof?: readonly string[];
  readonly merkleRoot?: string;
  readonly txHash?: string;
  readonly network?: number;
  /** Position of the leaf and leaves of the tree: text where it was text, as what is no number is a matter of shape. */
  readonly leafIndex?: bigint | string;
  readonly treeSize?: bigint | string;
  /** Who made the time-stamp over the root, as reported: there is one, whether or not its bytes are here. */
  readonly nom151Provider?: string;
  /** Time-stamp over the root. */
  readonly token?: string;
}

/** A proof of existence by the mountain range of a third party. */
export interface ExternalFacts {
  readonly createdAt?: string;
  readonly timestamp?: string;
  readonly leafIndex?: bigint | string;
  readonly treeSize?: bigint | string;
  readonly leftHashes?: readonly string[];
  readonly rightHashes?: readonly string[];
  readonly targetRootHash?: string;
}

export interface ClaimingFacts {
  readonly authorizer?: string;
  readonly claimer?: string;
  readonly signature?: string;
  readonly network?: number;
}

export interface EndorsableFacts {
  readonly id?: bigint;
  readonly ownerId?: string;
  readonly network?: number;
  readonly timestamp?: number;
}

export interface WitnessFacts {
  readonly id?: string;
  /** SHA-256 of what is witnessed, 32 bytes of hex. */
  readonly hash: string;
  readonly algorithm?: string;
  readonly createdAt?: string;
  readonly timestampedAt?: string;
  readonly nom151?: Nom151Facts;
  readonly merkleized?: MerkleizedFacts;
  readonly external?: ExternalFacts;
  readonly claiming?: ClaimingFacts;
  readonly claimed?: boolean;
  /** Address of the initial owner's wallet. */
  readonly initialOwner?: string;
  readonly endorsable?: EndorsableFacts;
}

/** Fields that the interface tells beside a certificate; compared with it, never used for it. */
export interface ReportedCertificate {
  readonly pem?: string;
  readonly serialNumber?: string;
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly hash?: string;
  readonly version?: string;
  readonly modulus?: string;
  readonly exponent?: string;
  /** Fields of the issuer by the name that the interface gives them. */
  readonly issuer?: Readonly<Record<string, string>>;
  readonly revoked?: boolean;
  /** PEM of the issuer, where the interface tells it. */
  readonly issuerPem?: string;
}

export interface SubjectFacts {
  readonly commonName?: string;
  /** CURP */
  readonly serialNumber?: string;
  readonly rfc?: string;
  readonly country?: string;
  readonly emailAddress?: string;
}

export type UnloadedPart = 'subject' | 'witness';

/** Evidence that is named and did not come, or came in a form that cannot be read. */
export const unloadedPieces = ['request', 'invite', 'witness'] as const;

export type UnloadedPiece = (typeof unloadedPieces)[number];

export interface InviteFacts {
  readonly id?: string;
  readonly status?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly signedAt?: string;
  readonly rejectedAt?: string;
  /** RSA signature over the document, hex. */
  readonly signature?: string;
  readonly certificate?: ReportedCertificate;
  /** OCSP response, hex. */
  readonly ocspResponse?: string;
  readonly subject?: SubjectFacts;
  /** Witness of the signature. */
  readonly witness?: WitnessFacts;
  /** What the invite names and could not be loaded: checks about it are undetermined, as it may say anything. */
  readonly unloaded?: readonly UnloadedPart[];
  /** Hash of the request's document, where the invite tells its request. */
  readonly documentHash?: string;
}

export interface EventListFacts {
  readonly items: readonly {
    readonly id: string;
    readonly timestamp: number;
    readonly from: string;
    readonly to: string;
    readonly digest: bigint;
    readonly network: number;
  }[];
  /** Every page was read. */
  readonly complete: boolean;
}
