/**
 * Revocation by lists at hand (RFC 5280 §6.3.3). Complete lists, lists by distribution point, by kind of
 * certificate and by reason are judged. Delta lists and indirect lists are not: where one bears on the
 * question, the answer is "cannot be told", never "good".
 */
import type { Instant } from '../instant.ts';
import { toHex } from '../bytes.ts';
import type { Certificate } from './certificate.ts';
import type { Crl, CrlEntry } from './crl.ts';
import { allReasons, type DistributionPoint, type IssuingDistributionPoint } from './distribution-points.ts';
import type { GeneralName } from './general-names.ts';
import { sameName, type Name } from './names.ts';
import type { Moment } from './trust.ts';

export type RevocationStatus =
  | { readonly kind: 'good' }
  | { readonly kind: 'revoked'; readonly entry: CrlEntry }
  | { readonly kind: 'unknown'; readonly what: string; readonly unsupported: boolean };

/** Whether a list was signed by a key that may sign the lists of this issuer; else why not. */
export type CrlSignerJudge = (crl: Crl) => 'valid' | 'invalid' | { readonly unsupported: string };

/** What was found wanting, so that an unknown status can say why; what is unsupported is said first. */
type Notes = { readonly unsupported: string[]; readonly other: string[] };

export function revocationByLists(
  certificate: Certificate,
  crls: readonly Crl[],
  moment: Moment,
  judgeSigner: CrlSignerJudge,
): RevocationStatus {
  const notes: Notes = { unsupported: [], other: [] };
  const covered = new Set<number>();
  const points: readonly DistributionPoint[] = [
    ...certificate.extensions.crlDistributionPoints,
    // §6.3.3, end: lists of the issuer that no point names, under the name of the issuer.
    {
      name: { kind: 'full', names: [{ form: 'directory', name: certificate.issuer }] },
      reasons: undefined,
      crlIssuer: undefined,
    },
  ];
  // §6.3.3 (e) would pass over a list that covers no new reason. All are looked at instead: with an older and a newer
  // list at hand, both current, the order in which they lie there must not decide.
  let found: CrlEntry | undefined;
  for (const point of points) {
    for (const crl of crls) {
      if (!isUsable(crl, point, certificate, moment, notes)) continue;
      const signer = judgeSigner(crl);
      if (signer !== 'valid') {
        if (signer === 'invalid') notes.other.push('a list is signed by a key that may sign it');
        else notes.unsupported.push(signer.unsupported);
        continue;
      }
      const entry = crl.entries.get(toHex(certificate.serialNumber));
      if (entry !== undefined && (found === undefined || entry.revokedAt < found.revokedAt)) found = entry;
      for (const reason of reasonsOf(point, crl.issuingDistributionPoint)) covered.add(reason);
    }
  }
  const [unsupported] = notes.unsupported;
  // A delta list could take an entry back or add one, so it outweighs what the complete list says.
  if (unsupported !== undefined) return { kind: 'unknown', what: unsupported, unsupported: true };
  if (found !== undefined) return { kind: 'revoked', entry: found };
  // §6.3.3: the status is known when every reason is covered.
  if ([...allReasons].every((reason) => covered.has(reason))) return { kind: 'good' };
  return { kind: 'unknown', what: notes.other[0] ?? 'a list of the issuer is at hand', unsupported: false };
}

/** §6.3.3 (a) to (d) and §5.2.5: whether this list speaks about this certificate, at this time. */
function isUsable(
  crl: Crl,
  point: DistributionPoint,
  certificate: Certificate,
  moment: Moment,
  notes: Notes,
): boolean {
  const issuedByIssuer = sameName(crl.issuer, certificate.issuer);
  // (b)(1): a point that names another issuer of lists wants an indirect list of that issuer.
  const named = point.crlIssuer?.some((name) => name.form === 'directory' && sameName(name.name, crl.issuer));
  if (named === true && !issuedByIssuer) return refuse(notes.unsupported, 'indirect revocation list');
  if (!issuedByIssuer) return false;
  const scope = crl.issuingDistributionPoint;
  const isAuthority = certificate.extensions.basicConstraints?.ca === true;
  if (scope !== undefined) {
    if (scope.onlyAttributeCertificates) return false;
    if (scope.onlyUserCertificates && isAuthority) return false;
    if (scope.onlyAuthorityCertificates && !isAuthority) return false;
  }
  if (scope?.name !== undefined && !namesMeet(scope, point, crl.issuer)) return false;
  if (scope?.indirect === true) return refuse(notes.unsupported, 'indirect revocation list');
  if (crl.delta) return refuse(notes.unsupported, 'delta revocation list');
  if (crl.unprocessedCritical.length > 0)
    return refuse(notes.other, 'a list has no critical extension that is not processed');
  return isCurrent(crl, certificate, moment, notes);
}

/** Remembers why a list is not used. */
function refuse(notes: string[], why: string): false {
  notes.push(why);
  return false;
}

/**
 * The list must reach up to the time in question and must not come from the future; one that is newer than the
 * time in question says even more. Entries of expired certificates may be gone (RFC 5280 §3.3), so a list from
 * after the expiry says nothing, unless it says that it keeps them.
 */
function isCurrent(crl: Crl, certificate: Certificate, { at, now }: Moment, notes: Notes): boolean {
  const reach: Instant = crl.nextUpdate ?? -Infinity;
  if (crl.thisUpdate > now || reach < at) return refuse(notes.other, 'a list is current at the time');
  if (crl.thisUpdate > certificate.notAfter && !crl.keepsExpired)
    return refuse(notes.other, 'a list was issued before the certificate expired');
  return true;
}

/**
 * §6.3.3 (b)(2)(i): the names of the list and of the point have one in common. A point without a name of its own goes
 * by the name of its issuer of lists, which here is the issuer: the last point that is asked stands for it.
 */
function namesMeet(scope: IssuingDistributionPoint, point: DistributionPoint, issuer: Name): boolean {
  const listNames = pointKeys(scope, issuer);
  return [...pointKeys(point, issuer)].some((name) => listNames.has(name));
}

/** Comparable keys; a name relative to the issuer of the list stands below the issuer's (§4.2.1.13). */
function pointKeys({ name }: Pick<DistributionPoint, 'name'>, issuer: Name): ReadonlySet<string> {
  if (name === undefined) return new Set();
  if (name.kind === 'full') return new Set(name.names.map(generalNameKey));
  return new Set([`directory ${JSON.stringify([...issuer.keys, name.key])}`]);
}

function generalNameKey(name: GeneralName): string {
  switch (name.form) {
    case 'directory':
      return `directory ${JSON.stringify(name.name.keys)}`;
    case 'ip':
    case 'other':
      return `${name.form} ${toHex(name.bytes)}`;
    case 'email':
    case 'dns':
    case 'uri':
      return `${name.form} ${name.value}`;
  }
}

/** §6.3.3 (d): the reasons that this list, by this point, answers for. */
function reasonsOf(
  point: DistributionPoint,
  scope: IssuingDistributionPoint | undefined,
): ReadonlySet<number> {
  const byPoint = point.reasons ?? allReasons;
  const byList = scope?.onlySomeReasons ?? allReasons;
  return new Set([...allReasons].filter((reason) => byPoint.has(reason) && byList.has(reason)));
}
