import { describe, expect, it } from 'vitest';
import type { InviteFacts } from '../evidence/facts.ts';
import { anchor, authorityExtensions, issue, issueCrlDer } from '../pki/testing/authority.ts';
import { sameKey, type PublicKey } from '../pki/certificate/public-key.ts';
import { keyFromFields, stampSurroundings } from './stamp-context.ts';
import { authority, context, pem, root, signer } from '../testing/case-material.ts';
import { hex } from '../testing/trees.ts';

const { key } = signer('Ana').certificate.publicKey;
if (key.kind !== 'rsa') throw new Error('an RSA key');
const fields = { modulus: hex(key.modulus), exponent: hex(key.exponent) };
const keys = (invites: readonly InviteFacts[], signers: readonly object[] = []): readonly PublicKey[] =>
  stampSurroundings({ invites, signers }, context).signingKeys ?? [];

describe('whose keys date nothing', () => {
  it('the key of a signer by the certificate, and by the fields that are reported beside it', () => {
    for (const certificate of [{ pem: pem(signer('Ana')) }, fields, { pem: 'no certificate', ...fields }]) {
      const found = keys([{ certificate }]);
      expect([found.length, found.every((one) => sameKey(one, key))]).toEqual([1, true]);
    }
    expect(keys([{ certificate: { pem: pem(signer('Ana')), ...fields } }])).toHaveLength(2);
    expect(keys([{ certificate: fields }])[0]).toMatchObject({ kind: 'rsa', bits: 2048 });
    expect(keys([{}, { certificate: {} }])).toEqual([]);
  });

  it('of every signer, and of those who are reported elsewhere', () => {
    const two = [
      { certificate: { pem: pem(signer('Ana')) } },
      { certificate: { pem: pem(signer('Berta')) } },
    ];
    expect(keys(two)).toHaveLength(2);
    expect(keys(two, [fields])).toHaveLength(3);
    expect(keys([], [{ pem: pem(signer('Berta')) }])).toHaveLength(1);
    // A second call for the same invites returns the same keys.
    expect(keys(two)).toEqual(keys(two));
    expect(stampSurroundings({}, context).signingKeys).toEqual([]);
  });

  it('modulus and exponent in either place, with an odd number of digits or not hex at all', () => {
    const swapped = keyFromFields({ modulus: fields.exponent, exponent: fields.modulus });
    expect(swapped).toEqual(keyFromFields(fields));
    expect(keyFromFields({ ...fields, exponent: '10001' })?.exponent).toEqual(Uint8Array.of(1, 0, 1));
    expect(keyFromFields({ ...fields, exponent: 'zz' })).toBeUndefined();
    expect(keyFromFields({ modulus: fields.modulus })).toBeUndefined();
    expect(keyFromFields({ exponent: '03' })).toBeUndefined();
    expect(keyFromFields(undefined)).toBeUndefined();
  });
});

describe('what a time-stamp is checked with', () => {
  it('anchors of signers are at hand to name a path, and vouch for nothing', () => {
    const other = issue({ subject: 'CN=Other', extensions: authorityExtensions() });
    const [stamping, signing, both] = [anchor(root, 'stamping'), anchor(authority, 'signing'), anchor(other)];
    const around = stampSurroundings({}, { ...context, anchors: [stamping, signing, both] });
    expect(around.otherAnchors).toEqual([signing]);
    expect(around.trust?.at(-1)?.anchors).toEqual([stamping, both]);
  });

  it('certificates, an OCSP response and the pinned lists that can be read', () => {
    const list = issueCrlDer({ issuer: authority });
    const around = stampSurroundings(
      { certificates: [pem(authority), 'no certificate'], ocspResponse: 'MAA=' },
      { ...context, revocationLists: [list, 'no list'] },
    );
    expect(around.others?.map(({ fingerprint }) => fingerprint)).toEqual([authority.certificate.fingerprint]);
    expect(around.responses).toEqual(['MAA=']);
    // One list for all time-stamps of the evidence, or it would be read again for each of them.
    const responses = ['MAA=', 'MAB='];
    expect(stampSurroundings({ responses }, context).commonResponses).toBe(responses);
    expect(around.crls).toHaveLength(1);
    expect(around).toMatchObject({ now: context.now, policy: context.policy });
    expect(stampSurroundings({}, context)).toMatchObject({ others: [], responses: [], crls: [] });
  });
});
