import type { SignatureRequestInvite } from '#contract/resources/resources.ts';
import type { Check } from '#proofs/check.ts';
import type { InviteFacts, WitnessFacts } from '#proofs/evidence/facts.ts';

/** A piece of the evidence that the service names. */
export interface Piece {
  readonly what: 'witness' | 'request' | 'invite' | 'events' | 'document';
  /** Whose, where it is one of several: its place in the request. */
  readonly at?: number;
  readonly state: 'awaited' | 'arrived' | 'absent';
}

/**
 * What has arrived of the evidence while the rest is awaited. It is no `Collected` and holds no `Evidence`, so that
 * nothing makes a report, a verdict or a case file of it: `settledChecks` alone reads it.
 */
export interface Collecting {
  readonly state: 'collecting';
  readonly pieces: readonly Piece[];
  readonly arrived: Arrived;
}

export interface Arrived {
  /** What the witness is of; undefined while its request is awaited. */
  readonly subject?: 'document' | 'signature';
  readonly witnessFacts?: WitnessFacts;
  /** By their place in the request. */
  readonly signed: readonly {
    readonly at: number;
    readonly invite: SignatureRequestInvite;
    readonly facts: InviteFacts;
  }[];
  readonly bytes?: Blob;
}

/** Checks whose result cannot change with the evidence that is still awaited. It has no verdict, of the whole or a part. */
export interface SettledChecks {
  readonly state: 'settled-so-far';
  /** `document`, `witness`, `invites[k]`: k is the place in the request. */
  readonly sections: readonly { readonly key: string; readonly checks: readonly Check[] }[];
}

/** Reports each piece that is awaited, and each that arrived. */
export interface Follow {
  expect(what: Piece['what'], at?: number): void;
  /** Without a change the piece did not come. */
  arrive(what: Piece['what'], change: Partial<Arrived> | undefined, at?: number): void;
  /** What the witness is of. */
  know(subject: NonNullable<Arrived['subject']>): void;
}

export function follow(report: (sofar: Collecting) => void): Follow {
  let pieces: readonly Piece[] = [];
  let arrived: Arrived = { signed: [] };
  const tell = (): void => report({ state: 'collecting', pieces, arrived });
  return {
    expect(what, at) {
      pieces = [...pieces, { what, ...(at !== undefined && { at }), state: 'awaited' }];
      tell();
    },
    arrive(what, change, at) {
      const state = change ? 'arrived' : 'absent';
      pieces = pieces.map((one) => (one.what === what && one.at === at ? { ...one, state } : one));
      const signed = [...arrived.signed, ...(change?.signed ?? [])].sort((a, b) => a.at - b.at);
      arrived = { ...arrived, ...change, signed };
      tell();
    },
    know(subject) {
      arrived = { ...arrived, subject };
      tell();
    },
  };
}
