/** The rules that have changed since case files are made, and which checks, about which evidence, each of them decides. */
import type { Check } from '../check.ts';
import { isAboutDocument } from '../check-evidence.ts';
import { otherAlgorithm } from '../signature/check-signature.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import type { WitnessFacts } from '../evidence/facts.ts';
import { canonicalJson } from '../encoding/json.ts';
import { optionalMember } from '../encoding/fields.ts';
import { standard } from '../policy/policy.ts';
import { checkMerkleizedRoot } from '../merkle/check-merkleized.ts';
import { logsAboveHead } from '../token/token-logs.ts';
import { plainJson } from './case-file.ts';
import type { ReportedCheck } from './reported-verdict.ts';

export const ruleChangeIds = [
  'stamp-signer',
  'stamp-expired',
  'signer-purpose',
  'identity',
  'signed-document',
  'absent-signature',
  'unexamined-document',
  'witness-algorithm',
  'proof-position',
  'document-leaf',
  'independent-proofs',
  'token-final',
] as const;

export type RuleChangeId = (typeof ruleChangeIds)[number];

/** One check that ends otherwise today, and what it is about. */
interface Difference {
  readonly key: string;
  readonly reported: ReportedCheck;
  readonly today: Check;
  readonly evidence: Evidence;
  /** In which the maker of the file checked it. */
  readonly context: Context;
}

interface Rule {
  readonly by: RuleChangeId;
  readonly check: RegExp;
  /** Whether the rule decides this, for this evidence. */
  readonly decides: (difference: Difference) => boolean;
}

const stampRules: ReadonlySet<unknown> = new Set([
  'the time-stamp is not by a signer of what it dates',
  'the signer is not an authority of certificates',
  'the certificate of the signer is for time-stamps',
  'the signer is certified for time stamping alone',
]);

const ends =
  (...codes: readonly string[]) =>
  ({ today }: Difference): boolean =>
    today.status !== 'PASSED' && codes.includes(today.reason?.code ?? '');

