/**
 * The extensions of a certificate that rules look at (RFC 5280 §4.2.1), each in its own form. One that is
 * known but malformed makes the certificate unreadable: half a constraint is worse than none.
 */
import { tooLarge, unreadable } from '../../errors.ts';
import { readDistributionPoints, type DistributionPoint } from './distribution-points.ts';
import {
  Fields,
  contextPrimitive,
  contextTag,
  expectTag,
  itemsOf,
  listOf,
  tags,
  type Der,
} from '../der/der.ts';
import { namedBits, octets, readBoolean, readOid, smallInteger } from '../der/der-values.ts';
import { extensionDer, type Extension } from './extension.ts';
import { readGeneralName, type GeneralName } from './general-names.ts';
import { oid } from '../der/oids.ts';

/** The bits of KeyUsage in their order (RFC 5280 §4.2.1.3). */
const keyUsages = [
  'digitalSignature',
  'contentCommitment',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;

type KeyUsage = (typeof keyUsages)[number];

export interface Subtree {
  readonly base: GeneralName;
  /** True where minimum or maximum stand, which RFC 5280 §4.2.1.10 does not use. */
  readonly bounded: boolean;
}

export interface NameConstraints {
  readonly permitted: readonly Subtree[];
  readonly excluded: readonly Subtree[];
}

interface PolicyConstraints {
  readonly requireExplicit: number | undefined;
  readonly inhibitMapping: number | undefined;
}

export interface CertificateExtensions {
  readonly all: readonly Extension[];
  readonly keyUsage: ReadonlySet<KeyUsage> | undefined;
  readonly extendedKeyUsage: { readonly purposes: readonly string[]; readonly critical: boolean } | undefined;
  readonly basicConstraints: { readonly ca: boolean; readonly pathLength: number | undefined } | undefined;
  readonly subjectKeyIdentifier: Uint8Array | undefined;
  readonly authorityKeyIdentifier: Uint8Array | undefined;
  readonly subjectAltNames: readonly GeneralName[];
  readonly nameConstraints: NameConstraints | undefined;
  readonly policies: readonly string[] | undefined;
  readonly policyMappings: readonly { readonly issuer: string; readonly subject: string }[];
  readonly policyConstraints: PolicyConstraints | undefined;
  readonly inhibitAnyPolicy: number | undefined;
  readonly crlDistributionPoints: readonly DistributionPoint[];
  readonly ocspAddresses: readonly string[];
  readonly ocspNoCheck: boolean;
  /** Critical parts that no rule here processes: their presence forbids a PASSED (RFC 5280 §4.2). */
  readonly unprocessedCritical: readonly string[];
}

const processed: ReadonlySet<string> = new Set([
  oid.keyUsage,
  oid.extendedKeyUsage,
  oid.basicConstraints,
  oid.subjectKeyIdentifier,
  oid.authorityKeyIdentifier,
  oid.subjectAltName,
  oid.nameConstraints,
  oid.certificatePolicies,
  oid.policyMappings,
  oid.policyConstraints,
  oid.inhibitAnyPolicy,
  oid.crlDistributionPoints,
  oid.ocspNoCheck,
]);

export function readCertificateExtensions(all: readonly Extension[]): CertificateExtensions {
  const read = <T>(id: string, reader: (node: Der, subject: string) => T): T | undefined => {
    const extension = all.find((one) => one.id === id);
    const subject = `certificate extension ${id}`;
    return extension === undefined ? undefined : reader(extensionDer(extension, subject), subject);
  };
  const policies = read(oid.certificatePolicies, readPolicies);
  const isCritical = (id: string): boolean => all.some((one) => one.id === id && one.critical);
  const purposes = read(oid.extendedKeyUsage, readPurposes);
  return {
    all,
    keyUsage: read(oid.keyUsage, readKeyUsage),
    extendedKeyUsage:
      purposes === undefined ? undefined : { purposes, critical: isCritical(oid.extendedKeyUsage) },
    basicConstraints: read(oid.basicConstraints, readBasicConstraints),
    subjectKeyIdentifier: read(oid.subjectKeyIdentifier, octets),
    authorityKeyIdentifier: read(oid.authorityKeyIdentifier, readAuthorityKeyIdentifier),
    subjectAltNames: read(oid.subjectAltName, readAltNames) ?? [],
    nameConstraints: read(oid.nameConstraints, readNameConstraints),
    policies: policies?.ids,
    policyMappings: read(oid.policyMappings, readPolicyMappings) ?? [],
    policyConstraints: read(oid.policyConstraints, readPolicyConstraints),
    inhibitAnyPolicy: read(oid.inhibitAnyPolicy, (node, subject) => smallInteger(node, subject, maxCount)),
    crlDistributionPoints: read(oid.crlDistributionPoints, readDistributionPoints) ?? [],
    ocspAddresses: read(oid.authorityInfoAccess, readOcspAddresses) ?? [],
    ocspNoCheck: read(oid.ocspNoCheck, (node, subject) => expectTag(node, tags.null, subject)) !== undefined,
    unprocessedCritical: [
      ...all.flatMap(({ id, critical }) => (critical && !processed.has(id) ? [id] : [])),
      // RFC 5280 §4.2.1.4: of a critical extension the qualifiers too must be understood.
      ...(isCritical(oid.certificatePolicies) ? (policies?.unknownQualifiers ?? []) : []),
    ],
  };
}

/** Path lengths and skip counts above this are refused; no path is that long. */
const maxCount = 1_000_000;
const maxPolicies = 64;

/** At least one name by RFC 5280 §4.2.1.6; issuers do write none, and no name constrains or grants anything. */
function readAltNames(node: Der, subject: string): GeneralName[] {
  return itemsOf(expectTag(node, tags.sequence, subject), subject).map((item) =>
    readGeneralName(item, subject),
  );
}

function readKeyUsage(node: Der, subject: string): ReadonlySet<KeyUsage> {
  const bits = namedBits(node, subject);
  const set = new Set(keyUsages.filter((_, bit) => bits.has(bit)));
  if (set.size === 0) throw unreadable(subject, 'at least one usage (RFC 5280 §4.2.1.3)');
  return set;
}

function readPurposes(node: Der, subject: string): string[] {
  return listOf(node, tags.sequence, subject, maxPolicies).map((item) => readOid(item, subject));
}

function readBasicConstraints(
  node: Der,
  subject: string,
): { readonly ca: boolean; readonly pathLength: number | undefined } {
  const fields = new Fields(node, subject);
  const flag = fields.optional(tags.boolean);
  const length = fields.optional(tags.integer);
  fields.end();
  return {
    ca: flag !== undefined && readBoolean(flag, subject),
    pathLength: length === undefined ? undefined : smallInteger(length, subject, maxCount),
  };
}

/** Only the key identifier; issuer and serial number say nothing that the names do not. */
function readAuthorityKeyIdentifier(node: Der, subject: string): Uint8Array | undefined {
  const fields = new Fields(node, subject);
  const identifier = fields.optional(contextPrimitive(0));
  fields.optional(contextTag(1));
  fields.optional(contextPrimitive(2));
  fields.end();
  return identifier?.content;
}

function readNameConstraints(node: Der, subject: string): NameConstraints {
  const fields = new Fields(node, subject);
  const permitted = fields.optional(contextTag(0));
  const excluded = fields.optional(contextTag(1));
  fields.end();
  // RFC 5280 §4.2.1.10: never an empty sequence.
  if (permitted === undefined && excluded === undefined) throw unreadable(subject, 'at least one subtree');
  return {
    permitted: permitted === undefined ? [] : readSubtrees(permitted, subject),
    excluded: excluded === undefined ? [] : readSubtrees(excluded, subject),
  };
}

function readSubtrees(node: Der, subject: string): Subtree[] {
  return listOf(node, node.tag, subject, 256).map((item) => {
    const fields = new Fields(item, subject);
    const base = readGeneralName(fields.any('base'), subject);
    const minimum = fields.optional(contextPrimitive(0));
    const maximum = fields.optional(contextPrimitive(1));
    fields.end();
    const fromZero = minimum === undefined || (minimum.content.length === 1 && minimum.content[0] === 0);
    return { base, bounded: !fromZero || maximum !== undefined };
  });
}

function readPolicies(
  node: Der,
  subject: string,
): { readonly ids: readonly string[]; readonly unknownQualifiers: readonly string[] } {
  const ids: string[] = [];
  const unknownQualifiers: string[] = [];
  for (const item of listOf(node, tags.sequence, subject, maxPolicies)) {
    const fields = new Fields(item, subject);
    const id = readOid(fields.next(tags.oid, 'policy'), subject);
    const qualifiers = fields.optional(tags.sequence);
    fields.end();
    // RFC 5280 §4.2.1.4: a policy must not appear more than once.
    if (ids.includes(id)) throw unreadable(subject, `the policy ${id} once`);
    ids.push(id);
    for (const qualifier of qualifiers === undefined ? [] : listOf(qualifiers, tags.sequence, subject)) {
      const parts = new Fields(qualifier, subject);
      const kind = readOid(parts.next(tags.oid, 'qualifier'), subject);
      if (kind !== oid.qualifierCps && kind !== oid.qualifierUserNotice) unknownQualifiers.push(kind);
    }
  }
  return { ids, unknownQualifiers };
}

function readPolicyMappings(node: Der, subject: string): { issuer: string; subject: string }[] {
  return listOf(node, tags.sequence, subject, maxPolicies).map((item) => {
    const fields = new Fields(item, subject);
    const issuer = readOid(fields.next(tags.oid, 'issuer policy'), subject);
    const mapped = readOid(fields.next(tags.oid, 'subject policy'), subject);
    fields.end();
    return { issuer, subject: mapped };
  });
}

function readPolicyConstraints(node: Der, subject: string): PolicyConstraints {
  const fields = new Fields(node, subject);
  const count = (item: Der | undefined): number | undefined =>
    item === undefined ? undefined : smallInteger({ ...item, tag: tags.integer }, subject, maxCount);
  const requireExplicit = count(fields.optional(contextPrimitive(0)));
  const inhibitMapping = count(fields.optional(contextPrimitive(1)));
  fields.end();
  // RFC 5280 §4.2.1.11: never an empty sequence.
  if (requireExplicit === undefined && inhibitMapping === undefined) {
    throw unreadable(subject, 'at least one constraint');
  }
  return { requireExplicit, inhibitMapping };
}

function readOcspAddresses(node: Der, subject: string): string[] {
  const items = itemsOf(expectTag(node, tags.sequence, subject), subject);
  if (items.length > maxPolicies) throw tooLarge(subject, `at most ${maxPolicies} descriptions`);
  return items.flatMap((item) => {
    const fields = new Fields(item, subject);
    const method = readOid(fields.next(tags.oid, 'method'), subject);
    const location = readGeneralName(fields.any('location'), subject);
    fields.end();
    return method === oid.accessOcsp && location.form === 'uri' ? [location.value] : [];
  });
}
