import { X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  createIssuing,
  createRoot,
  issueCertificate,
  issueResponderCertificate,
  issueStampingCertificate,
} from '../certificates/certificate-authority.ts';
import type { Authority, Validity } from '../certificates/certificate-authority.ts';
import { derOf, pemOf } from '../certificates/certificate.ts';
import { contractAddresses, sandboxNetwork } from '../../chain/contracts.ts';
import { authorizerAddress, newAuthorizerKey, signClaim } from '../claim-authorizer.ts';
import type { ClaimRequest, EndorserContract } from '../claim-authorizer.ts';
import type { Der } from '../asn1/der.ts';
import type { AuthorityName, SubjectName } from '../asn1/distinguished-name.ts';
import { evmAddress } from '../evm-address.ts';
import { exportPrivateKey, generateKeyPairs, importKeyPair } from '../keys.ts';
import type { KeyPair } from '../keys.ts';
import { readOcspRequest } from '../ocsp/ocsp-request.ts';
import type { QueriedCertificate } from '../ocsp/ocsp-request.ts';
import { buildOcspResponse, buildOcspResponses, malformedOcspRequest } from '../ocsp/ocsp.ts';
import type { CertificateStatus, RevocationReason, SingleAnswer } from '../ocsp/ocsp.ts';
import { sandboxNames } from './sandbox-names.ts';
import { signDocument, signDocumentBeside } from '../signer.ts';
import { stamp } from '../time-stamps/time-stamp-authority.ts';

/** Somebody who shall be able to sign: name, dates and number of its certificate. */
export interface SignerRequest {
  readonly key: string;
  readonly name: SubjectName;
  readonly certificate: Validity & {
    /** Twenty digits. */
    readonly serial: string;
    readonly revoked?: Revocation;
  };
}

export interface Revocation {
  readonly at: Date;
  readonly reason: RevocationReason;
}

/** All keys and certificates as JSON. It holds private keys: whoever stores it keeps the file to its owner (0600). */
export interface AuthoritiesBundle {
  readonly version: 2;
  readonly root: StoredPair;
  readonly issuing: StoredPair;
  readonly responder: StoredPair;
  readonly stampingRoot: StoredPair;
  readonly stamping: StoredPair;
  /** The secp256k1 key that authorizes claims, 64 hex digits. */
  readonly authorizerKey: string;
  /** The secp256k1 key that pays for everything on the sandbox's chain, 64 hex digits. */
  readonly relayerKey: string;
  readonly signers: Readonly<Record<string, StoredPair & { readonly revoked?: StoredRevocation }>>;
}

/** PEM both. */
export interface StoredPair {
  readonly privateKey: string;
  readonly certificate: string;
}

export interface StoredRevocation {
  /** RFC 3339. */
  readonly at: string;
  readonly reason: RevocationReason;
}

/** The sandbox's authorities, ready to work. */
export interface Authorities {
  readonly root: Authority;
  /** The issuer of the signers' certificates: the interface's Issuer. */
  readonly issuing: Authority;
  /** The root of the time-stamp authority's own chain, and its certificate; DER. */
  readonly stampingRoot: Authority;
  readonly stampingCertificate: Der;
  readonly responderCertificate: Der;
  readonly signers: ReadonlyMap<string, Signer>;
  /**
   * The OCSP response to a certificate of the issuing authority, as given at that instant; it names the certificate by
   * SHA-1 by default. DER.
   */
  readonly answerOcsp: (
    certificate: Der,
    answer: CertificateStatus,
    at: Date,
    certIdDigest?: 'sha1' | 'sha256',
  ) => Der;
  /**
   * The OCSP response to a request, as given at that instant: unknown for what the issuing authority did not issue.
   * Bytes that are no request are answered as such. `statusOf` receives serial numbers in lower-case hexadecimal.
   * DER.
   */
  readonly answerOcspRequest: (
    request: Uint8Array,
    statusOf: (serialNumber: string) => Promise<CertificateStatus>,
    at: Date,
  ) => Promise<Der>;
  /** A TimeStampResp over the digest, as given at that instant. DER. */
  readonly stamp: (digest: Uint8Array, at: Date) => Der;
  /** Where tokens are minted. */
  readonly endorser: EndorserContract;
  /** Lets `to` mint the token of `leaf` in the sandbox's contract: what `claiming` of a witness holds. */
  readonly authorizeClaim: (request: ClaimRequest) => {
    readonly authorizer: string;
    readonly signature: string;
    readonly network: number;
  };
}

