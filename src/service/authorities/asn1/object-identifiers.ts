/** Every object identifier that the sandbox's authorities write, by the name its standard gives it. */

/** Attributes of a distinguished name (X.520, RFC 5280 appendix A, PKCS #9). */
export const attribute = {
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  locality: '2.5.4.7',
  stateOrProvince: '2.5.4.8',
  street: '2.5.4.9',
  organization: '2.5.4.10',
  organizationalUnit: '2.5.4.11',
  postalCode: '2.5.4.17',
  name: '2.5.4.41',
  uniqueIdentifier: '2.5.4.45',
  emailAddress: '1.2.840.113549.1.9.1',
} as const;

/** Certificate extensions (RFC 5280 §4.2, RFC 6960 §4.2.2.2.1). */
export const extension = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  authorityInformation: '1.3.6.1.5.5.7.1.1',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
} as const;

export const purpose = {
  clientAuthentication: '1.3.6.1.5.5.7.3.2',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const;

export const access = { ocsp: '1.3.6.1.5.5.7.48.1' } as const;
export const ocspType = { basic: '1.3.6.1.5.5.7.48.1.1' } as const;

export const digest = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const;

export const signature = {
  rsaEncryption: '1.2.840.113549.1.1.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
} as const;

/** Cryptographic Message Syntax and its attributes (RFC 5652, RFC 5035, RFC 3161). */
export const cms = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
} as const;

/** Own policies, under the enterprise number reserved for examples (RFC 5612 §2). */
export const policy = {
  signature: '1.3.6.1.4.1.32473.4310.1',
  stamp: '1.3.6.1.4.1.32473.4310.151',
} as const;
