import { describe, expect, test } from 'vitest';
import { readInstant } from '../../encoding/instant.ts';
import { standard, vectors } from '../../policy/policy.ts';
import { oid } from '../der/oids.ts';
import type { PolicyInputs } from './certificate-policies.ts';
import {
  anchor,
  authorityExtensions,
  basicConstraints,
  extension,
  issue,
  name,
  policiesExtension,
  purposes,
  testKey,
  usage,
  type CertificateSpec,
  type Issued,
} from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';
import { pathIssue, signatureMemo, type PathIssue, type Moment, type PathInput } from './trust.ts';
import { validatePath } from './validate-path.ts';

const now = readInstant('2026-11-20T00:00:00Z', 'now');
const moment: Moment = { at: now, proven: true, now };
const root = issue({ subject: 'CN=Root', extensions: authorityExtensions() });

/** The faults of exactly this path: nothing is searched, so every rule has to stand on its own. */
function faults(path: readonly Issued[], more: Partial<PathInput> = {}, top = root): PathIssue[] {
  const certificates = path.map(({ certificate }) => certificate);
  const input: PathInput = {
    certificate: certificates.at(-1)!,
    others: [],
    anchors: [anchor(top)],
    moment,
    algorithms: standard.algorithms,
    ...more,
  };
  return validatePath({ anchor: anchor(top), certificates }, input, signatureMemo(50), () => undefined);
}

const authority = (subject: string, issuer: Issued, more: Partial<CertificateSpec> = {}): Issued =>
  issue({ subject, issuer, extensions: authorityExtensions(), ...more });
const leaf = (issuer: Issued, more: Partial<CertificateSpec> = {}): Issued =>
  issue({ subject: 'CN=Leaf', issuer, ...more });
const broken = (certificate: string, rule: string): PathIssue =>
  pathIssue('FAILED', 'CHAIN_CONSTRAINTS_FAILURE', { certificate, rule });

const middle = authority('CN=Middle', root);

describe('RFC 5280 §6.1.3: rules over each certificate, one by one', () => {
  test('no fault', () => {
    expect(faults([middle, leaf(middle)])).toEqual([]);
  });

  test('a signature that does not hold, in the middle and at the end', () => {
    const forged = authority('CN=Middle', root, { signingKey: testKey('forger') });
    const rule = 'the ECDSA signature holds';
    expect(faults([forged, leaf(forged)])).toEqual([
      pathIssue('FAILED', 'SIG_CRYPTO_FAILURE', { certificate: 'CN=Middle', rule }),
    ]);
    expect(faults([middle, leaf(middle, { signingKey: testKey('forger') })])).toEqual([
      pathIssue('FAILED', 'SIG_CRYPTO_FAILURE', { certificate: 'CN=Leaf', rule }),
    ]);
  });

  test('SHA-1 in a certificate', () => {
    const old = [middle, leaf(middle, { hash: 'sha1' })];
    expect(faults(old)).toEqual([
      pathIssue('INDETERMINATE', 'CRYPTO_CONSTRAINTS_FAILURE', { certificate: 'CN=Leaf', what: 'SHA-1' }),
    ]);
    expect(faults(old, { algorithms: vectors.algorithms })).toEqual([]);
  });

  test('an issuer by another name', () => {
    expect(faults([middle, leaf(middle, { issuerName: name('CN=Else') })])).toEqual([
      broken('CN=Leaf', 'the issuer is the subject of the certificate above'),
    ]);
  });

  test('dates of anchor, authority and certificate, each by its own name', () => {
    const notAfter = '2021-01-01T00:00:00Z';
    const expired = (certificate: string): PathIssue => pathIssue('FAILED', 'EXPIRED', { certificate });
    const oldRoot = issue({ subject: 'CN=Old root', extensions: authorityExtensions(), notAfter });
    expect(faults([leaf(oldRoot)], {}, oldRoot)).toEqual([expired('CN=Old root')]);
    const old = authority('CN=Old', root, { notAfter });
    expect(faults([old, leaf(old)])).toEqual([expired('CN=Old')]);
    expect(faults([leaf(root, { notAfter })])).toEqual([expired('CN=Leaf')]);
    expect(faults([leaf(root, { notAfter })], { moment: { ...moment, proven: false } })).toEqual([
      pathIssue('INDETERMINATE', 'OUT_OF_BOUNDS_NO_POE', { certificate: 'CN=Leaf' }),
    ]);
    expect(faults([leaf(root, { notBefore: '2027-01-01T00:00:00Z' })])).toEqual([
      pathIssue('FAILED', 'NOT_YET_VALID', { certificate: 'CN=Leaf' }),
    ]);
  });

  test('critical extensions that are not processed, all of them', () => {
    const odd = (id: string): Uint8Array => extension(id, der.nullValue(), true);
    expect(faults([leaf(root, { extensions: [odd('1.2.3'), odd('1.2.4')] })])).toEqual(
      ['1.2.3', '1.2.4'].map((id) =>
        pathIssue('INDETERMINATE', 'X_UNSUPPORTED', {
          certificate: 'CN=Leaf',
          what: `critical extension ${id}`,
        }),
      ),
    );
  });

  test('what the check of revocation says', () => {
    const revoked = pathIssue('FAILED', 'REVOKED', { certificate: 'CN=Leaf' });
    const target = leaf(root);
    const found = validatePath(
      { anchor: anchor(root), certificates: [target.certificate] },
      { certificate: target.certificate, others: [], anchors: [], moment, algorithms: standard.algorithms },
      signatureMemo(5),
      (certificate, issuer) =>
        certificate === target.certificate && issuer === root.certificate ? revoked : undefined,
    );
    expect(found).toEqual([revoked]);
  });
});

