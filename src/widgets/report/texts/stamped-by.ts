import type { StampAuthority } from '#proofs/pki/timestamp/stamp-authority.ts';
import { m } from '#i18n/messages.ts';

/** Who made the time-stamp that proves a time: the signer and the certificate that it reaches. */
export function stampedByWords({ signer, anchor }: StampAuthority): string {
  return m.verdicts_stamped_by({ signer: named(signer), anchor: named(anchor) });
}

/** The same by the signer's own name, where the whole stands nearby. */
export const stampedByShortly = ({ signer }: StampAuthority): string =>
  m.verdicts_stamped_by_shortly({ signer: signer.commonName });

function named({ commonName, organization }: StampAuthority['signer']): string {
  return organization === undefined
    ? commonName
    : m.verdicts_stamped_by_name({ name: commonName, organization });
}
