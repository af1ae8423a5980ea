/**
 * Policies are data: the level of every check, how fresh a revocation answer must be, which algorithms
 * count. A verdict names the policy by id and by the SHA-256 of its canonical form.
 */
import { canonicalJson, type JsonObject } from '../encoding/json.ts';
import { utf8Of, toHex } from '../encoding/bytes.ts';
import { checkIds, type CheckId, type Level } from '../check.ts';
import { sha256 } from '../encoding/hash.ts';

export interface Policy {
  readonly id: string;
  readonly version: number;
  /** `internal` policies establish less: every report under them says "internal check". */
  readonly scope: 'full' | 'internal';
  readonly levels: Readonly<Record<CheckId, Level>>;
  readonly existence: {
    /** How many independent proofs of existence a witness needs. */
    readonly proofs: number;
  };
  readonly anchors: {
    /** How many RPCs must give the same answer. */
    readonly rpcs: number;
  };
  readonly revocation: {
    /** How much older than the best signature time an OCSP answer may be, in seconds; null: not limited. */
    readonly maxAgeSeconds: number | null;
  };
  readonly algorithms: {
    /** Treatment of SHA-1 in OCSP (certID and signature): refused, accepted with a warning, accepted. */
    readonly sha1: 'refuse' | 'warn' | 'allow';
    readonly minRsaBits: number;
    readonly maxRsaBits: number;
  };
}

const standardLevels: Readonly<Record<CheckId, Level>> = {
  'file.hash': 'FAIL',
  'signature.form': 'FAIL',
  'signature.rsa': 'FAIL',
  'signature.document': 'FAIL',
  'signature.witness': 'FAIL',
  'certificate.parse': 'FAIL',
  // The fields beside a certificate are the service's word: they can contradict it, never prove it.
  'certificate.fields': 'WARN',
  'certificate.identity': 'FAIL',
  'certificate.key': 'FAIL',
  'certificate.validity': 'FAIL',
  'certificate.usage': 'FAIL',
  'certificate.path': 'FAIL',
  'ocsp.parse': 'FAIL',
  'ocsp.cert': 'FAIL',
  'ocsp.signature': 'FAIL',
  'ocsp.responder': 'FAIL',
  'ocsp.status': 'FAIL',
  'ocsp.time': 'FAIL',
  'nom151.parse': 'FAIL',
  'nom151.granted': 'FAIL',
  'nom151.imprint': 'FAIL',
  'nom151.signature': 'FAIL',
  'nom151.signer': 'FAIL',
  'nom151.path': 'FAIL',
  'nom151.time': 'FAIL',
  'merkleized.shape': 'FAIL',
  'merkleized.root': 'FAIL',
  'merkleized.stamp': 'FAIL',
  'merkleized.anchor': 'FAIL',
  'external.shape': 'FAIL',
  'external.root': 'FAIL',
  'external.anchor': 'FAIL',
  // The time that counts is the one of the anchor; this check compares it with the service's own.
  'external.time': 'WARN',
  'claim.signature': 'FAIL',
  'claim.role': 'FAIL',
  // The initial owner's address is the service's word, and no chain repeats it before the claim.
  'claim.owner': 'WARN',
  'token.id': 'FAIL',
  'token.continuity': 'FAIL',
  'token.head': 'FAIL',
  'token.first': 'FAIL',
  'token.complete': 'FAIL',
  'token.order': 'FAIL',
  'token.network': 'FAIL',
  'case.contradictions': 'WARN',
  'case.times': 'WARN',
};

/** The default policy: one proof of existence, a fresh revocation answer, SHA-1 only with a warning. */
export const standard: Policy = {
  id: 'standard',
  // Version 2: a person who is not the one in the certificate fails (`certificate.identity`).
  version: 2,
  scope: 'full',
  levels: standardLevels,
  existence: { proofs: 1 },
  anchors: { rpcs: 1 },
  revocation: { maxAgeSeconds: 86_400 },
  algorithms: { sha1: 'warn', minRsaBits: 2048, maxRsaBits: 8192 },
};

/** Two independent proofs of existence, anchors read from two RPCs, no SHA-1. */
export const strict: Policy = {
  ...standard,
  id: 'strict',
  existence: { proofs: 2 },
  anchors: { rpcs: 2 },
  algorithms: { ...standard.algorithms, sha1: 'refuse' },
};

/** Membership and RSA decide; anchors, paths and revocation only warn. Always worded "internal check". */
export const internal: Policy = {
  ...standard,
  id: 'internal',
  scope: 'internal',
  levels: {
    ...standardLevels,
    ...levelsFor('WARN', (id) => id.startsWith('ocsp.') || id.startsWith('nom151.')),
    'certificate.path': 'WARN',
    'certificate.identity': 'WARN',
    'certificate.validity': 'WARN',
    'merkleized.stamp': 'WARN',
    'merkleized.anchor': 'WARN',
    'external.anchor': 'WARN',
    'claim.role': 'WARN',
  },
};

/** For sets of known answers only: they use SHA-1, short keys and moments of long ago. */
export const vectors: Policy = {
  ...standard,
  id: 'vectors',
  revocation: { maxAgeSeconds: null },
  algorithms: { sha1: 'allow', minRsaBits: 1024, maxRsaBits: 8192 },
};

export const policies: Readonly<Record<string, Policy>> = { standard, strict, internal, vectors };

/** SHA-256 of the canonical form, 64 hex digits. */
export function policyHash(policy: Policy): string {
  return toHex(sha256(utf8Of(canonicalPolicy(policy))));
}

/** The policy as canonical JSON: sorted keys, no blanks. */
export function canonicalPolicy(policy: Policy): string {
  return canonicalJson(canonicalPolicyObject(policy));
}

/** The fields of a policy and nothing else that an object may carry. */
export function canonicalPolicyObject(policy: Policy): JsonObject {
  return {
    id: policy.id,
    version: policy.version,
    scope: policy.scope,
    levels: Object.fromEntries(checkIds.map((id) => [id, policy.levels[id]])),
    existence: { proofs: policy.existence.proofs },
    anchors: { rpcs: policy.anchors.rpcs },
    revocation: { maxAgeSeconds: policy.revocation.maxAgeSeconds },
    algorithms: {
      sha1: policy.algorithms.sha1,
      minRsaBits: policy.algorithms.minRsaBits,
      maxRsaBits: policy.algorithms.maxRsaBits,
    },
  };
}

function levelsFor(level: Level, chosen: (id: CheckId) => boolean): Partial<Record<CheckId, Level>> {
  return Object.fromEntries(checkIds.filter(chosen).map((id) => [id, level]));
}
