/** The differences that are known: in each the product follows the standard, or is stricter on purpose. */

interface Difference {
  readonly name: string;
  /** What the product says: OpenSSL refuses what PASSED here, and accepts what FAILED. */
  readonly product: 'PASSED' | 'FAILED';
  /** Cases by kind and label. */
  readonly cases: RegExp;
  /** What the side that refuses says of it. */
  readonly says: RegExp;
  readonly why: string;
}

export const differences: readonly Difference[] = [
  {
    name: 'last valid second',
    product: 'PASSED',
    cases: /^paths: last second|^lists: next update 2026-01-01T00:00:00Z$/,
    says: /has expired|self-signed certificate in certificate chain/,
    why: 'RFC 5280 §4.1.2.5: the period runs through notAfter, inclusive; nextUpdate is read the same way.',
  },
  {
    name: 'self-issued',
    product: 'PASSED',
    cases: /^paths: .* self-issued$/,
    says: /self-signed certificate|certificate signature failure/,
    why: 'RFC 5280 §6.1: equal names do not make a certificate self-signed; its signature does.',
  },
  {
    name: 'search among keys of one name',
    product: 'PASSED',
    cases: /^paths: same-name key first$/,
    says: /certificate signature failure/,
    why: 'RFC 4158 §2.4: the next candidate is tried where the signature does not hold.',
  },
  {
    name: 'key identifiers that differ',
    product: 'PASSED',
    cases: /^paths: key identifiers 1 2$/,
    says: /unable to get local issuer/,
    why: 'RFC 4158 §3.5.12: they order the search and decide nothing; the signature holds.',
  },
  {
    name: 'old anchor without extensions',
    product: 'PASSED',
    cases: /^paths: v2 none in root$/,
    says: /invalid CA certificate/,
    why: 'RFC 5280 §6.1.1 (d): an anchor is a name and a key; v1 and v2 cannot say more.',
  },
  {
    name: 'v3 anchor without basicConstraints',
    product: 'FAILED',
    cases: /^paths: v3 no constraints in root$/,
    says: /the anchor is an authority that may sign certificates/,
    why: 'RFC 5280 §4.2.1.9: without it the key of a v3 certificate verifies no certificates. Stricter: it is an anchor.',
  },
  {
    name: 'user info and query of an URI (outside of the permitted subtrees for OpenSSL)',
    product: 'PASSED',
    cases: /^names: (permitted|both) uri "good.mx": "http:\/\/(u@good.mx\/|good.mx\?x)"$/,
    says: /permitted subtree violation/,
    why: 'RFC 5280 §4.2.1.10 and RFC 3986 §3.2: the host begins after user info and ends before the query.',
  },
  {
    name: 'user info and query of an URI (outside of the excluded subtrees for OpenSSL)',
    product: 'FAILED',
    cases: /^names: excluded uri "good.mx": "http:\/\/(u@good.mx\/|good.mx\?x)"$/,
    says: /names of form uri keep to the excluded subtrees/,
    why: 'The same.',
  },
  {
    name: 'authority as signer of time-stamps',
    product: 'FAILED',
    cases: /^stamps: signer: .*, authority$/,
    says: /the signer is not an authority of certificates/,
    why: 'RFC 3161 §2.3: the key is reserved for time-stamps. Stricter: the extension is read, not the use.',
  },
  {
    name: 'key usage of a signer of time-stamps beyond signatures',
    product: 'PASSED',
    cases: /^stamps: signer: purposes 2, usage signature and (encipherment|certificates), leaf( in full)?$/,
    says: /unsuitable certificate purpose/,
    why: 'RFC 5280 §4.2.1.12: time-stamping alone, critical, leaves no other use; RFC 3161 has no rule on key usage.',
  },
  {
    name: 'critical purpose of an authority',
    product: 'FAILED',
    cases: /^stamps: authority: purpose server, critical$/,
    says: /a critical extendedKeyUsage includes the purpose/,
    why: 'RFC 5280 §4.2.1.12: a critical extension restricts the key. Stricter: also that of an authority.',
  },
  {
    name: 'signer by key identifier',
    product: 'PASSED',
    cases: /^stamps: by key identifier$/,
    says: /PKCS7_ISSUER_AND_SERIAL/,
    why: 'RFC 5652 §5.3: version 3 of SignerInfo; `openssl ts` reads PKCS #7, which has no such choice.',
  },
  {
    name: 'path at the time of the stamp',
    product: 'FAILED',
    cases: /^stamps: time 2019-12-31T23:59:59Z$/,
    says: /NOT_YET_VALID/,
    why: 'RFC 5280 §6.1.3 (a)(2) at genTime: the certificates were not valid yet; `-attime` is the time of the check.',
  },
  {
    name: 'hash of the content other than that of the signature',
    product: 'PASSED',
    cases: /^stamps: digest sha(384|512)$/,
    says: /PKCS7_signatureVerify:signature failure/,
    why: 'RFC 5758 §3.2: ecdsa-with-SHA256 names the hash that is signed; OpenSSL takes digestAlgorithm for both.',
  },
  {
    name: 'signed content type',
    product: 'FAILED',
    cases: /^stamps: signed type$/,
    says: /the signed content type is that of the content/,
    why: 'RFC 5652 §11.1: the attribute equals eContentType.',
  },
  {
    name: 'signed attributes out of order',
    product: 'PASSED',
    cases: /^stamps: signed attributes in reverse$/,
    says: /PKCS7_signatureVerify:signature failure/,
    why: 'RFC 5652 §5.4: the DER encoding is signed, whatever was sent.',
  },
  {
    name: 'key usage of a responder',
    product: 'FAILED',
    cases: /^responses: responder: purpose responses.*, usage (encipherment|certificates), /,
    says: /the key of the responder is for signatures/,
    why: 'RFC 5280 §4.2.1.3: without digitalSignature or nonRepudiation the key signs no responses.',
  },
  {
    name: 'two answers about one certificate',
    product: 'FAILED',
    cases: /^responses: answer: good and revoked$/,
    says: /"REVOKED"/,
    why: 'RFC 6960 §2.2 has one answer for each certificate. Stricter: the worst counts, OpenSSL takes the first.',
  },
  {
    name: 'removeFromCRL in a complete list',
    product: 'FAILED',
    cases: /^lists: revoked for 8 at /,
    says: /"REVOKED".*"reason":8/,
    why: 'RFC 5280 §5.3.1: the reason belongs to delta lists only. Stricter: the entry counts.',
  },
  {
    name: 'revoked by a delta list that does not continue the list',
    product: 'FAILED',
    cases: /^lists: base undefined, delta 1, (5 after 4|9 after 7)$/,
    says: /"REVOKED".*"reason":1/,
    why: 'RFC 5280 §5.2.4 forbids to combine them. Stricter: what the authority signed as revoked is revoked.',
  },
  {
    name: 'list for the name of its issuer',
    product: 'PASSED',
    cases: /^lists: point named as the issuer$/,
    says: /different CRL scope/,
    why: 'RFC 5280 §6.3.3: a certificate without a point is looked up under the name of its issuer.',
  },
];
