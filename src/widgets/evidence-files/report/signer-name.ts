/** What a signer is called: by the certificate, and else by the service, said as such. */
import { ProofError } from '#proofs/errors.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { readCertificateInput } from '#proofs/pki/certificate/certificate.ts';
import { attributeTexts, nameText } from '#proofs/pki/certificate/names.ts';
import { oid } from '#proofs/pki/der/oids.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { m } from '#i18n/messages.ts';

/** The name in the certificate; the one that the service tells, said as such, where there is no readable one. */
export function signerName({ invites }: Evidence, at: number): string {
  const invite = invites?.[at];
  const inside = certificateIn(invite?.certificate?.pem);
  const [common] = inside ? attributeTexts(inside.certificate.subject, oid.commonName) : [];
  if (common) return shown(common);
  const name = invite?.subject?.commonName;
  return name === undefined ? '—' : m.evidence_name_as_reported({ name: shown(name) });
}

/** Undefined: none is there, or what is there cannot be read. */
export function certificateIn(pem: string | undefined) {
  if (pem === undefined) return undefined;
  try {
    const certificate = readCertificateInput(pem);
    return {
      subject: nameText(certificate.subject),
      issuer: nameText(certificate.issuer),
      certificate,
    };
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
