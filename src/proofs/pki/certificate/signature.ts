/**
 * Signatures in certificates, lists, responses and tokens: RSASSA-PKCS1-v1_5 (RFC 8017 §8.2) and ECDSA on the
 * NIST curves (FIPS 186-5 §6.4). What is not supported here (DSA, RSA-PSS, EdDSA, MD5 …) says so: it is never valid.
 */
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { concatBytes, equalBytes } from '../../encoding/bytes.ts';
import { ProofError } from '../../errors.ts';
import { hash, type HashName } from '../../encoding/hash.ts';
import type { Policy } from '../../policy/policy.ts';
import { verifyRsaPkcs1v15Message } from '../../signature/rsa.ts';
import { Fields, readDer, tags, type Der } from '../der/der.ts';
import { positiveInteger, readOid } from '../der/der-values.ts';
import { oid } from '../der/oids.ts';
import type { CurveName, PublicKey } from './public-key.ts';

/** AlgorithmIdentifier (RFC 5280 §4.1.1.2). */
export interface AlgorithmIdentifier {
  readonly id: string;
  readonly parameters: Der | undefined;
  readonly der: Uint8Array;
}

export function readAlgorithm(node: Der, subject: string): AlgorithmIdentifier {
  const fields = new Fields(node, subject);
  const id = readOid(fields.next(tags.oid, 'algorithm'), subject);
  const parameters = fields.more ? fields.any('parameters') : undefined;
  fields.end();
  return { id, parameters, der: node.bytes };
}

type Scheme = { readonly scheme: 'rsa' | 'ecdsa'; readonly hash: HashName };