export const changedRules: readonly Rule[] = [
  {
    by: 'stamp-expired',
    check: /^(nom151\.time|merkleized\.stamp)$/,
    decides: (one) => one.reported.status === 'PASSED' && ends('OUT_OF_BOUNDS_NO_POE')(one),
  },
  {
    by: 'stamp-signer',
    check: /^(nom151\.signer|merkleized\.stamp)$/,
    decides: (one) =>
      ends('SIG_CONSTRAINTS_FAILURE', 'X_STAMP_PROFILE_UNKNOWN')(one) &&
      stampRules.has(one.today.reason?.detail?.rule),
  },
  {
    // Only by OCSP responses, and by lists about a signer that is pinned itself: other lists were checked before too, and
    // their findings name the certificate.
    by: 'stamp-signer',
    check: /^(nom151\.path|merkleized\.stamp)$/,
    decides: (one) => {
      const { certificate, responses } = one.today.reason?.detail ?? {};
      return ends('REVOKED')(one)
        ? certificate === undefined
        : ends('X_TOO_LARGE')(one) && responses !== undefined;
    },
  },
  {
    by: 'signer-purpose',
    check: /^certificate\.usage$/,
    decides: (one) =>
      one.reported.status === 'PASSED' &&
      (ends('CHAIN_CONSTRAINTS_FAILURE')(one) || one.today.status === 'NOT_APPLICABLE'),
  },
  {
    // The purposes of the authorities above a signer were not held to what the signer did with its key.
    by: 'signer-purpose',
    check: /^certificate\.path$/,
    decides: (one) =>
      one.reported.status === 'PASSED' &&
      ends('CHAIN_CONSTRAINTS_FAILURE')(one) &&
      one.today.reason?.detail?.rule === 'a critical extendedKeyUsage includes the purpose',
  },
  {
    // Names are compared without accents and order, and a difference of name is a warning.
    by: 'identity',
    check: /^certificate\.identity$/,
    decides: ({ reported, today }) =>
      reported.reason === 'X_CERT_FIELD_CONFLICT' && reported.level !== 'FAIL' && today.status === 'PASSED',
  },
  {
    by: 'signed-document',
    check: /^signature\.document$/,
    decides: (one) =>
      ends(
        'HASH_FAILURE',
        'SIGNED_DATA_NOT_FOUND',
        'NO_SIGNING_CERTIFICATE_FOUND',
        'X_UNSUPPORTED',
        'CRYPTO_CONSTRAINTS_FAILURE',
      )(one) && one.reported.status !== 'INDETERMINATE',
  },
  {
    // What the service reported of the document was compared before; now it only contradicts.
    by: 'signed-document',
    check: /^signature\.document$/,
    decides: ({ reported, today }) =>
      reported.reason === 'HASH_FAILURE' && reported.basis === 'SERVER' && today.status === 'PASSED',
  },
  {
    // Without document and witness nothing was compared; now the signatures of a request are held to one document.
    by: 'signed-document',
    check: /^signature\.(document|rsa)$/,
    decides: ({ reported, evidence }) =>
      evidence.documentDigest === undefined &&
      evidence.witness === undefined &&
      (reported.status === 'NOT_APPLICABLE' || reported.reason === 'SIGNED_DATA_NOT_FOUND'),
  },
  {
    // The signature that a witness is said to be of did not count where it was absent.
    by: 'absent-signature',
    check: /^signature\.witness$/,
    decides: (one) =>
      one.key === 'signature' &&
      one.reported.status === 'NOT_APPLICABLE' &&
      one.evidence.signature?.signature === undefined,
  },
  {
    by: 'unexamined-document',
    check: /^file\.hash$/,
    decides: (one) => ends('X_EVIDENCE_ABSENT')(one) && !isAboutDocument(one.evidence),
  },
  {
    by: 'witness-algorithm',
    check: /^(nom151|merkleized|external|file|signature)\./,
    decides: (one) => {
      const witness = witnessOf(one);
      const other = witness && otherAlgorithm(witness);
      return other !== undefined && canonicalReason(other.reason) === canonicalReason(one.today.reason);
    },
  },
  {
    by: 'proof-position',
    check: /^(merkleized|external)\.(shape|root)$/,
    decides: (one) =>
      ends('X_PROOF_BAD_SHAPE', 'X_UNREADABLE')(one) &&
      ['leafIndex', 'treeSize'].includes(String(one.today.reason?.detail?.subject)),
  },
  {
    by: 'document-leaf',
    check: /^merkleized\.root$/,
    decides: (one) =>
      ends('X_PROOF_RECIPE_UNKNOWN', 'X_EVIDENCE_ABSENT', 'X_PROOF_ROOT_MISMATCH')(one) &&
      one.reported.recipe === 'rfc6962/1' &&
      one.evidence.documentDigest !== undefined &&
      holdsAsBareLeaf(witnessOf(one)),
  },
  {
    by: 'token-final',
    check: /^token\./,
    decides: ({ evidence, context }) => {
      const { id, network } = evidence.witness?.endorsable ?? {};
      const contract = context.endorsers?.find((one) => one.network === network);
      return (
        id !== undefined && contract !== undefined && logsAboveHead(contract, id, context.exchanges ?? [])
      );
    },
  },
  {
    // A list without endorsements passed as complete and of one network.
    by: 'token-final',
    check: /^token\.(complete|network)$/,
    decides: (one) =>
      (one.reported.status === 'PASSED' || one.reported.reason === 'X_SERVER_WORD') &&
      one.evidence.events?.items.length === 0 &&
      ends('X_EVIDENCE_ABSENT', 'X_ANCHOR_NOT_FINAL')(one),
  },
];

/** Whether the hash itself is a leaf under the root, as it was looked for before. */
function holdsAsBareLeaf(witness: WitnessFacts | undefined): boolean {
  const { merkleProof, merkleRoot, leafIndex, treeSize } = witness?.merkleized ?? {};
  if (witness === undefined || merkleProof === undefined || merkleRoot === undefined) return false;
  const position = { ...optionalMember('leafIndex', leafIndex), ...optionalMember('treeSize', treeSize) };
  const proof = { hash: witness.hash, merkleProof, merkleRoot, ...position };
  return checkMerkleizedRoot(standard, proof, 'rfc6962/1').status === 'PASSED';
}

function canonicalReason(reason: Check['reason']): string {
  return canonicalJson(plainJson({ reason }));
}

/** The witness that a check of a section speaks of. */
function witnessOf({ key, evidence }: Pick<Difference, 'key' | 'evidence'>): WitnessFacts | undefined {
  const invite = /^invites\[(\d+)\]/.exec(key)?.[1];
  return invite === undefined ? evidence.witness : evidence.invites?.[Number(invite)]?.witness;
}
