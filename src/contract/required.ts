/**
 * The fields that are always present in an answer (spec: "Required: yes"). Schemas leave every field
 * optional, because the same resource also arrives nested, whole or as a stub; this table says what a
 * top-level answer owes.
 */
export const requiredFields = {
  Witness: ['id', 'hash', 'algorithm', 'organization', 'createdAt', 'updatedAt'],
  Subject: ['id', 'commonName', 'serialNumber', 'RFC', 'EVMAddress', 'createdAt', 'updatedAt'],
  OrganizationLink: ['id', 'subject', 'organization', 'createdAt', 'updatedAt'],
  OrganizationMember: ['id', 'subject', 'organization', 'createdAt', 'updatedAt'],
  SignatureRequest: ['id', 'draft', 'finalized', 'name', 'content', 'organization', 'createdAt', 'updatedAt'],
  SignatureRequestInvite: ['id', 'signatureRequest', 'subject', 'status', 'createdAt', 'updatedAt'],
  Certificate: [
    'id',
    'serialNumber',
    'issuer',
    'notBefore',
    'notAfter',
    'subject',
    'publicKey',
    'version',
    'hash',
    'certificatePem',
    'revoked',
    'createdAt',
    'updatedAt',
  ],
  Issuer: ['id', 'hash', 'commonName', 'publicKey', 'certificatePem', 'createdAt', 'updatedAt'],
  Organization: ['id', 'name', 'quota', 'policies', 'createdAt', 'updatedAt'],
  Wallet: ['id'],
  Endorsable: ['id', 'ownerId', 'timestamp', 'network'],
  EndorseEvent: ['id', 'timestamp', 'fromId', 'toId', 'digest', 'network'],
  RateBucket: [
    'id',
    'open',
    'close',
    'low',
    'high',
    'average',
    'inverseOpen',
    'inverseClose',
    'inverseLow',
    'inverseHigh',
    'inverseAverage',
    'count',
  ],
} as const;
