import { ProofError } from '#proofs/errors.ts';
import { sha1 } from '#proofs/encoding/hash.ts';
import type { Certificate } from '#proofs/pki/certificate/certificate.ts';
import { readOcspInput } from '#proofs/pki/ocsp/ocsp-response.ts';
import * as der from '../asn1/der.ts';
import type { Der } from '../asn1/der.ts';
import { digest } from '../asn1/object-identifiers.ts';
import { AuthorityFailure, sendPost } from './send.ts';

/** A responder is one step of an answer to a signer, who waits for it. */
const timeoutMs = 10_000;

/**
 * The response of the issuer's responder about a certificate. It can be read; what it says and by whom is for the
 * caller to verify.
 *
 * @param configured instead of the addresses in the certificate
 * @throws AuthorityFailure where no responder answers
 */
export async function requestOcsp(
  certificate: Certificate,
  issuer: Certificate,
  configured: URL | undefined,
): Promise<Uint8Array> {
  // The certificate leads to an accepted issuer, so its addresses are that issuer's word.
  const addresses = configured ? [configured] : certificate.extensions.ocspAddresses.flatMap(webAddress);
  if (addresses.length === 0)
    throw new AuthorityFailure('The certificate names no OCSP responder: set TESTIGO_OCSP_URL.');
  const failures: string[] = [];
  for (const address of addresses.slice(0, 4)) {
    try {
      const response = await sendPost(address, {
        body: buildOcspRequest(certificate, issuer),
        headers: { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' },
        timeoutMs,
      });
      requireAnswer(address, response);
      return response;
    } catch (error) {
      if (!(error instanceof AuthorityFailure)) throw error;
      failures.push(error.message);
    }
  }
  throw new AuthorityFailure(`No OCSP responder answers: ${failures.join(' ')}`);
}

/** OCSPRequest about one certificate (RFC 6960 §4.1.1). SHA-1 names the issuer, as all responders understand. */
function buildOcspRequest(certificate: Certificate, issuer: Certificate): Der {
  const certId = der.sequence(
    der.sequence(der.oid(digest.sha1), der.nothing()),
    der.octets(sha1(certificate.issuer.der)),
    der.octets(sha1(issuer.publicKey.keyBytes)),
    der.encode(0x02, certificate.serialNumber),
  );
  return der.sequence(der.sequence(der.sequence(der.sequence(certId))));
}

function requireAnswer({ host }: URL, response: Uint8Array): void {
  try {
    const { basic, status } = readOcspInput(response);
    if (!basic) throw new AuthorityFailure(`${host} answers "${status}".`);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new AuthorityFailure(`${host} answers what is no OCSP response.`);
  }
}

function webAddress(text: string): URL[] {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && ['http:', 'https:'].includes(url.protocol) ? [url] : [];
}
