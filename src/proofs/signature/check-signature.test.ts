import { describe, expect, it } from 'vitest';
import {
  checkFileHash,
  checkSignatureDocument,
  checkSignatureForm,
  checkSignatureRsa,
  checkSignatureWitness,
  type SignatureInput,
  type SignedDocument,
} from './check-signature.ts';
import { standard, vectors } from '../policy/policy.ts';
import { documentHash, inviteOf, signer } from '../testing/case-material.ts';
import { flipHex } from '../testing/mutate.ts';

const invite = inviteOf('Ana');
const { key } = signer('Ana').certificate.publicKey;
if (key.kind !== 'rsa') throw new Error('an RSA key');
const good = { signature: invite.signature, key, digest: documentHash };
const code = (check: { status: string; reason?: { code: string } }) =>
  `${check.status} ${check.reason?.code ?? ''}`.trim();

describe('signature.form and signature.rsa', () => {
  it('a signature over the digest passes both, and shows the encoding', () => {
    expect(checkSignatureForm(standard, good).status).toBe('PASSED');
    const rsa = checkSignatureRsa(standard, good);
    expect(rsa).toMatchObject({
      status: 'PASSED',
      basis: 'RECOMPUTED',
      expected: documentHash,
      computed: documentHash,
    });
    expect(rsa.steps![0]!.values.encoded).toMatch(
      new RegExp(`^0001(ff)+003031300d060960864801650304020105000420${documentHash}$`),
    );
  });

  it('the form is known without the document; what was signed is not', () => {
    const { digest: _, ...rest } = good;
    expect(code(checkSignatureForm(standard, { ...rest, digest: undefined }))).toBe('PASSED');
    expect(code(checkSignatureForm(standard, { ...rest, digest: undefined, signature: 'ab' }))).toBe(
      'FAILED FORMAT_FAILURE',
    );
    expect(code(checkSignatureRsa(standard, { ...rest, digest: undefined }))).toBe(
      'INDETERMINATE SIGNED_DATA_NOT_FOUND',
    );
  });

  it('what is missing, unreadable or of another kind leaves both open', () => {
    for (const check of [checkSignatureForm, checkSignatureRsa]) {
      expect(code(check(standard, { ...good, signature: undefined }))).toBe('NOT_APPLICABLE');
      expect(code(check(standard, { ...good, key: undefined }))).toBe(
        'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND',
      );
      expect(code(check(standard, { ...good, key: 'other' }))).toBe('INDETERMINATE X_UNSUPPORTED');
      expect(code(check(standard, { ...good, signature: 'zz' }))).toBe('INDETERMINATE X_UNREADABLE');
      expect(code(check(standard, { ...good, digest: 'zz' }))).toBe('INDETERMINATE X_UNREADABLE');
      expect(code(check(standard, { ...good, signature: '00'.repeat(2101) }))).toBe(
        'INDETERMINATE X_TOO_LARGE',
      );
      const short = { modulus: key.modulus.slice(0, 128), exponent: key.exponent };
      expect(code(check(standard, { ...good, key: short }))).toBe('INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE');
    }
  });

  it('the policy says how long a key must be', () => {
    const odd = key.modulus.slice(0, 128);
    odd[127] = odd[127]! | 1;
    const short = { ...good, key: { modulus: odd, exponent: key.exponent }, signature: '01'.repeat(128) };
    expect(code(checkSignatureRsa(standard, short))).toBe('INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE');
    expect(code(checkSignatureRsa(vectors, short))).toBe('FAILED SIG_CRYPTO_FAILURE');
  });

  it('one flipped bit of signature or digest is FAILED', () => {
    for (const byte of [1, 100, 255]) {
      expect(code(checkSignatureRsa(standard, { ...good, signature: flipHex(good.signature!, byte) }))).toBe(
        'FAILED SIG_CRYPTO_FAILURE',
      );
    }
    for (let byte = 0; byte < 32; byte++) {
      expect(code(checkSignatureRsa(standard, { ...good, digest: flipHex(documentHash, byte) }))).toBe(
        'FAILED SIG_CRYPTO_FAILURE',
      );
    }
  });
});

