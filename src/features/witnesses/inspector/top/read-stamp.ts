/** What a time-stamp token says, as texts that are safe to show; loaded with its reader, when one is looked at. */
import { equalBytes, toHex } from '#proofs/encoding/bytes.ts';
import { instantText } from '#proofs/encoding/instant.ts';
import {
  certificateFacts,
  type Certificate,
  type CertificateFacts,
} from '#proofs/pki/certificate/certificate.ts';
import { nameText, sameName } from '#proofs/pki/certificate/names.ts';
import { hashOf } from '#proofs/pki/certificate/signature.ts';
import { readTimeStampInput, type TimeStampToken } from '#proofs/pki/timestamp/time-stamp.ts';
import { shown } from '#proofs/encoding/visible-text.ts';

export interface StampDecoded {
  readonly fingerprint: string;
  readonly size: number;
  /** PKIStatus; undefined for a token without its response. */
  readonly status: string | undefined;
  readonly token:
    | {
        /** OID */
        readonly policy: string;
        readonly serial: string;
        /** RFC 3339 */
        readonly genTime: string;
        /** Milliseconds to either side. */
        readonly accuracy: number | undefined;
        readonly imprintAlgorithm: string;
        readonly imprint: string;
        readonly signer: string;
        readonly certificate: CertificateFacts | undefined;
        readonly chain: readonly CertificateFacts[];
      }
    | undefined;
}

/** @throws ProofError when it cannot be read */
export function readStampDecoded(input: string): StampDecoded {
  const { fingerprint, size, status, token } = readTimeStampInput(input);
  return { fingerprint, size, status, token: token && decoded(token) };
}

function decoded({ info, signedData }: TimeStampToken): StampDecoded['token'] {
  const { signer, certificates } = signedData;
  const own = certificates.find((one) =>
    signer.by === 'issuer'
      ? sameName(one.issuer, signer.issuer) && equalBytes(one.serialNumber, signer.serialNumber)
      : one.extensions.subjectKeyIdentifier !== undefined &&
        equalBytes(one.extensions.subjectKeyIdentifier, signer.keyIdentifier),
  );
  return {
    policy: info.policy,
    serial: toHex(info.serialNumber),
    genTime: instantText(info.genTime),
    accuracy: info.accuracy,
    imprintAlgorithm: hashOf(info.imprintAlgorithm) ?? info.imprintAlgorithm.id,
    imprint: toHex(info.imprint),
    signer: signerName(own, signer),
    certificate: own && certificateFacts(own),
    chain: certificates.filter((one) => one !== own).map(certificateFacts),
  };
}

/** The common name where the certificate is there, else how the token names it. */
function signerName(own: Certificate | undefined, signer: TimeStampToken['signedData']['signer']): string {
  if (own) return shown(certificateFacts(own).identity.commonName ?? nameText(own.subject));
  return signer.by === 'issuer' ? shown(nameText(signer.issuer)) : toHex(signer.keyIdentifier);
}
