import { ProofError } from '#proofs/errors.ts';
import {
  certificateFacts,
  readCertificatesInput,
  type CertificateFacts,
} from '#proofs/pki/certificate/certificate.ts';
import { nameText } from '#proofs/pki/certificate/names.ts';
import { economiaAnchor } from '#proofs/pki/timestamp/stamp-profiles.ts';
import type { PinnedAnchor } from '../context/verification-context.ts';

/** A certificate that was read and is to be agreed to, or why it cannot be. */
export type ReadAnchor =
  | { readonly kind: 'read'; readonly anchor: Omit<PinnedAnchor, 'use'>; readonly facts: CertificateFacts }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'several'; readonly count: number }
  | { readonly kind: 'large' };

const mostAnchorBytes = 64 << 10;

/** Reads one certificate in any of its forms; nothing of it is trusted by reading. */
export function readAnchor(input: Uint8Array | string): ReadAnchor {
  if (input.length > mostAnchorBytes) return { kind: 'large' };
  try {
    const found = readCertificatesInput(input);
    const [certificate] = found;
    if (!certificate) return { kind: 'unreadable' };
    if (found.length > 1) return { kind: 'several', count: found.length };
    return {
      kind: 'read',
      anchor: {
        pem: pemOf(certificate.der),
        sha256: certificate.fingerprint,
        title: nameText(certificate.subject),
      },
      facts: certificateFacts(certificate),
    };
  } catch (error) {
    if (error instanceof ProofError) return { kind: 'unreadable' };
    throw error;
  }
}

/** The same of a file; one that is too large is not read. */
export async function readAnchorFile(file: Blob): Promise<ReadAnchor> {
  if (file.size > mostAnchorBytes) return { kind: 'large' };
  return readAnchor(new Uint8Array(await file.arrayBuffer()));
}

/** The root that comes with the program. */
export function builtInFacts(): { title: string; facts: CertificateFacts } {
  const { title, certificate } = economiaAnchor();
  return { title, facts: certificateFacts(certificate) };
}

/** What is stored is written anew from the bytes: a file may carry text around its certificate. */
function pemOf(der: Uint8Array): string {
  const base64 = btoa(Array.from(der, (byte) => String.fromCharCode(byte)).join(''));
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