describe('what a signature belongs to', () => {
  const of = (change: Partial<SignatureInput>, document?: SignedDocument, reported?: string) =>
    checkSignatureDocument(standard, { ...good, ...change }, document, reported);
  const other = flipHex(documentHash);
  const both = { expected: documentHash, computed: documentHash };

  it('signature.document: what the key signed is the document of the case', () => {
    expect(of({}, { digest: documentHash })).toMatchObject({ status: 'PASSED', ...both });
    expect(of({}, { digest: documentHash }, '0x' + documentHash.toUpperCase())).toMatchObject({
      status: 'PASSED',
      ...both,
    });
    expect(of({}, { digest: other }, documentHash)).toMatchObject({
      status: 'FAILED',
      basis: 'RECOMPUTED',
      reason: { code: 'HASH_FAILURE' },
      expected: other.replace('0x', ''),
      computed: documentHash,
    });
    // The service reports another document for the request than the one that was signed.
    expect(of({}, { digest: documentHash }, other)).toMatchObject({
      status: 'PASSED',
      ...both,
      warnings: [{ code: 'X_SERVER_CONTRADICTION' }],
    });
  });

  it('signature.document passes by nothing but the key: without one, or over other bytes, it stays open', () => {
    const open = [
      of({ key: undefined }, { digest: documentHash }, documentHash),
      of({ key: 'other' }, { digest: documentHash }, documentHash),
      of({ signature: flipHex(good.signature!, 9) }, { digest: documentHash }, documentHash),
      of({}, { digest: other }, other),
    ];
    expect(open.map(code)).toEqual([
      'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND',
      'INDETERMINATE X_UNSUPPORTED',
      'INDETERMINATE SIGNED_DATA_NOT_FOUND',
      'INDETERMINATE SIGNED_DATA_NOT_FOUND',
    ]);
    for (const one of open) expect(one).not.toHaveProperty('computed');
  });

  it('signature.document: signatures of one request over different documents', () => {
    expect(of({}, { digests: [documentHash, other] }, documentHash)).toMatchObject({
      status: 'FAILED',
      reason: { code: 'HASH_FAILURE' },
      computed: documentHash,
    });
  });

  it('signature.document: nothing to compare, and what cannot be read', () => {
    expect(of({}, undefined, documentHash)).toMatchObject({
      status: 'NOT_APPLICABLE',
      next: { code: 'give_the_document' },
    });
    expect(code(of({ signature: undefined }, { digest: documentHash }))).toBe('NOT_APPLICABLE');
    expect(code(of({}, { digest: 'zz' }))).toBe('INDETERMINATE X_UNREADABLE');
    expect(code(of({}, { digest: documentHash }, 'zz'))).toBe('INDETERMINATE X_UNREADABLE');
  });

  it('signature.witness: SHA-256 of the bytes of the signature', () => {
    const of = (signature: string | undefined, hash: string | undefined) =>
      checkSignatureWitness(standard, signature, hash === undefined ? undefined : { hash });
    const { hash } = invite.witness!;
    expect(code(of(invite.signature, hash))).toBe('PASSED');
    expect(code(of(invite.signature!.toUpperCase(), '0x' + hash))).toBe('PASSED');
    for (let byte = 0; byte < 32; byte++)
      expect(code(of(invite.signature, flipHex(hash, byte)))).toBe('FAILED HASH_FAILURE');
    expect(code(of(flipHex(invite.signature!, 3), hash))).toBe('FAILED HASH_FAILURE');
    expect(code(of(undefined, hash))).toBe('NOT_APPLICABLE');
    expect(code(of(invite.signature, undefined))).toBe('NOT_APPLICABLE');
    expect(code(of('', hash))).toBe('INDETERMINATE X_UNREADABLE');
    expect(code(of(invite.signature, 'zz'))).toBe('INDETERMINATE X_UNREADABLE');
    expect(code(checkSignatureWitness(standard, invite.signature, { hash, algorithm: 'SHA512' }))).toBe(
      'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE',
    );
    expect(code(checkSignatureWitness(standard, invite.signature, { hash, algorithm: 'SHA256' }))).toBe(
      'PASSED',
    );
  });

  it('file.hash: the digest of the bytes at hand', () => {
    expect(checkFileHash(standard, documentHash, { hash: documentHash })).toMatchObject({
      status: 'PASSED',
      evidence: [{ kind: 'document', sha256: documentHash, origin: 'file' }],
    });
    for (let byte = 0; byte < 32; byte++) {
      expect(code(checkFileHash(standard, flipHex(documentHash, byte), { hash: documentHash }))).toBe(
        'FAILED HASH_FAILURE',
      );
    }
    expect(code(checkFileHash(standard, undefined, { hash: documentHash }))).toBe('NOT_APPLICABLE');
    expect(code(checkFileHash(standard, documentHash, undefined))).toBe('NOT_APPLICABLE');
    expect(code(checkFileHash(standard, documentHash, { hash: 'zz' }))).toBe('INDETERMINATE X_UNREADABLE');
  });
});

