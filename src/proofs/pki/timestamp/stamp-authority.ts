/** The authority of a time-stamp, which is shown beside every time that the time-stamp proves. */
import { shown } from '../../encoding/visible-text.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { attributeTexts, nameText, type Name } from '../certificate/names.ts';
import { oid } from '../der/oids.ts';
import { keyDigest } from '../certificate/public-key.ts';
import type { TrustAnchor } from '../path/trust.ts';

/** A certificate by its names; texts are safe to show. */
interface NamedCertificate {
  /** Common name; without one, the whole name. */
  readonly commonName: string;
  readonly organization?: string;
  /** SHA-256 of the certificate, 64 hex digits. */
  readonly sha256: string;
}

export interface StampAuthority {
  readonly signer: NamedCertificate;
  /** The pinned certificate that its path reaches, and the name under which the reader knows it. */
  readonly anchor: NamedCertificate & { readonly title: string };
  /** Digest of the signer's public key: one authority under two certificates is one. */
  readonly key: string;
}

export function stampAuthority(signer: Certificate, anchor: TrustAnchor): StampAuthority {
  return {
    signer: named(signer),
    anchor: { ...named(anchor.certificate), title: shown(anchor.title) },
    key: keyDigest(signer.publicKey),
  };
}

function named({ subject, fingerprint }: Certificate): NamedCertificate {
  const first = (type: string): string | undefined => firstShown(subject, type);
  const organization = first(oid.organization);
  return {
    commonName: first(oid.commonName) ?? nameText(subject),
    ...(organization !== undefined && { organization }),
    sha256: fingerprint,
  };
}

function firstShown(name: Name, type: string): string | undefined {
  const [text] = attributeTexts(name, type);
  return text === undefined ? undefined : shown(text);
}
