import type { KeyObject } from 'node:crypto';
import {
  authorityKeyIdentifier,
  basicConstraints,
  buildCertificate,
  certificatePolicies,
  extendedKeyUsage,
  keyUsage,
  ocspAddress,
  ocspNoCheck,
  subjectKeyIdentifier,
  usage,
} from './certificate.ts';
import type { Der } from '../asn1/der.ts';
import { authorityName, subjectName } from '../asn1/distinguished-name.ts';
import type { AuthorityName, SubjectName } from '../asn1/distinguished-name.ts';
import type { KeyPair } from '../keys.ts';
import { policy, purpose } from '../asn1/object-identifiers.ts';

/** Somebody who issues certificates: its name, its own certificate and the key that signs. */
export interface Authority {
  readonly name: AuthorityName;
  /** DER. */
  readonly certificate: Der;
  readonly keys: KeyPair;
}

/** From when to when, both included. */
export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

interface Issued extends Validity {
  /** Twenty digits. */
  readonly serial: string;
  readonly publicKey: KeyObject;
}

/** Responder address in the sandbox's certificates. The product never calls it. */
export const ocspResponderAddress = 'http://ocsp.testigo.example/';

/** A self-signed authority whose chain may be `pathLength` authorities long below it. */
export function createRoot(
  name: AuthorityName,
  keys: KeyPair,
  request: Validity & { serial: string; pathLength: number },
): Authority {
  const encoded = authorityName(name);
  const extensions = [
    basicConstraints(request.pathLength),
    keyUsage(usage.keyCertSign, usage.cRLSign),
    subjectKeyIdentifier(keys.publicKey),
  ];
  const content = { ...request, issuer: encoded, subject: encoded, publicKey: keys.publicKey, extensions };
  return { name, keys, certificate: buildCertificate(content, keys.privateKey) };
}

/** An authority below another: it issues to end entities only (path length 0). */
export function createIssuing(
  parent: Authority,
  name: AuthorityName,
  keys: KeyPair,
  request: Validity & { serial: string },
): Authority {
  const extensions = [
    basicConstraints(0),
    keyUsage(usage.keyCertSign, usage.cRLSign),
    subjectKeyIdentifier(keys.publicKey),
    authorityKeyIdentifier(parent.keys.publicKey),
    certificatePolicies(),
    ocspAddress(ocspResponderAddress),
  ];
  const issued = { ...request, publicKey: keys.publicKey };
  return { name, keys, certificate: issue(parent, issued, authorityName(name), extensions) };
}

/** The certificate of a person or company: it signs documents and commits its holder. DER. */
export function issueCertificate(authority: Authority, request: Issued & { subject: SubjectName }): Der {
  return issue(authority, request, subjectName(request.subject), [
    basicConstraints(),
    keyUsage(usage.digitalSignature, usage.nonRepudiation),
    extendedKeyUsage(false, purpose.emailProtection, purpose.clientAuthentication),
    subjectKeyIdentifier(request.publicKey),
    authorityKeyIdentifier(authority.keys.publicKey),
    certificatePolicies(),
    ocspAddress(ocspResponderAddress),
  ]);
}

/** The certificate of whoever answers for `authority` (RFC 6960 §4.2.2.2, delegated). DER. */
export function issueResponderCertificate(
  authority: Authority,
  request: Issued & { name: AuthorityName },
): Der {
  return issue(authority, request, authorityName(request.name), [
    basicConstraints(),
    keyUsage(usage.digitalSignature),
    extendedKeyUsage(false, purpose.ocspSigning),
    subjectKeyIdentifier(request.publicKey),
    authorityKeyIdentifier(authority.keys.publicKey),
    ocspNoCheck(),
  ]);
}

/** The certificate of a time-stamp authority: its one purpose, critical (RFC 3161 §2.3). DER. */
export function issueStampingCertificate(
  authority: Authority,
  request: Issued & { name: AuthorityName },
): Der {
  return issue(authority, request, authorityName(request.name), [
    basicConstraints(),
    keyUsage(usage.digitalSignature, usage.nonRepudiation),
    extendedKeyUsage(true, purpose.timeStamping),
    subjectKeyIdentifier(request.publicKey),
    authorityKeyIdentifier(authority.keys.publicKey),
    certificatePolicies(policy.stamp),
  ]);
}

function issue(authority: Authority, request: Issued, subject: Der, extensions: readonly Der[]): Der {
  const { serial, publicKey, notBefore, notAfter } = request;
  const issuer = authorityName(authority.name);
  const content = { serial, publicKey, notBefore, notAfter, issuer, subject, extensions };
  return buildCertificate(content, authority.keys.privateKey);
}
