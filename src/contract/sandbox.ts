/**
 * What `/sandbox/*` answers: the demo's keys, what a reader needs to judge its evidence, and its stories. It is
 * outside `/rest/v1` and exists only where the embedded service has its sandbox on (Rule ST-6).
 */

/** `GET /sandbox/session` (Rule ST-12): with what the demo is entered. */
export interface SandboxSession {
  /** In a fixed order; the one of the stories comes after the others. */
  readonly organizations: readonly {
    readonly id: string;
    readonly name: string;
    readonly apiKey: string;
    /** The one of the stories: evidence with known failures, and no business. Absent for the others. */
    readonly testCases?: true;
  }[];
  readonly subjects: readonly {
    readonly id: string;
    readonly commonName: string;
    readonly accessToken: string;
  }[];
}

/** What an anchor of the sandbox vouches for: certificates of signers, or of its time-stamp authority. */
export type SandboxAnchorUse = 'signing' | 'stamping';

export interface SandboxAnchor {
  /** The common name of the certificate. */
  readonly title: string;
  readonly pem: string;
  /** Of the DER, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly use: SandboxAnchorUse;
}

/**
 * `GET /sandbox/anchors` (Rule ST-13): what a reader takes on trust when judging this sandbox, and only this one.
 * Keys are made anew with every data folder, so the anchors of one sandbox say nothing of another.
 */
export interface SandboxAnchors {
  /** Names this set; another set of anchors has another name. */
  readonly version: string;
  readonly anchors: readonly SandboxAnchor[];
  /** By which merkleized proofs of the sandbox are folded; a recipe id of the proofs floor. */
  readonly recipe: 'ascii-hex-sorted/1';
  /** Contracts that mint tokens on an authorized claim; `role` is 32 bytes of hexadecimal. */
  readonly endorsers: readonly {
    readonly network: number;
    readonly address: string;
    readonly role?: string;
  }[];
  /** Contract that knows the roots of the third party's range; absent while no chain of the sandbox has one. */
  readonly range?: { readonly network: number; readonly address: string };
  /** Where a node of the sandbox's chain answers: a path on the same origin. */
  readonly rpc?: { readonly network: number; readonly path: string };
}

/** A check that is neither PASSED nor NOT_APPLICABLE, as the `standard` policy judges it. */
export interface SandboxExpectation {
  /** Id of the check: `merkleized.root`. */
  readonly check: string;
  readonly status: 'FAILED' | 'INDETERMINATE';
  /** Reason code. */
  readonly reason: string;
  /** Which piece of the case: `document`, `witness`, `invites[0]`, `invites[0].witness`, `claim`, `token`, `case`. */
  readonly section: string;
}

/**
 * One of `GET /sandbox/stories` (Rule ST-14): evidence of the stories' organization, clean or with one defect, and
 * what falls when it is judged with the sandbox's anchors, its recipe, the bytes of its document and tokens, and
 * no chain.
 */
export interface SandboxStory {
  /** Words joined by hyphens: the same in every sandbox. */
  readonly name: string;
  /** The document's name, in Spanish. */
  readonly title: string;
  readonly organization: string;
  /** Id of the document's witness. */
  readonly witness: string;
  /** Id of the signature request. */
  readonly request: string;
  /** What its defect brings down: exactly what stays open or fails in it and not in the clean story. */
  readonly expected: readonly SandboxExpectation[];
  /** What stays open in it, as in the clean story of its kind, until a reader names a chain. */
  readonly baseline: readonly SandboxExpectation[];
  /**
   * What falls when a reader asks the sandbox's own node, where that is not what `expected` says: there everything
   * happened as it did, whatever the service tells of it.
   */
  readonly onChain?: readonly SandboxExpectation[];
}

/** `GET /sandbox/clock` (Rule ST-19): what the sandbox takes for now. */
export interface SandboxClock {
  /** RFC 3339. */
  readonly now: string;
  /** Seconds that it is ahead of the machine's clock; never negative. */
  readonly offset: number;
}

/** What `POST /sandbox/clock` takes: so many seconds on, or to an instant (RFC 3339, UTC). */
export type SandboxClockMove = { readonly advance: number } | { readonly at: string };
