/**
 * `signature.form`, `signature.rsa`, `signature.document`, `signature.witness`: what an invite's signature is, by
 * which key it was made, over which document, and whether its own witness is of this signature.
 */
import { equalBytes, readHex, readHexOf, toHex } from '../encoding/bytes.ts';
import type { Check, Reason } from '../check.ts';
import { unreadable } from '../errors.ts';
import type { WitnessFacts } from '../evidence/facts.ts';
import { sha256 } from '../encoding/hash.ts';
import {
  computedHex,
  type Computed,
  failed,
  indeterminate,
  runRule,
  notApplicable,
  passed,
  type Finding,
} from '../verdict/finding.ts';
import type { Policy } from '../policy/policy.ts';
import { verifyRsaPkcs1v15, type RsaBounds, type RsaPublicKey, type RsaResult } from './rsa.ts';

/** Bytes of a signature by the longest key that is read, 16384 bits, and some to say that it is too long. */
const maxSignatureBytes = 2100;

export interface SignatureInput {
  /** Hex; absent: the invite is not signed. */
  readonly signature: string | undefined;
  /** Absent: no certificate or key at hand; `other`: a key that is not RSA. */
  readonly key: RsaPublicKey | 'other' | undefined;
  /** SHA-256 of the signed document, 32 bytes of hex. */
  readonly digest: string | undefined;
}

/** Exactly as long as the modulus, and between 0 and it. */
export function checkSignatureForm(policy: Policy, input: SignatureInput): Check {
  // Length and range are checked before the digest, so any digest serves for a document that is not at hand.
  const digest = input.digest ?? '00'.repeat(32);
  return runRule(policy, 'signature.form', () =>
    withResult(policy, { ...input, digest }, (result) => {
      if (!result.valid && result.reason === 'form') return failed('FORMAT_FAILURE', { rule: result.rule });
      if (!result.valid && result.reason === 'key') return keyRefused(result.rule);
      return passed();
    }),
  );
}

/** s^e mod n is the encoding of the document's digest (RFC 8017 §8.2.2). */
export function checkSignatureRsa(policy: Policy, input: SignatureInput): Check {
  return runRule(policy, 'signature.rsa', () =>
    withResult(policy, input, (result, digest) => {
      const expected = toHex(digest);
      if (result.valid) {
        const steps = [{ kind: 'modexp', values: { encoded: toHex(result.encoded), digest: expected } }];
        return passed({ expected, computed: digestIn(result), steps, warnings: result.warnings });
      }
      if (result.reason === 'key') return keyRefused(result.rule);
      return failed('SIG_CRYPTO_FAILURE', { rule: result.rule }, { expected });
    }),
  );
}

/** EMSA-PKCS1-v1_5 ends with the digest (RFC 8017 §9.2): what the key turned the signature into. */
function digestIn({ encoded }: Extract<RsaResult, { valid: true }>): Computed {
  return computedHex(encoded.subarray(-32));
}

/** A key that breaks a rule of the policy checks nothing: the signature is neither good nor bad by it. */
function keyRefused(rule: string): Finding {
  return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', { code: 'check_elsewhere' }, { rule });
}

function withResult(
  policy: Policy,
  { signature, key, digest }: SignatureInput,
  conclude: (result: RsaResult, digest: Uint8Array) => Finding,
): Finding {
  if (signature === undefined) return notApplicable;
  const bytes = readHex(signature, 'signature', maxSignatureBytes);
  if (key === undefined) return indeterminate('NO_SIGNING_CERTIFICATE_FOUND', { code: 'get_certificate' });
  if (key === 'other')
    return indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what: 'a key that is not RSA' });
  if (digest === undefined) return indeterminate('SIGNED_DATA_NOT_FOUND', { code: 'give_the_document' });
  const hash = readHexOf(digest, 32, 'hash');
  return conclude(verifyRsaPkcs1v15(key, 'SHA-256', hash, bytes, rsaBoundsOf(policy)), hash);
}

function rsaBoundsOf({ algorithms }: Policy): RsaBounds {
  return { minBits: algorithms.minRsaBits, maxBits: algorithms.maxRsaBits };
}

/** The document that a signature is held to. */
export type SignedDocument =
  /** SHA-256, hex. */
  | { readonly digest: string }
  /** The signatures of one request are over these different documents. */
  | { readonly digests: readonly string[] };

/**
 * What the key signed is the document of this case: the digest that the key makes of the signature is compared, never
 * what is reported of it.
 * @param document undefined: nothing says which document the case is about
 * @param reported digest of the document that the invite reports for its own request
 */
