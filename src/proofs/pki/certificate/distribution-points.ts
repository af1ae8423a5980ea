/** Where revocation lists apply (RFC 5280 §4.2.1.13, §5.2.5): the same fields in certificates and lists. */
import { unreadable } from '../../errors.ts';
import {
  Fields,
  contextPrimitive,
  contextTag,
  explicit,
  listOf,
  tags,
  untagged,
  type Der,
} from '../der/der.ts';
import { namedBits, readBoolean } from '../der/der-values.ts';
import { readGeneralNames, type GeneralName } from './general-names.ts';
import { readRelativeName } from './names.ts';

/** The bits of ReasonFlags 1…8; bit 0 is unused (RFC 5280 §4.2.1.13). */
export const allReasons: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7, 8]);

type DistributionPointName =
  | { readonly kind: 'full'; readonly names: readonly GeneralName[] }
  /** The comparable key of the relative name, to stand after the name of the list's issuer. */
  | { readonly kind: 'relative'; readonly key: string };

export interface DistributionPoint {
  readonly name: DistributionPointName | undefined;
  readonly reasons: ReadonlySet<number> | undefined;
  readonly crlIssuer: readonly GeneralName[] | undefined;
}

export interface IssuingDistributionPoint {
  readonly name: DistributionPointName | undefined;
  readonly onlyUserCertificates: boolean;
  readonly onlyAuthorityCertificates: boolean;
  readonly onlySomeReasons: ReadonlySet<number> | undefined;
  readonly indirect: boolean;
  readonly onlyAttributeCertificates: boolean;
}

export function readDistributionPoints(node: Der, subject: string): DistributionPoint[] {
  return listOf(node, tags.sequence, subject, 64).map((item) => {
    const fields = new Fields(item, subject);
    const name = fields.optional(contextTag(0));
    const reasons = fields.optional(contextPrimitive(1));
    const issuer = fields.optional(contextTag(2));
    fields.end();
    // RFC 5280 §4.2.1.13: not reasons alone.
    if (name === undefined && issuer === undefined)
      throw unreadable(subject, 'a distribution point or issuer');
    return {
      name: name === undefined ? undefined : readPointName(name, subject),
      reasons: reasons === undefined ? undefined : readReasons(reasons, subject),
      crlIssuer: issuer === undefined ? undefined : readGeneralNames(issuer, subject, contextTag(2)),
    };
  });
}

export function readIssuingDistributionPoint(node: Der, subject: string): IssuingDistributionPoint {
  const fields = new Fields(node, subject);
  const flag = (n: number): boolean => {
    const item = fields.optional(contextPrimitive(n));
    return item !== undefined && readBoolean(untagged(item, tags.boolean), subject);
  };
  const name = fields.optional(contextTag(0));
  const onlyUserCertificates = flag(1);
  const onlyAuthorityCertificates = flag(2);
  const reasons = fields.optional(contextPrimitive(3));
  const indirect = flag(4);
  const onlyAttributeCertificates = flag(5);
  fields.end();
  // RFC 5280 §5.2.5: at most one of the three, and not all of the fields absent.
  const only = [onlyUserCertificates, onlyAuthorityCertificates, onlyAttributeCertificates].filter(Boolean);
  if (only.length > 1) throw unreadable(subject, 'at most one kind of certificate');
  return {
    name: name === undefined ? undefined : readPointName(name, subject),
    onlyUserCertificates,
    onlyAuthorityCertificates,
    onlySomeReasons: reasons === undefined ? undefined : readReasons(reasons, subject),
    indirect,
    onlyAttributeCertificates,
  };
}

/** DistributionPointName is a CHOICE, so the `[0]` around it is explicit. */
function readPointName(node: Der, subject: string): DistributionPointName {
  const choice = explicit(node, subject);
  if (choice.tag === contextTag(0)) {
    return { kind: 'full', names: readGeneralNames(choice, subject, contextTag(0)) };
  }
  if (choice.tag === contextTag(1)) {
    return { kind: 'relative', key: readRelativeName(untagged(choice, tags.set), subject).key };
  }
  throw unreadable(subject, 'a full or a relative name');
}

function readReasons(node: Der, subject: string): ReadonlySet<number> {
  return namedBits(untagged(node, tags.bitString), subject);
}