const schemes: Readonly<Record<string, Scheme>> = {
  '1.2.840.113549.1.1.5': { scheme: 'rsa', hash: 'SHA-1' },
  '1.2.840.113549.1.1.11': { scheme: 'rsa', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { scheme: 'rsa', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { scheme: 'rsa', hash: 'SHA-512' },
  '1.2.840.10045.4.1': { scheme: 'ecdsa', hash: 'SHA-1' },
  '1.2.840.10045.4.3.2': { scheme: 'ecdsa', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { scheme: 'ecdsa', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { scheme: 'ecdsa', hash: 'SHA-512' },
};

/** For what is not checked, the name under which reports say so. */
const unsupported: Readonly<Record<string, string>> = {
  '1.2.840.10040.4.3': 'DSA with SHA-1',
  '2.16.840.1.101.3.4.3.1': 'DSA with SHA-224',
  '2.16.840.1.101.3.4.3.2': 'DSA with SHA-256',
  '1.2.840.113549.1.1.2': 'RSA with MD2',
  '1.2.840.113549.1.1.4': 'RSA with MD5',
  '1.2.840.113549.1.1.10': 'RSA-PSS',
  '1.2.840.113549.1.1.14': 'RSA with SHA-224',
  '1.2.840.10045.4.3.1': 'ECDSA with SHA-224',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
};

const hashAlgorithms: Readonly<Record<string, HashName>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};

/** The hash that an identifier names, with parameters NULL or absent (RFC 5754 §2); undefined: not one of ours. */
export function hashOf(algorithm: AlgorithmIdentifier): HashName | undefined {
  return plain(algorithm) ? hashAlgorithms[algorithm.id] : undefined;
}

/** Where a signature stands: a policy may let SHA-1 pass in OCSP and nowhere else. */
export type SignatureUse = 'certificate' | 'crl' | 'ocsp' | 'stamp';

/** Where SHA-1 counts, by what the policy says of it. */
const sha1Uses: Readonly<Record<Policy['algorithms']['sha1'], readonly SignatureUse[]>> = {
  refuse: [],
  warn: ['ocsp'],
  allow: ['certificate', 'crl', 'ocsp', 'stamp'],
};

export type SignatureResult =
  | { readonly kind: 'valid'; readonly weak: boolean; readonly algorithm: string }
  | { readonly kind: 'invalid'; readonly rule: string }
  /** The policy does not let this algorithm or key count. */
  | { readonly kind: 'refused'; readonly what: string }
  | { readonly kind: 'unsupported'; readonly what: string };

/**
 * Verifies `signature` by `key` over the bytes of `message`.
 * @param digestHint the hash that a CMS signer names, where the algorithm is a bare key type (RFC 5754 §3.2)
 */
export function verifySignature(
  algorithm: AlgorithmIdentifier,
  key: PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
  algorithms: Policy['algorithms'],
  use: SignatureUse,
  digestHint?: HashName,
): SignatureResult {
  const scheme = schemeOf(algorithm, digestHint);
  if (scheme === undefined) return { kind: 'unsupported', what: unsupported[algorithm.id] ?? algorithm.id };
  if (key.kind === 'unsupported') return { kind: 'unsupported', what: key.algorithm };
  if ((scheme.scheme === 'rsa') !== (key.kind === 'rsa')) {
    return { kind: 'invalid', rule: 'the algorithm is one of the key' };
  }
  const weak = scheme.hash === 'SHA-1';
  if (weak && !sha1Uses[algorithms.sha1].includes(use)) return { kind: 'refused', what: 'SHA-1' };
  const name = `${key.kind === 'rsa' ? 'RSA' : `ECDSA ${key.curve}`} with ${scheme.hash}`;
  if (key.kind === 'ec') {
    const valid = verifyEcdsa(key.curve, key.point, hash(scheme.hash, message), signature);
    return valid
      ? { kind: 'valid', weak, algorithm: name }
      : { kind: 'invalid', rule: 'the ECDSA signature holds' };
  }
  const bounds = { minBits: algorithms.minRsaBits, maxBits: algorithms.maxRsaBits };
  if (key.bits < bounds.minBits || key.bits > bounds.maxBits) {
    return { kind: 'refused', what: `RSA of ${key.bits} bits` };
  }
  const result = verifyRsaPkcs1v15Message(key, scheme.hash, message, signature, bounds);
  return result.valid ? { kind: 'valid', weak, algorithm: name } : { kind: 'invalid', rule: result.rule };
}

/** Parameters: NULL or absent for RSA (RFC 4055 §5), absent for ECDSA (RFC 5758 §3.2). */
function schemeOf(algorithm: AlgorithmIdentifier, digestHint: HashName | undefined): Scheme | undefined {
  const scheme = Object.hasOwn(schemes, algorithm.id) ? schemes[algorithm.id] : undefined;
  if (scheme !== undefined) {
    const fits = scheme.scheme === 'rsa' ? plain(algorithm) : algorithm.parameters === undefined;
    return fits ? scheme : undefined;
  }
  // RFC 3370 §3.2, RFC 5753 §2.1.1: CMS may name the key type alone; the hash is that of the signer's digest.
  if (digestHint === undefined || !plain(algorithm)) return undefined;
  if (algorithm.id === oid.rsaEncryption) return { scheme: 'rsa', hash: digestHint };
  return undefined;
}

function plain(algorithm: AlgorithmIdentifier): boolean {
  const { parameters } = algorithm;
  return parameters === undefined || (parameters.tag === tags.null && parameters.content.length === 0);
}

export function sameAlgorithm(a: AlgorithmIdentifier, b: AlgorithmIdentifier): boolean {
  return equalBytes(a.der, b.der);
}

const curves = { 'P-256': p256, 'P-384': p384, 'P-521': p521 } as const;
const scalarBytes: Readonly<Record<CurveName, number>> = { 'P-256': 32, 'P-384': 48, 'P-521': 66 };

/**
 * ECDSA over a digest. `s` in either half counts: X.509 and CMS do not ask for the low one. The signature is the
 * DER of RFC 3279 §2.2.3, and nothing else.
 */
export function verifyEcdsa(
  curve: CurveName,
  point: Uint8Array,
  digest: Uint8Array,
  signature: Uint8Array,
): boolean {
  const compact = readEcdsaSignature(signature, scalarBytes[curve]);
  if (compact === undefined) return false;
  try {
    return curves[curve].verify(compact, digest, point, { prehash: false, lowS: false, format: 'compact' });
  } catch (error) {
    // The library throws for a point that is not on the curve and for scalars out of range: neither verifies.
    if (error instanceof Error) return false;
    throw error;
  }
}

function readEcdsaSignature(signature: Uint8Array, width: number): Uint8Array | undefined {
  try {
    const fields = new Fields(readDer(signature, 'ECDSA signature'), 'ECDSA signature');
    const r = positiveInteger(fields.next(tags.integer, 'r'), 'r', width + 1);
    const s = positiveInteger(fields.next(tags.integer, 's'), 's', width + 1);
    fields.end();
    if (r.length > width || s.length > width) return undefined;
    return concatBytes(new Uint8Array(width - r.length), r, new Uint8Array(width - s.length), s);
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
