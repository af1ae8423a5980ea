/** Which list speaks about which certificate, and for which reasons (RFC 5280 §5.2.5, §6.3.3 (b) and (d)). */
import { toHex } from '../../encoding/bytes.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { Crl } from './crl.ts';
import {
  allReasons,
  type DistributionPoint,
  type IssuingDistributionPoint,
} from '../certificate/distribution-points.ts';
import type { GeneralName } from '../certificate/general-names.ts';
import { nameKey, sameName, type Name } from '../certificate/names.ts';

/** A list with what is compared of it, worked out once. */
export interface ScopedList {
  readonly crl: Crl;
  /** Keys of the names that it goes by; undefined: it says none, so it stands at every point. */
  readonly names: ReadonlySet<string> | undefined;
  /** The same for lists of one issuer and one scope (§5.2.4): every field of the issuing distribution point. */
  readonly scope: string;
}

/** A distribution point with what is compared of it, worked out once. */
export interface ScopedPoint {
  readonly point: DistributionPoint;
  /** Keys of the issuers of lists that it names; undefined: it names none, so it is the issuer of the certificate. */
  readonly issuers: ReadonlySet<string> | undefined;
  /** Keys of its names, as they are for a list of this issuer. */
  readonly namesFor: (issuer: Name) => ReadonlySet<string>;
}

export function scopedList(crl: Crl): ScopedList {
  const point = crl.issuingDistributionPoint;
  const names = point?.name === undefined ? undefined : keysOfPoint(point.name, crl.issuer);
  const fields = point === undefined ? null : scopeFields(point, names);
  return { crl, names, scope: JSON.stringify([nameKey(crl.issuer), fields]) };
}

function scopeFields(point: IssuingDistributionPoint, names: ReadonlySet<string> | undefined): unknown[] {
  return [
    names === undefined ? null : [...names].sort(),
    point.onlyUserCertificates,
    point.onlyAuthorityCertificates,
    point.onlyAttributeCertificates,
    point.indirect,
    point.onlySomeReasons === undefined ? null : [...point.onlySomeReasons],
  ];
}

/**
 * The points at which lists about this certificate stand: its own, and, for lists of its issuer that none of them
 * names, one under the name of the issuer (§6.3.3, end).
 */
export function pointsOf({ issuer, extensions }: Certificate): ScopedPoint[] {
  const implied: DistributionPoint = {
    name: { kind: 'full', names: [{ form: 'directory', name: issuer }] },
    reasons: undefined,
    crlIssuer: undefined,
  };
  return [...extensions.crlDistributionPoints, implied].map(scopedPoint);
}

function scopedPoint(point: DistributionPoint): ScopedPoint {
  const { name, crlIssuer } = point;
  const issuers = crlIssuer === undefined ? undefined : keysOfNames(crlIssuer);
  // (b)(2)(i): a point without a name of its own goes by those of its issuer of lists.
  const issuerNames = name === undefined ? (issuers ?? new Set<string>()) : undefined;
  const full = name?.kind === 'full' ? keysOfNames(name.names) : issuerNames;
  return { point, issuers, namesFor: (issuer) => full ?? keysOfPoint(name, issuer) };
}

/** True where a list is by the issuer of the certificate, or by an issuer of lists that the certificate names. */
export function concerns(crl: Crl, certificate: Certificate): boolean {
  return sameName(crl.issuer, certificate.issuer) || namesListIssuer(certificate, crl.issuer);
}

/** True where the certificate says that its own subject keeps the lists about it. */
export function keepsOwnLists(certificate: Certificate): boolean {
  return namesListIssuer(certificate, certificate.subject);
}

function namesListIssuer({ extensions }: Certificate, issuer: Name): boolean {
  return extensions.crlDistributionPoints.some(
    ({ crlIssuer }) =>
      crlIssuer?.some((name) => name.form === 'directory' && sameName(name.name, issuer)) === true,
  );
}

/** §6.3.3 (b): whether a list that stands at this point speaks about this certificate. */
export function isInScope({ crl, names }: ScopedList, point: ScopedPoint, certificate: Certificate): boolean {
  if (!isByIssuerOf(point, crl, certificate)) return false;
  const scope = crl.issuingDistributionPoint;
  // (b)(1): an issuer of lists that the point names keeps them for others, and says so.
  if (point.issuers !== undefined && scope?.indirect !== true) return false;
  if (scope === undefined) return true;
  const isAuthority = certificate.extensions.basicConstraints?.ca === true;
  // (b)(2)(ii) to (iv)
  if (scope.onlyAttributeCertificates) return false;
  if (scope.onlyUserCertificates && isAuthority) return false;
  if (scope.onlyAuthorityCertificates && !isAuthority) return false;
  // (b)(2)(i)
  return names === undefined || [...point.namesFor(crl.issuer)].some((name) => names.has(name));
}

/** (b)(1): the issuer of lists that the point names, else the issuer of the certificate. */
function isByIssuerOf({ issuers }: ScopedPoint, crl: Crl, certificate: Certificate): boolean {
  if (issuers === undefined) return sameName(crl.issuer, certificate.issuer);
  return issuers.has(directoryKey(crl.issuer.keys));
}

/** §6.3.3 (d), the interim reasons mask: the reasons that this list, at this point, answers for. */
export function reasonsOf({ point }: ScopedPoint, { issuingDistributionPoint }: Crl): number[] {
  const byPoint = point.reasons ?? allReasons;
  const byList = issuingDistributionPoint?.onlySomeReasons ?? allReasons;
  return [...allReasons].filter((reason) => byPoint.has(reason) && byList.has(reason));
}

/** Comparable keys; a name relative to the issuer of the list stands below the issuer's (§4.2.1.13). */
function keysOfPoint(name: DistributionPoint['name'], issuer: Name): ReadonlySet<string> {
  if (name === undefined) return new Set();
  if (name.kind === 'full') return keysOfNames(name.names);
  return new Set([directoryKey([...issuer.keys, name.key])]);
}

function keysOfNames(names: readonly GeneralName[]): ReadonlySet<string> {
  return new Set(names.map(generalNameKey));
}

function directoryKey(keys: readonly string[]): string {
  return `directory ${JSON.stringify(keys)}`;
}

function generalNameKey(name: GeneralName): string {
  switch (name.form) {
    case 'directory':
      return directoryKey(name.name.keys);
    case 'ip':
    case 'other':
      return `${name.form} ${toHex(name.bytes)}`;
    case 'email':
    case 'dns':
    case 'uri':
      return `${name.form} ${name.value}`;
  }
}