export interface Signer {
  readonly key: string;
  /** DER. */
  readonly certificate: Der;
  readonly publicKey: KeyObject;
  /** `0x` and forty lower-case hex digits. */
  readonly evmAddress: string;
  readonly revoked?: Revocation;
  /** RSASSA-PKCS1-v1_5 SHA-256 over the document's bytes; bare lower-case hex. */
  readonly sign: (document: Uint8Array) => string;
  /** The same, beside the main thread. */
  readonly signBeside: (document: Uint8Array) => Promise<string>;
  /** A time-stamp by this key, as whoever holds it can make one with any date; no reader may count it. DER. */
  readonly stamp: (digest: Uint8Array, at: Date) => Der;
  /** What a responder would say of the certificate at that instant. */
  readonly statusAt: (at: Date) => CertificateStatus;
}

const day = 86_400_000;
const year = 365 * day;

/**
 * New keys and certificates for all, made in parallel. The authorities began nine years before `now`, so that
 * certificates issued years ago were issued by somebody.
 */
export async function createAuthorities(
  now: Date,
  signers: readonly SignerRequest[],
): Promise<AuthoritiesBundle> {
  const pairs = await generateKeyPairs(5 + signers.length);
  const [rootKeys, issuingKeys, responderKeys, stampingRootKeys, stampingKeys, ...signerKeys] = pairs;
  if (!rootKeys || !issuingKeys || !responderKeys || !stampingRootKeys || !stampingKeys) {
    throw new RangeError('createAuthorities: fewer key pairs than requested');
  }
  const midnight = Math.floor(now.getTime() / day) * day;
  const from = (years: number, until: number): Validity => ({
    notBefore: new Date(midnight - years * year),
    notAfter: new Date(midnight + until * year),
  });
  const {
    root: rootName,
    issuing: issuingName,
    responder,
    stampingRoot: stampingRootName,
    stamping,
  } = sandboxNames;

  const root = createRoot(rootName, rootKeys, { ...from(9, 16), serial: serial(1), pathLength: 1 });
  const issuing = createIssuing(root, issuingName, issuingKeys, { ...from(9, 11), serial: serial(2) });
  const responderCertificate = issueResponderCertificate(issuing, {
    ...from(9, 10),
    serial: serial(3),
    publicKey: responderKeys.publicKey,
    name: responder,
  });
  const stampingRoot = createRoot(stampingRootName, stampingRootKeys, {
    ...from(9, 16),
    serial: serial(4),
    pathLength: 0,
  });
  const stampingCertificate = issueStampingCertificate(stampingRoot, {
    ...from(9, 10),
    serial: serial(5),
    publicKey: stampingKeys.publicKey,
    name: stamping,
  });
  const issueTo = ({ name, certificate }: SignerRequest, { publicKey }: KeyPair): Der => {
    const { serial, notBefore, notAfter } = certificate;
    return issueCertificate(issuing, { subject: name, serial, notBefore, notAfter, publicKey });
  };
  const stored = signers.flatMap((request, index) => {
    const keys = signerKeys[index];
    return keys === undefined
      ? []
      : [[request.key, { ...pair(keys, issueTo(request, keys)), ...storedRevocation(request) }] as const];
  });
  return {
    version: 2,
    root: pair(rootKeys, root.certificate),
    issuing: pair(issuingKeys, issuing.certificate),
    responder: pair(responderKeys, responderCertificate),
    stampingRoot: pair(stampingRootKeys, stampingRoot.certificate),
    stamping: pair(stampingKeys, stampingCertificate),
    authorizerKey: newAuthorizerKey(),
    relayerKey: newAuthorizerKey(),
    signers: Object.fromEntries(stored),
  };
}

