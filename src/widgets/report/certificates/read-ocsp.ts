/** What an OCSP response says, as texts that are safe to show; loaded with its reader, when one is looked at. */
import { toHex } from '#proofs/encoding/bytes.ts';
import { instantText } from '#proofs/encoding/instant.ts';
import { certificateFacts, type CertificateFacts } from '#proofs/pki/certificate/certificate.ts';
import { nameText } from '#proofs/pki/certificate/names.ts';
import { readOcspInput, type SingleResponse } from '#proofs/pki/ocsp/ocsp-response.ts';
import { hashOf, signatureName } from './algorithm-names.ts';

export interface OcspSingle {
  readonly status: SingleResponse['status'];
  readonly thisUpdate: string;
  readonly nextUpdate: string | undefined;
  readonly revokedAt: string | undefined;
  readonly reason: number | undefined;
  /** The 20 digits of the tax authority where it is such a number, else hex. */
  readonly serial: string;
  readonly hash: string;
  readonly issuerNameHash: string;
  readonly issuerKeyHash: string;
}

export interface OcspDecoded {
  readonly fingerprint: string;
  /** `successful`, or why there is no answer. */
  readonly status: string;
  readonly answer:
    | {
        /** By its name, or by the SHA-1 of its key, which is a name here and no protection. */
        readonly responder: { readonly name: string } | { readonly keyHash: string };
        readonly producedAt: string;
        readonly algorithm: string;
        readonly singles: readonly OcspSingle[];
        readonly certificates: readonly CertificateFacts[];
      }
    | undefined;
}

/** @throws ProofError when it cannot be read */
export function readOcspDecoded(input: Uint8Array | string): OcspDecoded {
  const { fingerprint, status, basic } = readOcspInput(input);
  if (basic === undefined) return { fingerprint, status, answer: undefined };
  const { responder } = basic;
  return {
    fingerprint,
    status,
    answer: {
      responder:
        responder.by === 'name' ? { name: nameText(responder.name) } : { keyHash: toHex(responder.keyHash) },
      producedAt: instantText(basic.producedAt),
      algorithm: signatureName(basic.signatureAlgorithm),
      singles: basic.responses.map(singleOf),
      certificates: basic.certificates.map(certificateFacts),
    },
  };
}

function singleOf(single: SingleResponse): OcspSingle {
  const { id, status, thisUpdate, nextUpdate, revokedAt, revocationReason } = single;
  return {
    status,
    thisUpdate: instantText(thisUpdate),
    nextUpdate: nextUpdate === undefined ? undefined : instantText(nextUpdate),
    revokedAt: revokedAt === undefined ? undefined : instantText(revokedAt),
    reason: revocationReason,
    serial: serialText(id.serialNumber),
    hash: hashOf(id.hash),
    issuerNameHash: toHex(id.issuerNameHash),
    issuerKeyHash: toHex(id.issuerKeyHash),
  };
}

function serialText(bytes: Uint8Array): string {
  const text = String.fromCharCode(...bytes);
  return /^\d{20}$/.test(text) ? text : toHex(bytes);
}