describe('name constraints along the path', () => {
  const permitted = (value: string, form: 'O' | 'x400' = 'O'): Uint8Array =>
    extension(
      oid.nameConstraints,
      der.sequence(
        der.explicitTag(
          0,
          der.sequence(form === 'O' ? der.explicitTag(4, name(value)) : der.explicitTag(3, der.utf8(value))),
        ),
      ),
      true,
    );
  const limited = authority('O=a', root, { extensions: [...authorityExtensions(), permitted('O=a')] });
  const rule = 'names of form directory keep to the permitted subtrees';

  test('hold for the certificates below, not for the one that says them', () => {
    const self = authority('O=b', root, { extensions: [...authorityExtensions(), permitted('O=a')] });
    expect(faults([self, leaf(self, { subject: 'O=a, CN=x' })])).toEqual([]);
    expect(faults([limited, leaf(limited, { subject: 'O=c' })])).toEqual([broken('O=c', rule)]);
  });

  test('constraints of the anchor hold as well (RFC 5937)', () => {
    const top = issue({ subject: 'CN=Top', extensions: [...authorityExtensions(), permitted('O=a')] });
    expect(faults([leaf(top, { subject: 'O=c' })], {}, top)).toEqual([broken('O=c', rule)]);
  });

  test('a self-issued certificate is passed over, unless it is the last', () => {
    // The names differ in case only, so each of them issues itself; the constraint wants another organization.
    const outside = authority('O=b', root, { extensions: [...authorityExtensions(), permitted('O=c')] });
    const renewed = authority('O=B', outside, { key: testKey('renewed') });
    expect(faults([outside, renewed, leaf(renewed, { subject: 'O=c, CN=x' })])).toEqual([]);
    expect(faults([outside, renewed])).toEqual([broken('O=B', rule)]);
    const sub = authority('O=d', outside);
    expect(faults([outside, sub, leaf(sub, { subject: 'O=c, CN=x' })])).toEqual([broken('O=d', rule)]);
  });

  test('a form that is not checked', () => {
    const odd = authority('CN=Odd', root, { extensions: [...authorityExtensions(), permitted('x', 'x400')] });
    const named = leaf(odd, {
      extensions: [extension(oid.subjectAltName, der.sequence(der.explicitTag(3, der.utf8('x'))))],
    });
    expect(faults([odd, named])).toEqual([
      pathIssue('INDETERMINATE', 'X_UNSUPPORTED', {
        certificate: 'CN=Leaf',
        what: 'name constraint of form form 3',
      }),
    ]);
  });
});

