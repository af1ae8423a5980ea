import * as der from '../asn1/der.ts';
import type { Der } from '../asn1/der.ts';
import { digest } from '../asn1/object-identifiers.ts';
import { elements } from '../certificates/read-certificate.ts';

/** A request to a time-stamp authority (RFC 3161 §2.4.1). */
export interface StampRequest {
  /** SHA-256 digest, 32 bytes. */
  readonly imprint: Uint8Array;
  /** Dotted object identifier. */
  readonly policy: string | undefined;
  /** Content of an INTEGER: the shortest two's complement of a positive number. */
  readonly nonce: Uint8Array | undefined;
}

/** A TimeStampReq over a SHA-256 digest that requests the certificate of the signer too. DER. */
export function buildStampRequest({ imprint, policy, nonce }: StampRequest): Der {
  return der.sequence(
    der.integer(1),
    der.sequence(der.sequence(der.oid(digest.sha256), der.nothing()), der.octets(imprint)),
    ...(policy === undefined ? [] : [der.oid(policy)]),
    ...(nonce === undefined ? [] : [der.encode(0x02, nonce)]),
    der.boolean(true),
  );
}

/** @throws TypeError for bytes that are no request over a SHA-256 digest */
export function readStampRequest(bytes: Uint8Array): StampRequest {
  const [request, ...after] = elements(bytes);
  if (request?.[0] !== 0x30 || after.length > 0) throw notRequest();
  const [version, messageImprint, ...rest] = elements(der.contentOf(request));
  if (version?.[0] !== 0x02 || messageImprint?.[0] !== 0x30) throw notRequest();
  const [algorithm, hashed] = elements(der.contentOf(messageImprint));
  const [id] = algorithm ? elements(der.contentOf(algorithm)) : [];
  if (!id || !Buffer.from(id).equals(der.oid(digest.sha256)) || hashed?.[0] !== 0x04) throw notRequest();
  const imprint = der.contentOf(hashed);
  if (imprint.length !== 32) throw notRequest();
  const policy = rest.find(([tag]) => tag === 0x06);
  const nonce = rest.find(([tag]) => tag === 0x02);
  return {
    imprint,
    policy: policy && dotted(der.contentOf(policy)),
    nonce: nonce && der.contentOf(nonce),
  };
}

/** The text of an OBJECT IDENTIFIER, whose arcs are numbers in base 128 (X.690 §8.19). */
function dotted(content: Uint8Array): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const octet of content) {
    arc = arc * 128 + (octet & 0x7f);
    if (octet & 0x80) continue;
    if (arcs.length === 0) {
      const first = Math.min(2, Math.floor(arc / 40));
      arcs.push(first, arc - first * 40);
    } else arcs.push(arc);
    arc = 0;
  }
  return arcs.join('.');
}

const notRequest = (): TypeError =>
  new TypeError('readStampRequest: these bytes are no request over a SHA-256 digest');
