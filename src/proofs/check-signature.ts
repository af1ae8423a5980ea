/**
 * `signature.form`, `signature.rsa`, `signature.document`, `signature.witness`: what an invite's signature is, by
 * which key it was made, over which document, and whether its own witness is of this signature.
 */
import { equalBytes, readHex, readHexOf, toHex } from './bytes.ts';
import type { Check } from './check.ts';
import { unreadable } from './errors.ts';
import { sha256 } from './hash.ts';
import { failed, indeterminate, judge, notApplicable, passed, type Finding } from './judgement.ts';
import type { Policy } from './policy.ts';
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
  // Length and range are asked before the digest is, so any digest answers for a document that is not at hand.
  const digest = input.digest ?? '00'.repeat(32);
  return judge(policy, 'signature.form', () =>
    withResult(policy, { ...input, digest }, (result) => {
      if (!result.valid && result.fault === 'form') return failed('FORMAT_FAILURE', { rule: result.rule });
      if (!result.valid && result.fault === 'key') return keyRefused(result.rule);
      return passed();
    }),
  );
}

/** s^e mod n is the encoding of the document's digest (RFC 8017 §8.2.2). */
export function checkSignatureRsa(policy: Policy, input: SignatureInput): Check {
  return judge(policy, 'signature.rsa', () =>
    withResult(policy, input, (result, digest) => {
      const expected = toHex(digest);
      if (result.valid) {
        const steps = [{ kind: 'modexp', values: { encoded: toHex(result.encoded), digest: expected } }];
        return passed({ expected, computed: expected, steps, warnings: result.warnings });
      }
      if (result.fault === 'key') return keyRefused(result.rule);
      return failed('SIG_CRYPTO_FAILURE', { rule: result.rule }, { expected });
    }),
  );
}

/** A key that breaks a rule of the policy judges nothing: the signature is neither good nor bad by it. */
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

/**
 * What the key signed is the document of this case.
 * @param reference digest of the case's document: of its bytes, or its witness hash
 * @param told what the invite tells of its own request's document
 */
export function checkSignatureDocument(
  policy: Policy,
  signature: string | undefined,
  reference: string | undefined,
  told: string | undefined,
): Check {
  return judge(policy, 'signature.document', () => {
    if (signature === undefined) return notApplicable;
    if (reference === undefined) return { ...notApplicable, next: { code: 'give_the_document' } };
    const expected = toHex(readHexOf(reference, 32, 'hash'));
    // `signature.rsa` is judged over the reference: with nothing told beside it, that is the whole answer.
    if (told === undefined) return passed({ expected, computed: expected });
    const computed = toHex(readHexOf(told, 32, 'documentHash'));
    if (computed === expected) return passed({ expected, computed });
    return failed('HASH_FAILURE', { told: computed }, { expected, computed, basis: 'SERVER' });
  });
}

/** The witness beside a signature is of SHA-256 of the signature's bytes. */
export function checkSignatureWitness(
  policy: Policy,
  signature: string | undefined,
  witnessHash: string | undefined,
): Check {
  return judge(policy, 'signature.witness', () => {
    if (signature === undefined || witnessHash === undefined) return notApplicable;
    const bytes = readHex(signature, 'signature', maxSignatureBytes);
    if (bytes.length === 0) throw unreadable('signature', 'at least one byte');
    const computed = sha256(bytes);
    const expected = readHexOf(witnessHash, 32, 'witness.hash');
    const more = { expected: toHex(expected), computed: toHex(computed) };
    return equalBytes(computed, expected) ? passed(more) : failed('HASH_FAILURE', { of: 'signature' }, more);
  });
}

/** `file.hash`: the bytes of the file hash to what was witnessed. */
export function checkFileHash(
  policy: Policy,
  digest: string | undefined,
  witnessHash: string | undefined,
): Check {
  return judge(policy, 'file.hash', () => {
    if (digest === undefined || witnessHash === undefined) {
      return { ...notApplicable, next: { code: 'give_the_document' } };
    }
    const computed = toHex(readHexOf(digest, 32, 'document'));
    const expected = toHex(readHexOf(witnessHash, 32, 'witness.hash'));
    const more = { expected, computed, evidence: [{ kind: 'document', sha256: computed, origin: 'file' }] };
    return computed === expected ? passed(more) : failed('HASH_FAILURE', { of: 'document' }, more);
  });
}
