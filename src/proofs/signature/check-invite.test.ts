import { describe, expect, it } from 'vitest';
import { checkInvite, documentOf } from './check-invite.ts';
import type { InviteFacts } from '../evidence/facts.ts';
import { readInstant } from '../encoding/instant.ts';
import { context, documentHash, inviteOf, provenAt, signer } from '../testing/case-material.ts';
import { flipHex } from '../testing/mutate.ts';
import { hex } from '../testing/trees.ts';

const invite = inviteOf('Ana');
const verdictOf = (change: Partial<InviteFacts> = {}, digest = documentHash) =>
  checkInvite({ ...invite, ...change }, { digest }, {}, context);
const status = (result: ReturnType<typeof verdictOf>, id: string) =>
  result.checks.find((one) => one.id === id)?.status;
const { key } = signer('Ana').certificate.publicKey;
if (key.kind !== 'rsa') throw new Error('an RSA key');
const [modulus, exponent] = [hex(key.modulus), hex(key.exponent)];
const rsaWith = (certificate: NonNullable<InviteFacts['certificate']>) =>
  status(verdictOf({ certificate }), 'signature.rsa');

describe('the document that the signatures of a request are over', () => {
  const signed = (hash?: string): InviteFacts => ({ signature: '00', ...(hash && { documentHash: hash }) });

  it('is the one of the case, where there is one', () => {
    expect(documentOf('ab', [signed('cd'), signed('ef')])).toEqual({ digest: 'ab' });
    expect(documentOf('ab', [])).toEqual({ digest: 'ab' });
  });

  it('else the one that they have in common, however it is written', () => {
    expect(documentOf(undefined, [signed('0xAB'), signed('ab')])).toEqual({ digest: 'ab' });
    expect(documentOf(undefined, [signed('0xAB'), signed('cd'), signed()])).toEqual({
      digests: ['ab', 'cd'],
    });
    expect(documentOf(undefined, [signed(), signed('ab')])).toEqual({ digest: 'ab' });
  });

  it('and not known from one signature, from none that tells it, or from those that are not there', () => {
    expect(documentOf(undefined, [signed('ab')])).toBeUndefined();
    expect(documentOf(undefined, [signed('ab'), { documentHash: 'ab' }])).toBeUndefined();
    expect(documentOf(undefined, [signed(), signed()])).toBeUndefined();
  });
});

describe('one signature', () => {
  it('has the time that its own witness proves, and only if that is a witness of it', () => {
    const result = verdictOf();
    expect(result).toMatchObject({ isSigned: true, provenTime: readInstant(provenAt, 'at'), revoked: false });
    expect(result.verdict.conclusion).toBe('TOTAL_PASSED');
    expect(result.witness?.provenTime).toBe(result.provenTime);
    const other = verdictOf({ witness: { ...invite.witness!, hash: flipHex(invite.witness!.hash) } });
    expect(other).not.toHaveProperty('provenTime');
    expect(other.witness).toBeDefined();
    const { witness: _, ...unwitnessed } = invite;
    const bare = checkInvite(unwitnessed, { digest: documentHash }, {}, context);
    expect(bare).not.toHaveProperty('witness');
    expect(bare).not.toHaveProperty('provenTime');
    expect(status(bare, 'ocsp.time')).toBe('INDETERMINATE');
  });

  it('that was not given is no failure', () => {
    const { signature: _s, witness: _w, signedAt: _t, ocspResponse: _o, ...pending } = invite;
    const result = checkInvite({ ...pending, status: 'PENDING' }, { digest: documentHash }, {}, context);
    expect(result).toMatchObject({ isSigned: false, verdict: { conclusion: 'INDETERMINATE' } });
    expect(result).not.toHaveProperty('revoked');
  });

  it.each([
    { status: 'SIGNED' },
    { status: 'WITNESSED' },
    { status: ' signed' },
    { signedAt: provenAt },
    { ocspResponse: invite.ocspResponse! },
    { status: 'PENDING', witness: invite.witness! },
  ])('that is reported as given (%j) and absent leaves the request open', (reported) => {
    const { signature: _s, witness: _w, signedAt: _t, status: _u, ocspResponse: _o, ...absent } = invite;
    const result = checkInvite({ ...absent, ...reported }, { digest: documentHash }, {}, context);
    expect(result).toMatchObject({
      isSigned: true,
      verdict: { conclusion: 'INDETERMINATE', subIndication: 'X_EVIDENCE_ABSENT' },
    });
  });

  it('of an invite that is known by its id alone is not called unsigned: it counts and stays open', () => {
    for (const reported of [{ id: 'a' }, {}, { id: 'a', subject: invite.subject! }]) {
      const result = checkInvite(reported, { digest: documentHash }, {}, context);
      expect(result).toMatchObject({
        isSigned: true,
        verdict: { conclusion: 'INDETERMINATE', subIndication: 'X_EVIDENCE_ABSENT' },
      });
    }
    // As the dashboard has it: anything beside whom it is for says that the invite itself came.
    for (const reported of [
      { status: 'PENDING' },
      { createdAt: provenAt },
      { id: 'a', updatedAt: provenAt, subject: invite.subject! },
      { rejectedAt: provenAt },
      { certificate: invite.certificate! },
    ])
      expect(checkInvite(reported, { digest: documentHash }, {}, context).isSigned).toBe(false);
  });

  it('is over the document of the case, else over the one that its request tells', () => {
    expect(status(verdictOf(), 'signature.rsa')).toBe('PASSED');
    expect(status(verdictOf({}, flipHex(documentHash)), 'signature.rsa')).toBe('FAILED');
    const stated = checkInvite({ ...invite, documentHash }, undefined, {}, context);
    expect(status(stated, 'signature.rsa')).toBe('PASSED');
    expect(status(checkInvite(invite, undefined, {}, context), 'signature.rsa')).toBe('INDETERMINATE');
  });

  it('holds by the key that is reported where there is no certificate, whichever way round and however padded', () => {
    expect(rsaWith({ modulus, exponent })).toBe('PASSED');
    expect(rsaWith({ modulus: exponent, exponent: modulus })).toBe('PASSED');
    expect(rsaWith({ modulus, exponent: '10001' })).toBe('PASSED');
    expect(rsaWith({ modulus: flipHex(modulus, 9), exponent })).not.toBe('PASSED');
    for (const none of [
      { modulus },
      { exponent },
      { modulus: 'zz', exponent },
      { modulus: 'ab'.repeat(2101), exponent },
    ])
      expect(rsaWith(none)).toBe('INDETERMINATE');
  });
});