export function checkSignatureDocument(
  policy: Policy,
  { signature, key }: Pick<SignatureInput, 'signature' | 'key'>,
  document: SignedDocument | undefined,
  reported: string | undefined,
): Check {
  return runRule(policy, 'signature.document', () => {
    if (signature === undefined) return notApplicable;
    if (document === undefined) return { ...notApplicable, next: { code: 'give_the_document' } };
    const documentDigests = 'digest' in document ? [document.digest] : document.digests;
    const digests = documentDigests.map((one) => toHex(readHexOf(one, 32, 'hash')));
    const reportedHash = reported === undefined ? undefined : toHex(readHexOf(reported, 32, 'documentHash'));
    const signed = signedDigest(policy, { signature, key }, [
      ...digests,
      ...(reportedHash === undefined ? [] : [reportedHash]),
    ]);
    if (signed.computed === undefined) return signed.finding;
    const { computed } = signed;
    if ('digests' in document) {
      return failed(
        'HASH_FAILURE',
        { documents: digests.length, rule: 'every signature is over one document' },
        { computed },
      );
    }
    const [expected = ''] = digests;
    if (computed !== expected) return failed('HASH_FAILURE', { of: 'document' }, { expected, computed });
    if (reportedHash === undefined || reportedHash === expected) return passed({ expected, computed });
    // The service reports another document for the request than the one that was signed.
    const warnings: Reason[] = [
      { code: 'X_SERVER_CONTRADICTION', detail: { field: 'documentHash', reported: reportedHash } },
    ];
    return passed({ expected, computed, warnings });
  });
}

/** Which of these digests the key signed. */
function signedDigest(
  policy: Policy,
  input: Pick<SignatureInput, 'signature' | 'key'>,
  candidates: readonly string[],
): { readonly computed: Computed } | { readonly computed: undefined; readonly finding: Finding } {
  let open: Finding = indeterminate('SIGNED_DATA_NOT_FOUND', { code: 'give_the_document' });
  for (const digest of new Set(candidates)) {
    let computed: Computed | undefined;
    const finding = withResult(policy, { ...input, digest }, (result) => {
      if (result.valid) computed = digestIn(result);
      return open;
    });
    if (computed !== undefined) return { computed };
    open = finding;
  }
  return { computed: undefined, finding: open };
}

/** The witness beside a signature is of SHA-256 of the signature's bytes. */
export function checkSignatureWitness(
  policy: Policy,
  signature: string | undefined,
  witness: WitnessedHash | undefined,
): Check {
  return runRule(policy, 'signature.witness', () => {
    if (signature === undefined || witness === undefined) return notApplicable;
    const bytes = readHex(signature, 'signature', maxSignatureBytes);
    if (bytes.length === 0) throw unreadable('signature', 'at least one byte');
    return comparedHash(sha256(bytes), witness, 'signature');
  });
}

/** The one of these signatures that has the hash; what cannot be read has none. */
export function signatureWithHash(
  hash: string,
  signed: readonly { readonly signature?: string }[],
): string | undefined {
  const bare = hash.toLowerCase().replace(/^0x/, '');
  return signed.find(
    ({ signature }) =>
      signature !== undefined &&
      /^(?:0x)?(?:[0-9a-f]{2}){1,2100}$/i.test(signature) &&
      toHex(sha256(readHex(signature, 'signature', maxSignatureBytes))) === bare,
  )?.signature;
}

/** `file.hash`: the bytes of the file hash to what was witnessed. */
export function checkFileHash(
  policy: Policy,
  digest: string | undefined,
  witness: WitnessedHash | undefined,
): Check {
  return runRule(policy, 'file.hash', () => {
    if (digest === undefined || witness === undefined) {
      return { ...notApplicable, next: { code: 'give_the_document' } };
    }
    const computed = readHexOf(digest, 32, 'document');
    const evidence = [{ kind: 'document', sha256: toHex(computed), origin: 'file' }];
    return { ...comparedHash(computed, witness, 'document'), evidence };
  });
}

/** What a witness says it is of. */
export type WitnessedHash = Pick<WitnessFacts, 'hash' | 'algorithm'>;

function comparedHash(computed: Uint8Array, witness: WitnessedHash, of: string): Finding {
  const other = otherAlgorithm(witness);
  if (other !== undefined) return other;
  const expected = readHexOf(witness.hash, 32, 'witness.hash');
  const more = { expected: toHex(expected), computed: computedHex(computed) };
  return equalBytes(computed, expected) ? passed(more) : failed('HASH_FAILURE', { of }, more);
}

/** A hash by another algorithm than SHA-256 is not supported here; nothing reported means SHA-256, as the interface has it. */
export function otherAlgorithm({ algorithm }: Pick<WitnessFacts, 'algorithm'>): Finding | undefined {
  if (algorithm === undefined || /^SHA-?256$/i.test(algorithm)) return undefined;
  return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', { code: 'check_elsewhere' }, { what: algorithm });
}
