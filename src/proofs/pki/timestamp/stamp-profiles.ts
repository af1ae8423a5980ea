/**
 * What a time-stamp must be like to count, by provider, as data. RFC 3161 asks for a signer certified for time
 * stamping alone; the signers of Mexican providers of NOM-151 certificates carry no purpose at all, so what stands in
 * for it is the policy of the token together with the root of the Ministry of Economy, which is built in.
 */
import { unreadable } from '../../errors.ts';
import { economiaAcr2Fingerprint, economiaAcr2Pem } from '../anchors/economia-acr2.ts';
import { readCertificateInput } from '../certificate/certificate.ts';
import type { TrustAnchor } from '../path/trust.ts';

export interface StampProfile {
  /** `name/version`, named in reports. */
  readonly id: string;
  /** Token policies that count: OIDs, or arcs that end with a dot; undefined: any. */
  readonly policies: readonly string[] | undefined;
  /**
   * `required`: extendedKeyUsage is critical and timeStamping alone (RFC 3161 §2.3); `may-be-absent`: so where it is
   * there, and a certificate without any extendedKeyUsage counts too.
   */
  readonly purpose: 'required' | 'may-be-absent';
}

/** A profile with the anchors for which it holds. */
export interface StampTrust {
  readonly profile: StampProfile;
  readonly anchors: readonly TrustAnchor[];
}

export const rfc3161Profile: StampProfile = { id: 'rfc3161/1', policies: undefined, purpose: 'required' };

export const nom151Profile: StampProfile = {
  id: 'nom151-economia/1',
  // The arc of the Ministry's digital certification: joint-iso-itu-t country(16) mx(484) 101 10 316.
  policies: ['2.16.484.101.10.316.'],
  purpose: 'may-be-absent',
};

/** The root that is shipped, read from its PEM and held against its fingerprint. */
export function economiaAnchor(): TrustAnchor {
  const certificate = readCertificateInput(economiaAcr2Pem);
  if (certificate.fingerprint !== economiaAcr2Fingerprint) {
    throw unreadable('shipped anchor', `the certificate with SHA-256 ${economiaAcr2Fingerprint}`);
  }
  return { certificate, title: 'Secretaría de Economía, ACR2', use: 'stamping' };
}

/** The default trust anchors for NOM-151 certificates. */
export function builtInStampTrust(): StampTrust[] {
  return [{ profile: nom151Profile, anchors: [economiaAnchor()] }];
}

export function policyCounts(profile: StampProfile, policy: string): boolean {
  const { policies } = profile;
  return (
    policies === undefined ||
    policies.some((one) => (one.endsWith('.') ? policy.startsWith(one) : policy === one))
  );
}
