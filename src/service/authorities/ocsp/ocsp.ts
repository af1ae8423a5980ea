import { createHash, sign, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { publicKeyBits, sha256WithRsa } from '../certificates/certificate.ts';
import * as der from '../asn1/der.ts';
import type { Der } from '../asn1/der.ts';
import { digest, ocspType } from '../asn1/object-identifiers.ts';
import { readCertificate } from '../certificates/read-certificate.ts';

/** Status of one certificate in a response. Reasons are those of RFC 5280 §5.3.1. */
export type CertificateStatus =
  | { readonly status: 'good' }
  | { readonly status: 'unknown' }
  | { readonly status: 'revoked'; readonly at: Date; readonly reason?: RevocationReason };

export const revocationReasons = {
  unspecified: 0,
  keyCompromise: 1,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
} as const;

export type RevocationReason = keyof typeof revocationReasons;

/** A responder of an authority: its own certificate (DER) and key. */
export interface Responder {
  readonly certificate: Der;
  readonly privateKey: KeyObject;
}

export interface OcspAnswer {
  /** DER of the queried certificate and of its issuer. */
  readonly certificate: Der;
  readonly issuer: Der;
  readonly answer: CertificateStatus;
  readonly producedAt: Date;
  readonly thisUpdate: Date;
  readonly nextUpdate?: Date;
  /** With what the certificate is named inside; SHA-1 is customary, and what most clients ask with. */
  readonly certIdDigest?: 'sha1' | 'sha256';
}

/** The answer to one certificate, with how long it holds. */
export interface SingleAnswer {
  /** CertID, DER. */
  readonly certId: Der;
  readonly answer: CertificateStatus;
  readonly thisUpdate: Date;
  readonly nextUpdate?: Date | undefined;
}

/** A successful OCSPResponse about one certificate. DER; times in whole seconds. */
export function buildOcspResponse(responder: Responder, answer: OcspAnswer): Der {
  return buildOcspResponses(responder, answer.producedAt, [{ ...answer, certId: certId(answer) }]);
}

/** A successful OCSPResponse (RFC 6960 §4.2.1) with the responder's certificate inside. DER; times in whole seconds. */
export function buildOcspResponses(
  responder: Responder,
  producedAt: Date,
  answers: readonly SingleAnswer[],
): Der {
  const singles = answers.map(({ certId: id, answer, thisUpdate, nextUpdate }) =>
    der.sequence(
      id,
      certStatus(answer),
      der.generalizedTime(thisUpdate),
      ...(nextUpdate === undefined ? [] : [der.explicit(0, der.generalizedTime(nextUpdate))]),
    ),
  );
  const data = der.sequence(
    der.explicit(2, der.octets(sha1(publicKeyBits(new X509Certificate(responder.certificate).publicKey)))),
    der.generalizedTime(producedAt),
    der.sequence(...singles),
  );
  const basic = der.sequence(
    data,
    sha256WithRsa,
    der.bits(sign('sha256', data, responder.privateKey)),
    der.explicit(0, der.sequence(responder.certificate)),
  );
  return der.sequence(
    der.enumerated(0),
    der.explicit(0, der.sequence(der.oid(ocspType.basic), der.octets(basic))),
  );
}

/** The unsigned response to bytes that are not a request (RFC 6960 §4.2.1). */
export const malformedOcspRequest: Der = der.sequence(der.enumerated(1));

/** CertID: the issuer by the hashes of its name and key, the certificate by its serial (RFC 6960 §4.1.1). */
function certId({ certificate, issuer, certIdDigest = 'sha1' }: OcspAnswer): Der {
  const hash = (bytes: Uint8Array): Der => der.octets(createHash(certIdDigest).update(bytes).digest());
  const { issuer: issuerName, serialNumber } = readCertificate(certificate);
  return der.sequence(
    der.sequence(der.oid(digest[certIdDigest]), der.nothing()),
    hash(issuerName),
    hash(publicKeyBits(new X509Certificate(issuer).publicKey)),
    serialNumber,
  );
}

function certStatus(answer: CertificateStatus): Der {
  switch (answer.status) {
    case 'good':
      return der.implicit(0, der.nothing());
    case 'unknown':
      return der.implicit(2, der.nothing());
    case 'revoked': {
      const reason =
        answer.reason === undefined
          ? []
          : [der.explicit(0, der.enumerated(revocationReasons[answer.reason]))];
      return der.implicit(1, der.sequence(der.generalizedTime(answer.at), ...reason));
    }
  }
}

const sha1 = (bytes: Uint8Array): Uint8Array => createHash('sha1').update(bytes).digest();
