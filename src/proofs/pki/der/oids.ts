/** Object identifiers that rules name, and the names under which screens and reports show them. */

export const oid = {
  // Attributes of names
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  organization: '2.5.4.10',
  uniqueIdentifier: '2.5.4.45',
  emailAddress: '1.2.840.113549.1.9.1',
  // Extensions (RFC 5280 §4.2, §5.2)
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  crlNumber: '2.5.29.20',
  reasonCode: '2.5.29.21',
  invalidityDate: '2.5.29.24',
  deltaCrlIndicator: '2.5.29.27',
  issuingDistributionPoint: '2.5.29.28',
  certificateIssuer: '2.5.29.29',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  anyPolicy: '2.5.29.32.0',
  policyMappings: '2.5.29.33',
  authorityKeyIdentifier: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extendedKeyUsage: '2.5.29.37',
  anyExtendedKeyUsage: '2.5.29.37.0',
  freshestCrl: '2.5.29.46',
  inhibitAnyPolicy: '2.5.29.54',
  expiredCertsOnCrl: '2.5.29.60',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  accessOcsp: '1.3.6.1.5.5.7.48.1',
  qualifierCps: '1.3.6.1.5.5.7.2.1',
  qualifierUserNotice: '1.3.6.1.5.5.7.2.2',
  // Purposes
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  // OCSP (RFC 6960 §4.2.1, §4.4)
  ocspBasic: '1.3.6.1.5.5.7.48.1.1',
  ocspInSignedData: '1.3.6.1.5.5.7.16.2',
  ocspNonce: '1.3.6.1.5.5.7.48.1.2',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
  ocspArchiveCutoff: '1.3.6.1.5.5.7.48.1.6',
  // CMS and time-stamps
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  // Keys
  rsaEncryption: '1.2.840.113549.1.1.1',
  ecPublicKey: '1.2.840.10045.2.1',
} as const;

const attributeNames: Readonly<Record<string, string>> = {
  [oid.commonName]: 'CN',
  '2.5.4.4': 'SN',
  [oid.serialNumber]: 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  [oid.organization]: 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.15': 'businessCategory',
  '2.5.4.17': 'postalCode',
  '2.5.4.41': 'name',
  '2.5.4.42': 'givenName',
  '2.5.4.43': 'initials',
  '2.5.4.44': 'generationQualifier',
  [oid.uniqueIdentifier]: 'x500UniqueIdentifier',
  '2.5.4.46': 'dnQualifier',
  '2.5.4.65': 'pseudonym',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.25': 'DC',
  '0.9.2342.19200300.100.1.1': 'UID',
  [oid.emailAddress]: 'emailAddress',
  '1.2.840.113549.1.9.2': 'unstructuredName',
  '1.3.6.1.4.1.311.60.2.1.2': 'jurisdictionST',
  '1.3.6.1.4.1.311.60.2.1.3': 'jurisdictionC',
};

/** The short name of an attribute, or its dotted number. */
export function attributeName(type: string): string {
  return attributeNames[type] ?? type;
}

const extensionNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(oid).map(([name, id]) => [id, name])),
  '2.5.29.9': 'subjectDirectoryAttributes',
  '2.5.29.16': 'privateKeyUsagePeriod',
  '2.5.29.18': 'issuerAltName',
  '1.3.6.1.5.5.7.1.3': 'qcStatements',
  '1.3.6.1.5.5.7.1.11': 'subjectInfoAccess',
  '1.3.6.1.4.1.11129.2.4.2': 'signedCertificateTimestamps',
  '2.16.840.1.113730.1.1': 'netscapeCertType',
  '2.16.840.1.113730.1.13': 'netscapeComment',
};

/** The name of an extension, or its dotted number. */
export function extensionName(id: string): string {
  return extensionNames[id] ?? id;
}

const purposeNames: Readonly<Record<string, string>> = {
  [oid.anyExtendedKeyUsage]: 'any',
  '1.3.6.1.5.5.7.3.1': 'serverAuth',
  [oid.clientAuth]: 'clientAuth',
  '1.3.6.1.5.5.7.3.3': 'codeSigning',
  [oid.emailProtection]: 'emailProtection',
  [oid.documentSigning]: 'documentSigning',
  [oid.timeStamping]: 'timeStamping',
  [oid.ocspSigning]: 'OCSPSigning',
};

/** The name of an extended key usage, or its dotted number. */
export function purposeName(id: string): string {
  return purposeNames[id] ?? id;
}
