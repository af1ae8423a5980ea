import { describe, expect, test } from 'vitest';
import { stampAuthority } from './stamp-authority.ts';
import { anchor, authorityExtensions, issue, name } from '../testing/authority.ts';

const root = issue({ subject: 'CN=Root, O=Ministry', extensions: authorityExtensions() });
const pinned = { ...anchor(root, 'stamping'), title: 'My ‮root' };

describe('who made a time-stamp', () => {
  test('by the names and digests of its certificate and of the anchor, and the title that the reader gave', () => {
    const signer = issue({ subject: 'CN=TSA, O=Provider', issuer: root });
    const { key, ...shown } = stampAuthority(signer.certificate, pinned);
    expect(shown).toEqual({
      signer: { commonName: 'TSA', organization: 'Provider', sha256: signer.certificate.fingerprint },
      anchor: {
        commonName: 'Root',
        organization: 'Ministry',
        sha256: root.certificate.fingerprint,
        title: String.raw`My \u{202e}root`,
      },
    });
    expect(key).toMatch(/^[0-9a-f]{64}$/);
  });

  test('without a common name the whole name is shown, and no organization where there is none', () => {
    const { signer } = stampAuthority(
      issue({ subject: 'OU=Stamps, C=MX', issuer: root }).certificate,
      pinned,
    );
    expect(signer.commonName).toContain('OU=Stamps');
    expect(signer).not.toHaveProperty('organization');
  });

  test('names from a certificate cannot hide or reorder what stands beside them', () => {
    const hostile = issue({ subject: 'CN=x', subjectName: name('CN=T‮SA, O=a⁦b'), issuer: root });
    const { signer } = stampAuthority(hostile.certificate, pinned);
    expect(signer).toMatchObject({
      commonName: String.raw`T\u{202e}SA`,
      organization: String.raw`a\u{2066}b`,
    });
  });
});