describe('RFC 5280 §6.1.4: rules over each authority, one by one', () => {
  test('it says that it is one, and may sign certificates', () => {
    const none = authority('CN=None', root, { extensions: [] });
    const rule = 'basicConstraints says that it is an authority';
    expect(faults([none, leaf(none)])).toEqual([broken('CN=None', rule)]);
    const user = authority('CN=User', root, { extensions: [basicConstraints(false), usage(0)] });
    expect(faults([user, leaf(user)])).toEqual([
      broken('CN=User', rule),
      broken('CN=User', 'keyUsage has keyCertSign'),
    ]);
    // The rules are about issuers: the last certificate need not be one.
    expect(faults([user])).toEqual([]);
  });

  test('pathLen counts the authorities below, not the last certificate and not self-issued ones', () => {
    const rule = 'the path is no longer than pathLen allows';
    const one = authority('CN=One', root, { extensions: authorityExtensions(1) });
    const two = authority('CN=Two', one);
    const three = authority('CN=Three', two);
    expect(faults([one, two, leaf(two)])).toEqual([]);
    expect(faults([one, two, three])).toEqual([]);
    expect(faults([one, two, three, leaf(three)])).toEqual([broken('CN=Three', rule)]);
    const again = authority('CN=One', one, { key: testKey('again') });
    const below = authority('CN=Two', again);
    expect(faults([one, again, below, leaf(below)])).toEqual([]);
    // A later limit may be narrower, never wider.
    const narrow = authority('CN=Two', one, { extensions: authorityExtensions(0) });
    const wide = authority('CN=Two', authority('CN=One', root, { extensions: authorityExtensions(0) }), {
      extensions: authorityExtensions(5),
    });
    const under = authority('CN=Under', narrow);
    expect(faults([one, narrow, leaf(narrow)])).toEqual([]);
    expect(faults([one, narrow, under, leaf(under)])).toEqual([broken('CN=Under', rule)]);
    expect(faults([wide, leaf(wide)]).filter(({ reason }) => reason.detail?.rule === rule)).toEqual([]);
  });

  test('pathLen of the anchor', () => {
    const top = issue({ subject: 'CN=Top', extensions: authorityExtensions(0) });
    const sub = authority('CN=Sub', top);
    expect(faults([leaf(top)], {}, top)).toEqual([]);
    expect(faults([sub, leaf(sub)], {}, top)).toEqual([
      broken('CN=Sub', 'the path is no longer than pathLen allows'),
    ]);
  });

  test('the anchor is an authority; before version 3 it cannot say so', () => {
    const rule = 'the anchor is an authority that may sign certificates';
    const plain = issue({ subject: 'CN=Plain', extensions: [] });
    expect(faults([leaf(plain)], {}, plain)).toEqual([broken('CN=Plain', rule)]);
    const old = { ...plain, certificate: { ...plain.certificate, version: 1 } as const };
    expect(faults([leaf(old)], {}, old)).toEqual([]);
  });

  test('a critical purpose excludes others; one that is not critical, or wants none, does not', () => {
    const rule = 'a critical extendedKeyUsage includes the purpose';
    const of = (critical: boolean, ...list: readonly string[]): Issued =>
      authority('CN=For', root, { extensions: [...authorityExtensions(), purposes(critical, ...list)] });
    const wanted = { purposes: [oid.timeStamping] };
    const run = (top: Issued, more: Partial<PathInput> = wanted): PathIssue[] =>
      faults([top, leaf(top)], more);
    expect(run(of(true, oid.ocspSigning))).toEqual([broken('CN=For', rule)]);
    expect(run(of(true, oid.ocspSigning), {})).toEqual([]);
    expect(run(of(false, oid.ocspSigning))).toEqual([]);
    expect(run(of(true, oid.ocspSigning, oid.timeStamping))).toEqual([]);
    expect(run(of(true, oid.ocspSigning, oid.anyExtendedKeyUsage))).toEqual([]);
    expect(run(authority('CN=For', root))).toEqual([]);
  });
});

