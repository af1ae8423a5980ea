import { describe, expect, it } from 'vitest';
import { builtInStampTrust, nom151Profile, rfc3161Profile } from '../pki/timestamp/stamp-profiles.ts';
import { anchor, authorityExtensions, issue } from '../pki/testing/authority.ts';
import { readerStampTrust } from './stamp-trust.ts';

const root = issue({ subject: 'CN=Root', extensions: authorityExtensions() });

describe('what a reader trusts for time-stamps', () => {
  it('is the root that is built in, for NOM-151 alone', () => {
    expect(readerStampTrust([])).toEqual(builtInStampTrust());
    expect(readerStampTrust([]).map(({ profile }) => profile)).toEqual([nom151Profile]);
    // Only the Ministry's own root counts for signers whose certificates carry no purpose.
    expect(builtInStampTrust().map(({ anchors }) => anchors.map(({ use }) => use))).toEqual([['stamping']]);
  });

  it.each(['stamping', 'both'] as const)(
    'an anchor pinned for %s counts by RFC 3161 and not by NOM-151',
    (use) => {
      const pinned = anchor(root, use);
      expect(readerStampTrust([pinned])).toEqual([
        ...builtInStampTrust(),
        { profile: rfc3161Profile, anchors: [pinned] },
      ]);
    },
  );

  it('an anchor of signers is none', () => {
    expect(readerStampTrust([anchor(root, 'signing')])).toEqual(builtInStampTrust());
  });
});