describe('what the checks of a signature tell', () => {
  const rest = { ...good, digest: undefined };

  it('without certificate, document or RSA key: what to get', () => {
    const stated = (input: Parameters<typeof checkSignatureRsa>[1]) => {
      const { status, reason, next } = checkSignatureRsa(standard, input);
      return [status, reason, next];
    };
    expect(stated({ ...good, key: undefined })).toEqual([
      'INDETERMINATE',
      { code: 'NO_SIGNING_CERTIFICATE_FOUND' },
      { code: 'get_certificate' },
    ]);
    expect(stated({ ...good, key: 'other' })).toEqual([
      'INDETERMINATE',
      { code: 'X_UNSUPPORTED', detail: { what: 'a key that is not RSA' } },
      { code: 'check_elsewhere' },
    ]);
    expect(stated(rest)).toEqual([
      'INDETERMINATE',
      { code: 'SIGNED_DATA_NOT_FOUND' },
      { code: 'give_the_document' },
    ]);
    const narrow = { ...standard, algorithms: { ...standard.algorithms, minRsaBits: 4096 } };
    for (const check of [checkSignatureRsa(narrow, good), checkSignatureForm(narrow, good)])
      expect(check).toMatchObject({
        status: 'INDETERMINATE',
        reason: { code: 'CRYPTO_CONSTRAINTS_FAILURE', detail: { rule: expect.any(String) as string } },
        next: { code: 'check_elsewhere' },
      });
  });

  it('which rule is broken, and what was expected', () => {
    expect(checkSignatureForm(standard, { ...good, signature: 'ab' }).reason).toEqual({
      code: 'FORMAT_FAILURE',
      detail: { rule: expect.any(String) as string },
    });
    expect(checkSignatureRsa(standard, { ...good, digest: flipHex(documentHash) })).toMatchObject({
      status: 'FAILED',
      reason: { code: 'SIG_CRYPTO_FAILURE', detail: { rule: expect.any(String) as string } },
      expected: flipHex(documentHash).replace('0x', ''),
    });
    const other = flipHex(documentHash).replace('0x', '');
    const witnessed = invite.witness!.hash;
    expect(checkSignatureWitness(standard, invite.signature, { hash: witnessed })).toMatchObject({
      expected: witnessed,
      computed: witnessed,
    });
    expect(checkSignatureWitness(standard, invite.signature, { hash: other })).toMatchObject({
      reason: { code: 'HASH_FAILURE', detail: { of: 'signature' } },
      expected: other,
      computed: witnessed,
    });
    expect(checkFileHash(standard, other, { hash: documentHash })).toMatchObject({
      reason: { code: 'HASH_FAILURE', detail: { of: 'document' } },
      expected: documentHash,
      computed: other,
      evidence: [{ kind: 'document', sha256: other, origin: 'file' }],
    });
  });
});
