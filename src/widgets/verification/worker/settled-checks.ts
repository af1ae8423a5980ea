import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Check, CheckId } from '#proofs/check.ts';
import type { Context, Evidence } from '#proofs/evidence/evidence.ts';
import type { Arrived, SettledChecks } from '../collect/collecting.ts';
import type { DocumentDigests } from './tasks.ts';

/** Rest on the time-stamp token, the proof or the bytes of this one piece alone. */
const ofWitness: readonly CheckId[] = [
  'nom151.parse',
  'nom151.granted',
  'nom151.imprint',
  'merkleized.shape',
  'merkleized.root',
  'external.shape',
];
/** Neither the document nor a time of signing is in their sentence. */
const ofInvite: readonly CheckId[] = [
  'signature.form',
  'signature.witness',
  'certificate.parse',
  'certificate.fields',
  'certificate.identity',
  'certificate.key',
  'ocsp.parse',
];
/** Hold the signature to the document, which may be another than its witness says until its bytes are here. */
const ofSignedDocument: readonly CheckId[] = ['signature.rsa', 'signature.document'];

/**
 * The checks that are already decided: those that passed or failed, and that no piece still awaited is read by. Times,
 * paths to an anchor, revocation and answers of nodes rest on several pieces, so they wait for all of them.
 */
export function settledChecks(
  { subject, witnessFacts, signed }: Arrived,
  digests: DocumentDigests | undefined,
  context: Context,
): SettledChecks {
  const evidence: Evidence = {
    ...digests,
    ...(witnessFacts && { witness: witnessFacts }),
    ...(subject === 'signature' && { signature: {} }),
    ...(signed.length > 0 && { invites: signed.map(({ facts }) => facts) }),
  };
  const hasDocument = subject === 'document' && digests !== undefined && witnessFacts !== undefined;
  const sections = checkEvidence(evidence, context).sections.flatMap(({ key, checks }) => {
    const at = /^invites\[(\d+)\]$/.exec(key)?.[1];
    const ids = [
      ...(key === 'document' && hasDocument ? (['file.hash'] as const) : []),
      ...(key === 'witness' ? ofWitness : []),
      ...(at === undefined ? [] : ofInvite),
      ...(at !== undefined && hasDocument ? ofSignedDocument : []),
    ];
    const settled = checks.filter((check) => ids.includes(check.id) && isSettled(check, digests, context));
    const place = at === undefined ? key : `invites[${signed[Number(at)]?.at ?? at}]`;
    return settled.length > 0 ? [{ key: place, checks: settled }] : [];
  });
  return { state: 'settled-so-far', sections };
}

/** What is open now may be decided by what comes; so may a leaf that is made from the document's bytes. */
function isSettled(
  { id, status, recipe }: Check,
  digests: DocumentDigests | undefined,
  context: Context,
): boolean {
  if (status !== 'PASSED' && status !== 'FAILED') return false;
  const fromDocument = [recipe, context.recipe].some((one) => one?.startsWith('rfc6962/'));
  return id !== 'merkleized.root' || digests !== undefined || !fromDocument;
}