describe('policies along the path (RFC 5280 §6.1, RFC 9618)', () => {
  const [one, two, three] = ['1.2.3.1', '1.2.3.2', '1.2.3.3'] as const;
  const any = oid.anyPolicy;
  const map = (...pairs: readonly (readonly [string, string])[]): Uint8Array =>
    extension(
      oid.policyMappings,
      der.sequence(...pairs.map(([a, b]) => der.sequence(der.oid(a), der.oid(b)))),
    );
  const limits = (explicit?: number, mapping?: number): Uint8Array =>
    extension(
      oid.policyConstraints,
      der.sequence(
        ...(explicit === undefined ? [] : [der.implicitPrimitive(0, Uint8Array.of(explicit))]),
        ...(mapping === undefined ? [] : [der.implicitPrimitive(1, Uint8Array.of(mapping))]),
      ),
    );
  const noAny = (skip: number): Uint8Array => extension(oid.inhibitAnyPolicy, der.integer(skip));

  /** Rules broken on a path of authorities with these extensions, the last of them the certificate in question. */
  const rules = (
    path: readonly (readonly Uint8Array[])[],
    policies: PolicyInputs = {},
    selfIssued = -1,
  ): string[] => {
    const issued: Issued[] = [];
    path.forEach((extensions, index) => {
      const last = index === path.length - 1;
      const issuer = issued.at(-1) ?? root;
      const subject = index === selfIssued ? `CN=C${index - 1}` : `CN=C${index}`;
      issued.push(
        issue({
          subject,
          key: testKey(`policy ${index}`),
          issuer,
          extensions: last ? extensions : [...authorityExtensions(), ...extensions],
        }),
      );
    });
    return faults(issued, { policies }).map(
      ({ reason }) => `${reason.detail?.certificate} ${reason.detail?.rule}`,
    );
  };
  const p = policiesExtension;
  const explicit = { requireExplicit: true };
  const none = 'an explicit policy is required and none is left';
  const end = 'an accepted policy is left at the end';

  test('a policy that all carry; one that breaks off is reported where it does', () => {
    expect(rules([[p(one)], [p(one)], [p(one)]], explicit)).toEqual([]);
    expect(rules([[p(one)], [p(two)], [p(one)]], explicit)).toEqual([
      `CN=C1 ${none}`,
      `CN=C2 ${none}`,
      `CN=C2 ${end}`,
    ]);
    expect(rules([[], [p(one)]], explicit)).toEqual([`CN=C0 ${none}`, `CN=C1 ${none}`, `CN=C1 ${end}`]);
    expect(rules([[p(one)], []])).toEqual([]);
  });

  test('of several, one that is accepted is enough; the accepted ones are those of the anchor', () => {
    const path = [[p(one, two)], [p(two, three)]];
    expect(rules(path, { ...explicit, acceptable: [two] })).toEqual([]);
    expect(rules(path, { ...explicit, acceptable: [one, three] })).toEqual([`CN=C1 ${end}`]);
    expect(rules(path, { ...explicit, acceptable: [any] })).toEqual([]);
    expect(rules(path, { ...explicit, acceptable: [] })).toEqual([`CN=C1 ${end}`]);
  });

  test('anyPolicy at the end stands for what is accepted, if anything is', () => {
    const path = [[p(any)], [p(any)]];
    expect(rules(path, { ...explicit, acceptable: [one] })).toEqual([]);
    expect(rules(path, { ...explicit, acceptable: [] })).toEqual([`CN=C1 ${end}`]);
    expect(rules(path, explicit)).toEqual([]);
    expect(rules([[p(one)], [p(any)]], { ...explicit, acceptable: [one] })).toEqual([]);
    expect(rules([[p(one)], [p(any)]], { ...explicit, acceptable: [two] })).toEqual([`CN=C1 ${end}`]);
    expect(rules([[p(one, any)], [p(two)]], { ...explicit, acceptable: [two] })).toEqual([]);
  });

  test('inhibitAnyPolicy after so many certificates; a self-issued one may still use it, the last may not', () => {
    expect(rules([[p(one), noAny(0)], [p(any)]], explicit)).toEqual([`CN=C1 ${none}`, `CN=C1 ${end}`]);
    expect(rules([[p(one), noAny(1)], [p(any)]], explicit)).toEqual([]);
    expect(rules([[p(one), noAny(1)], [p(any)], [p(any)]], explicit)).toEqual([
      `CN=C2 ${none}`,
      `CN=C2 ${end}`,
    ]);
    expect(rules([[p(one), noAny(0)], [p(any)], [p(one)]], explicit, 1)).toEqual([]);
    expect(rules([[p(one), noAny(0)], [p(any)]], explicit, 1)).toEqual([`CN=C0 ${none}`, `CN=C0 ${end}`]);
    expect(rules([[p(one), noAny(1)], [p(one)], [p(any)]], explicit, 1)).toEqual([]);
  });

  test('mappings: to several, from anyPolicy in the graph, never of what is not there', () => {
    expect(
      rules([[p(one), map([one, two], [one, three])], [p(three)]], { ...explicit, acceptable: [one] }),
    ).toEqual([]);
    expect(rules([[p(one), map([one, two])], [p(one)]], explicit)).toEqual([`CN=C1 ${none}`, `CN=C1 ${end}`]);
    expect(rules([[p(any), map([one, two])], [p(two)]], { ...explicit, acceptable: [one] })).toEqual([]);
    expect(rules([[p(one), map([three, two])], [p(two)]], explicit)).toEqual([
      `CN=C1 ${none}`,
      `CN=C1 ${end}`,
    ]);
    expect(rules([[p(one, two), map([one, three])], [p(two)]], { ...explicit, acceptable: [two] })).toEqual(
      [],
    );
  });

  test('each mapping is of its own policy', () => {
    const pairs = map([one, '1.2.3.8'], [two, '1.2.3.9']);
    const path = [[p(one, two), pairs], [p('1.2.3.9')]];
    expect(rules(path, { ...explicit, acceptable: [two] })).toEqual([]);
    expect(rules(path, { ...explicit, acceptable: [one] })).toEqual([`CN=C1 ${end}`]);
    expect(rules([[p(one, two)], [p(one, two)]], { ...explicit, acceptable: [two] })).toEqual([]);
  });

  test('anyPolicy is never mapped, from or to', () => {
    const rule = ['CN=C0 anyPolicy is never mapped'];
    expect(rules([[p(one), map([any, two])], [p(one)]])).toEqual(rule);
    expect(rules([[p(one), map([one, any])], [p(one)]])).toEqual(rule);
    // The mappings of the last certificate map nothing.
    expect(rules([[p(one)], [p(one), map([any, two])]])).toEqual([]);
  });

  test('inhibitPolicyMapping at once, and after so many certificates that are not self-issued', () => {
    const mapped = [p(two), map([two, three])];
    expect(rules([[p(one), map([one, two]), limits(undefined, 0)], mapped, [p(three)]], explicit)).toEqual([
      `CN=C2 ${none}`,
      `CN=C2 ${end}`,
    ]);
    expect(rules([[p(one), map([one, two]), limits(undefined, 1)], mapped, [p(three)]], explicit)).toEqual(
      [],
    );
    expect(
      rules([[p(one), limits(undefined, 1)], [p(one)], [p(one), map([one, two])], [p(two)]], explicit),
    ).toEqual([`CN=C3 ${none}`, `CN=C3 ${end}`]);
    expect(
      rules([[p(one), limits(undefined, 1)], [p(one)], [p(one), map([one, two])], [p(two)]], explicit, 1),
    ).toEqual([]);
    expect(rules([[p(one), map([one, two])], [p(two)]], { ...explicit, inhibitMapping: true })).toEqual([
      `CN=C1 ${none}`,
      `CN=C1 ${end}`,
    ]);
  });

  test('requireExplicitPolicy after so many certificates that are not self-issued', () => {
    expect(rules([[p(one), limits(0)], []])).toEqual([`CN=C1 ${none}`, `CN=C1 ${end}`]);
    expect(rules([[p(one), limits(1)], []])).toEqual([`CN=C1 ${end}`]);
    expect(rules([[p(one), limits(2)], []])).toEqual([]);
    expect(rules([[p(one), limits(2)], [], []])).toEqual([`CN=C2 ${end}`]);
    expect(rules([[p(one), limits(2)], [], []], {}, 1)).toEqual([]);
    // The last certificate may require it of itself, and only at once.
    expect(rules([[], [limits(0)]])).toEqual([`CN=C1 ${end}`]);
    expect(rules([[], [limits(1)]])).toEqual([]);
    expect(rules([[p(one)], [p(one), limits(0)]])).toEqual([]);
  });
});
