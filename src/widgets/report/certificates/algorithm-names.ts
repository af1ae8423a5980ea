/** Algorithms by the names that people use; what has none keeps its number. */
import { hashOf as knownHash, type AlgorithmIdentifier } from '#proofs/pki/certificate/signature.ts';

export function hashOf(algorithm: AlgorithmIdentifier): string {
  return knownHash(algorithm) ?? algorithm.id;
}

const signatures: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.5': 'RSA, SHA-1',
  '1.2.840.113549.1.1.11': 'RSA, SHA-256',
  '1.2.840.113549.1.1.12': 'RSA, SHA-384',
  '1.2.840.113549.1.1.13': 'RSA, SHA-512',
  '1.2.840.113549.1.1.10': 'RSA-PSS',
  '1.2.840.10045.4.1': 'ECDSA, SHA-1',
  '1.2.840.10045.4.3.2': 'ECDSA, SHA-256',
  '1.2.840.10045.4.3.3': 'ECDSA, SHA-384',
  '1.2.840.10045.4.3.4': 'ECDSA, SHA-512',
};

export function signatureName({ id }: AlgorithmIdentifier): string {
  return Object.hasOwn(signatures, id) ? (signatures[id] ?? id) : id;
}