/** The authorities of a bundle; throws when it is of another version or a key does not fit its certificate. */
export function openAuthorities(bundle: AuthoritiesBundle): Authorities {
  if ((bundle.version as number) !== 2) {
    throw new RangeError(
      `The sandbox in this data folder is of version ${String(bundle.version)} and this build has version 2, whose tokens stand on a chain: begin with an empty data folder.`,
    );
  }
  const addresses = contractAddresses(bundle.relayerKey);
  const endorser = { network: sandboxNetwork, address: addresses.endorser };
  const issuing = openAuthority(sandboxNames.issuing, bundle.issuing);
  const responder = open(bundle.responder);
  const stamping = open(bundle.stamping);
  const stampingAuthority = { certificate: stamping.certificate, privateKey: stamping.keys.privateKey };
  const ocspResponder = { certificate: responder.certificate, privateKey: responder.keys.privateKey };
  return {
    root: openAuthority(sandboxNames.root, bundle.root),
    issuing,
    stampingRoot: openAuthority(sandboxNames.stampingRoot, bundle.stampingRoot),
    stampingCertificate: stamping.certificate,
    responderCertificate: responder.certificate,
    signers: new Map(
      Object.entries(bundle.signers).map(([key, stored]) => [
        key,
        openSigner(key, stored, addresses.accounts),
      ]),
    ),
    answerOcsp: (certificate, answer, at, certIdDigest = 'sha1') =>
      buildOcspResponse(ocspResponder, {
        certIdDigest,
        certificate,
        issuer: issuing.certificate,
        answer,
        producedAt: at,
        thisUpdate: at,
        nextUpdate: new Date(at.getTime() + day),
      }),
    async answerOcspRequest(request, statusOf, at) {
      let queries: QueriedCertificate[];
      try {
        queries = readOcspRequest(request);
      } catch (error) {
        if (error instanceof TypeError) return malformedOcspRequest;
        throw error;
      }
      const answers: SingleAnswer[] = [];
      for (const one of queries) {
        const isOurs = one.isIssuedBy(issuing.certificate);
        const answer = isOurs ? await statusOf(one.serialNumber) : ({ status: 'unknown' } as const);
        answers.push({
          certId: one.certId,
          answer,
          thisUpdate: at,
          nextUpdate: new Date(at.getTime() + day),
        });
      }
      return buildOcspResponses(ocspResponder, at, answers);
    },
    stamp: (digest, at) => stamp(stampingAuthority, digest, at),
    endorser,
    authorizeClaim: (request) => ({
      authorizer: authorizerAddress(bundle.authorizerKey),
      signature: signClaim(bundle.authorizerKey, endorser, request),
      network: endorser.network,
    }),
  };
}

function openSigner(key: string, stored: AuthoritiesBundle['signers'][string], accounts: string): Signer {
  const { certificate, keys } = open(stored);
  const revoked = stored.revoked && { at: new Date(stored.revoked.at), reason: stored.revoked.reason };
  return {
    key,
    certificate,
    publicKey: keys.publicKey,
    evmAddress: evmAddress(keys.publicKey, accounts),
    ...(revoked === undefined ? {} : { revoked }),
    sign: (document) => signDocument(document, keys.privateKey),
    signBeside: (document) => signDocumentBeside(document, keys.privateKey),
    stamp: (digest, at) => stamp({ certificate, privateKey: keys.privateKey }, digest, at),
    statusAt: (at) =>
      revoked !== undefined && revoked.at <= at ? { status: 'revoked', ...revoked } : { status: 'good' },
  };
}

function open(stored: StoredPair): { certificate: Der; keys: KeyPair } {
  const certificate = derOf(stored.certificate);
  const keys = importKeyPair(stored.privateKey);
  if (!new X509Certificate(certificate).checkPrivateKey(keys.privateKey)) {
    throw new TypeError('openAuthorities: a private key of the bundle does not fit its certificate');
  }
  return { certificate, keys };
}

const openAuthority = (name: AuthorityName, stored: StoredPair): Authority => ({ name, ...open(stored) });

const pair = (keys: KeyPair, certificate: Der): StoredPair => ({
  privateKey: exportPrivateKey(keys.privateKey),
  certificate: pemOf(certificate),
});

const storedRevocation = ({ certificate: { revoked } }: SignerRequest): { revoked?: StoredRevocation } =>
  revoked === undefined ? {} : { revoked: { at: revoked.at.toISOString(), reason: revoked.reason } };

/** Twenty digits: the authorities come before everybody else. */
const serial = (n: number): string => `9000${String(n).padStart(16, '0')}`;
