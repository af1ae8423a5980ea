import { describe, expect, test } from 'vitest';
import { readInstant } from '../../encoding/instant.ts';
import { standard, vectors } from '../../policy/policy.ts';
import { sha1 } from '../../encoding/hash.ts';
import { flipByte } from '../../testing/mutate.ts';
import { readCertificate, type Certificate } from '../certificate/certificate.ts';
import { ProofError } from '../../errors.ts';
import { oid } from '../der/oids.ts';
import { checkPath } from './check-path.ts';
import { verifyPath, type PathResult } from './path.ts';
import type { Moment, PathInput } from './trust.ts';
import {
  anchor,
  authorityExtensions,
  basicConstraints,
  extension,
  issue,
  issueCrl,
  name,
  policiesExtension,
  purposes,
  smallChain,
  testKey,
  usage,
  type Issued,
} from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';

const at = (text: string, proven = true): Moment => {
  const instant = readInstant(text, 'at');
  return { at: instant, proven, now: instant };
};
const moment = at('2026-11-20T00:00:00Z');
const { root, authority, leaf } = smallChain();

function validate(target: Issued, others: readonly Issued[], more: Partial<PathInput> = {}): PathResult {
  return verifyPath({
    certificate: target.certificate,
    others: others.map(({ certificate }) => certificate),
    anchors: [anchor(root)],
    moment,
    algorithms: standard.algorithms,
    ...more,
  });
}

const rule = ({ reason }: PathResult): unknown => reason?.detail?.rule;
const what = ({ reason }: PathResult): unknown => reason?.detail?.what;

describe('RFC 5280 §6.1: a path holds', () => {
  test('from the certificate over an authority to a pinned anchor', () => {
    const result = validate(leaf, [authority]);
    expect(result.status).toBe('PASSED');
    expect(result.certificates).toEqual([leaf.certificate, authority.certificate]);
    expect(result.anchor?.certificate).toBe(root.certificate);
  });

  test('when the certificate is itself pinned', () => {
    const pinned = anchor(authority);
    expect(validate(authority, [], { anchors: [pinned] })).toEqual({
      status: 'PASSED',
      certificates: [],
      anchor: pinned,
      revocationChecked: false,
    });
    expect(validate(root, []).status).toBe('PASSED');
    expect(validate(root, [], { moment: at('2040-01-01T00:00:00Z') }).status).toBe('FAILED');
  });

  test('the check says PINNED and shows every link', () => {
    const { check, facts } = checkPath({
      certificate: leaf.certificate,
      others: [authority.certificate],
      anchors: [anchor(root)],
      moment,
      policy: standard,
    });
    expect(check).toMatchObject({ id: 'certificate.path', status: 'PASSED', basis: 'PINNED', level: 'FAIL' });
    expect(check.steps?.map(({ kind, values }) => [kind, values.subject])).toEqual([
      ['link', 'CN=Leaf'],
      ['link', 'CN=Authority'],
      ['anchor', 'CN=Root'],
    ]);
    expect(facts.map(({ subject }) => subject)).toEqual(['CN=Leaf', 'CN=Authority', 'CN=Root']);
  });

  test('through the right one of several certificates of one name', () => {
    const other = issue({ subject: 'CN=Authority', key: testKey('other'), issuer: root, extensions: [] });
    const expired = issue({
      subject: 'CN=Authority',
      key: authority.key,
      issuer: root,
      extensions: authorityExtensions(),
      notAfter: '2021-01-01T00:00:00Z',
    });
    expect(validate(leaf, [other, expired, authority]).status).toBe('PASSED');
    expect(validate(leaf, [other, expired]).reason?.code).toBe('EXPIRED');
  });
});

describe('which path counts', () => {
  const chain = (length: number): readonly Issued[] => {
    const path: Issued[] = [];
    for (let index = 1; index < length; index++) {
      path.push(
        issue({ subject: `CN=A${index}`, issuer: path.at(-1) ?? root, extensions: authorityExtensions() }),
      );
    }
    return [...path, issue({ subject: 'CN=End', issuer: path.at(-1) ?? root })];
  };

  test('twelve certificates below the anchor, not thirteen', () => {
    const run = (length: number): PathResult => {
      const path = chain(length);
      return validate(path.at(-1)!, path);
    };
    expect(run(1).certificates).toHaveLength(1);
    expect(run(12)).toMatchObject({ status: 'PASSED' });
    expect(run(12).certificates).toHaveLength(12);
    expect(run(13)).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'NO_CERTIFICATE_CHAIN_FOUND' },
    });
  });

  test('of paths that do not hold, one that only could not be checked decides, in whatever order they lie', () => {
    const key = authority.key;
    const expired = issue({
      subject: 'CN=Authority',
      key,
      issuer: root,
      extensions: authorityExtensions(),
      notAfter: '2021-01-01T00:00:00Z',
    });
    const odd = issue({
      subject: 'CN=Authority',
      key,
      issuer: root,
      extensions: [...authorityExtensions(), extension('1.2.3', der.nullValue(), true)],
    });
    for (const others of [
      [expired, odd],
      [odd, expired],
    ]) {
      const result = validate(leaf, others);
      expect(result).toMatchObject({ status: 'INDETERMINATE', reason: { code: 'X_UNSUPPORTED' } });
      expect(result.certificates).toEqual([leaf.certificate, odd.certificate]);
      expect(result.anchor?.certificate).toBe(root.certificate);
    }
    const late = issue({
      subject: 'CN=Authority',
      key,
      issuer: root,
      extensions: authorityExtensions(),
      notBefore: '2030-01-01T00:00:00Z',
    });
    expect(validate(leaf, [expired, late]).reason?.code).toBe('EXPIRED');
    expect(validate(leaf, [late, expired]).reason?.code).toBe('NOT_YET_VALID');
    const odder = issue({
      subject: 'CN=Authority',
      key,
      issuer: root,
      extensions: [...authorityExtensions(), extension('1.2.4', der.nullValue(), true)],
    });
    expect(what(validate(leaf, [odder, odd]))).toBe('critical extension 1.2.4');
    expect(what(validate(leaf, [odd, odder]))).toBe('critical extension 1.2.3');
    expect(validate(leaf, [expired])).toMatchObject({
      status: 'FAILED',
      certificates: [leaf.certificate, expired.certificate],
    });
  });

  test('a path ends at the first pinned certificate; its authority need not be at hand', () => {
    const result = validate(leaf, [authority, root], { anchors: [anchor(authority)] });
    expect(result).toMatchObject({ status: 'PASSED', certificates: [leaf.certificate] });
  });
});

describe('no path is INDETERMINATE, never FAILED', () => {
  test('an authority that is not at hand', () => {
    const result = validate(leaf, []);
    expect(result).toEqual({
      status: 'INDETERMINATE',
      reason: {
        code: 'NO_CERTIFICATE_CHAIN_FOUND',
        detail: { certificate: 'CN=Leaf', issuer: 'CN=Authority' },
      },
      next: { code: 'add_anchor' },
      certificates: [leaf.certificate],
      revocationChecked: false,
    });
  });

  test('an anchor with the right key and another name', () => {
    const other = issue({ subject: 'CN=Else', key: root.key, extensions: authorityExtensions() });
    const result = validate(leaf, [authority], { anchors: [anchor(other)] });
    expect(result).toMatchObject({ status: 'INDETERMINATE', reason: { code: 'NO_CERTIFICATE_CHAIN_FOUND' } });
  });

  test('a key identifier on one side only, or another one, names no key', () => {
    const named = (id: number): Uint8Array =>
      extension(oid.subjectKeyIdentifier, der.octetString(Uint8Array.of(id)));
    const wants = extension(
      oid.authorityKeyIdentifier,
      der.sequence(der.implicitPrimitive(0, Uint8Array.of(1))),
    );
    const run = (top: readonly Uint8Array[], below: readonly Uint8Array[]): string => {
      const known = issue({ subject: 'CN=Known', extensions: [...authorityExtensions(), ...top] });
      const forged = issue({ subject: 'CN=F', issuer: known, signingKey: testKey('f'), extensions: below });
      const { status, reason } = validate(forged, [], { anchors: [anchor(known)] });
      return `${status} ${reason?.code}`;
    };
    const open = 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND';
    expect(run([named(1)], [wants])).toBe('FAILED SIG_CRYPTO_FAILURE');
    expect(run([named(2)], [wants])).toBe(open);
    expect(run([], [wants])).toBe(open);
    expect(run([named(1)], [])).toBe(open);
    expect(run([], [])).toBe(open);
  });

  test('an anchor that nobody pinned is named with its fingerprint', () => {
    const result = validate(leaf, [authority, root], { anchors: [] });
    expect(result).toMatchObject({ status: 'INDETERMINATE', reason: { code: 'NO_CERTIFICATE_CHAIN_FOUND' } });
    expect(result.next).toEqual({
      code: 'trust_anchor',
      detail: { name: 'CN=Root', sha256: root.certificate.fingerprint },
    });
  });

  test('an anchor of the same name with another key: authorities renew their keys under one name', () => {
    const renewed = issue({ subject: 'CN=Root', key: testKey('renewed'), extensions: authorityExtensions() });
    const result = validate(leaf, [authority], { anchors: [anchor(renewed)] });
    expect(result).toMatchObject({ status: 'INDETERMINATE', reason: { code: 'NO_CERTIFICATE_CHAIN_FOUND' } });
  });

  test('but a certificate that names the key which did not sign it is FAILED', () => {
    const keyId = Uint8Array.of(1, 2, 3, 4);
    const known = issue({
      subject: 'CN=Known',
      extensions: [...authorityExtensions(), extension(oid.subjectKeyIdentifier, der.octetString(keyId))],
    });
    const forged = issue({
      subject: 'CN=Forged',
      issuer: known,
      signingKey: testKey('forger'),
      extensions: [extension(oid.authorityKeyIdentifier, der.sequence(der.implicitPrimitive(0, keyId)))],
    });
    const result = validate(forged, [], { anchors: [anchor(known)] });
    expect(result).toEqual({
      status: 'FAILED',
      reason: {
        code: 'SIG_CRYPTO_FAILURE',
        detail: { certificate: 'CN=Forged', rule: 'the ECDSA signature holds' },
      },
      certificates: [forged.certificate],
      revocationChecked: false,
    });
  });

  test('and one that nobody pinned says of no key but its own that it is the one', () => {
    const id = (bytes: Uint8Array): Uint8Array => extension(oid.subjectKeyIdentifier, der.octetString(bytes));
    const target = (bytes: Uint8Array): Issued =>
      issue({
        subject: 'CN=Target',
        issuer: authority,
        extensions: [extension(oid.authorityKeyIdentifier, der.sequence(der.implicitPrimitive(0, bytes)))],
      });
    const other = (bytes: Uint8Array): Issued =>
      issue({
        subject: 'CN=Authority',
        issuer: root,
        key: testKey('other'),
        extensions: [...authorityExtensions(), id(bytes)],
      });
    const copied = Uint8Array.of(7, 7);
    expect(validate(target(copied), [other(copied)])).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'NO_CERTIFICATE_CHAIN_FOUND' },
    });
    expect(validate(target(copied), [other(copied), authority]).status).toBe('PASSED');
    const own = sha1(other(copied).certificate.publicKey.keyBytes);
    expect(validate(target(own), [other(own)]).status).toBe('FAILED');
  });

  test('unless another path leads to an anchor that only is not pinned', () => {
    const keyId = Uint8Array.of(5, 5);
    const named = extension(oid.subjectKeyIdentifier, der.octetString(keyId));
    const right = issue({
      subject: 'CN=Twin',
      key: testKey('right'),
      extensions: [...authorityExtensions(), named],
    });
    const wrong = issue({
      subject: 'CN=Twin',
      key: testKey('wrong'),
      extensions: [...authorityExtensions(), named],
    });
    const target = issue({
      subject: 'CN=Target',
      issuer: right,
      extensions: [extension(oid.authorityKeyIdentifier, der.sequence(der.implicitPrimitive(0, keyId)))],
    });
    const result = validate(target, [right], { anchors: [anchor(wrong)] });
    expect(result).toMatchObject({ status: 'INDETERMINATE', reason: { code: 'NO_CERTIFICATE_CHAIN_FOUND' } });
    expect(result.next?.detail?.sha256).toBe(right.certificate.fingerprint);
    expect(validate(target, [], { anchors: [anchor(wrong)] }).status).toBe('FAILED');
  });

  test('an algorithm that is not checked, and one that the policy refuses', () => {
    const pss = {
      ...leaf.certificate,
      signatureAlgorithm: { ...leaf.certificate.signatureAlgorithm, id: '1.2.840.113549.1.1.10' },
    };
    const result = validate({ ...leaf, certificate: { ...pss, fingerprint: 'pss' } }, [authority]);
    expect(result).toMatchObject({ status: 'INDETERMINATE', reason: { code: 'X_UNSUPPORTED' } });
    expect(what(result)).toBe('RSA-PSS');
    expect(result.certificates).toHaveLength(1);
    expect(result.anchor).toBeUndefined();
    const old = issue({ subject: 'CN=Old', issuer: authority, hash: 'sha1' });
    expect(validate(old, [authority])).toEqual({
      status: 'INDETERMINATE',
      reason: { code: 'CRYPTO_CONSTRAINTS_FAILURE', detail: { certificate: 'CN=Old', what: 'SHA-1' } },
      certificates: [old.certificate],
      revocationChecked: false,
    });
    expect(validate(old, [authority], { algorithms: vectors.algorithms }).status).toBe('PASSED');
  });

  test('more certificates of one name and key than paths are tried: bounded, and said', () => {
    const key = testKey('maze');
    const maze = Array.from({ length: 40 }, () =>
      issue({ subject: 'CN=Maze', key, extensions: authorityExtensions() }),
    );
    const lost = issue({ subject: 'CN=Lost', issuer: maze[0]!, extensions: [] });
    const started = performance.now();
    const result = validate(lost, maze);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(result.status).toBe('INDETERMINATE');
  });

  test('few certificates of one name and key still have too many orders: bounded, and said', () => {
    const key = testKey('small maze');
    const maze = Array.from({ length: 9 }, () =>
      issue({ subject: 'CN=Small maze', key, extensions: authorityExtensions() }),
    );
    const lost = issue({ subject: 'CN=Lost', issuer: maze[0]!, extensions: [] });
    const result = validate(lost, maze);
    expect(result.reason).toEqual({ code: 'X_TOO_LARGE', detail: { paths: 0 } });
    expect(result.status).toBe('INDETERMINATE');
    // Of three there are sixteen orders, and no certificate stands twice in one: the search comes to its end.
    expect(validate(lost, maze.slice(0, 3)).reason?.code).toBe('NO_CERTIFICATE_CHAIN_FOUND');
    // With the anchor pinned there is an answer before the bound is reached.
    expect(validate(lost, maze, { anchors: [anchor(maze[0]!)] }).status).toBe('PASSED');
  });

  test('more anchors of one name and key than paths: what was not tried may hold, so nothing has FAILED', () => {
    const key = testKey('many anchors');
    const spec = { subject: 'CN=Anchor', key, extensions: authorityExtensions() };
    const expired = issue({ ...spec, notAfter: '2021-01-01T00:00:00Z' });
    const good = issue(spec);
    const end = issue({ subject: 'CN=End', issuer: good });
    const run = (bad: number, ...more: readonly Issued[]): PathResult =>
      validate(end, [], {
        anchors: [...Array.from({ length: bad }, () => expired), ...more].map((one) => anchor(one)),
      });
    expect(run(64).reason?.code).toBe('EXPIRED');
    expect(run(65).reason).toEqual({ code: 'X_TOO_LARGE', detail: { paths: 64 } });
    expect(run(63, good).status).toBe('PASSED');
    expect(run(64, good)).toMatchObject({ status: 'INDETERMINATE', certificates: [end.certificate] });
  });

  test('too many certificates at hand', () => {
    const many = Array.from({ length: 257 }, () => authority);
    expect(validate(leaf, many)).toEqual({
      status: 'INDETERMINATE',
      reason: { code: 'X_TOO_LARGE', detail: { certificates: 257, lists: 0 } },
      certificates: [leaf.certificate],
      revocationChecked: false,
    });
    expect(validate(leaf, many.slice(1)).status).toBe('PASSED');
    const list = issueCrl({ issuer: authority });
    const lists = Array.from({ length: 65 }, () => list);
    expect(validate(leaf, [authority], { crls: lists }).reason?.code).toBe('X_TOO_LARGE');
    expect(validate(leaf, [authority], { crls: lists.slice(1) }).status).toBe('PASSED');
  });
});

describe('RFC 5280 §6.1.3: every certificate', () => {
  test('dates: the first and the last second belong to the validity', () => {
    const short = issue({
      subject: 'CN=Short',
      issuer: authority,
      notBefore: '2026-01-01T00:00:00Z',
      notAfter: '2026-12-31T23:59:59Z',
    });
    const on = (text: string, proven = true): string | undefined => {
      const { status, reason } = validate(short, [authority], { moment: at(text, proven) });
      return reason === undefined ? status : `${status} ${reason.code}`;
    };
    expect(on('2026-01-01T00:00:00Z')).toBe('PASSED');
    expect(on('2026-12-31T23:59:59.999Z')).toBe('PASSED');
    expect(on('2025-12-31T23:59:59.999Z')).toBe('FAILED NOT_YET_VALID');
    expect(on('2027-01-01T00:00:00Z')).toBe('FAILED EXPIRED');
    expect(on('2027-01-01T00:00:00Z', false)).toBe('INDETERMINATE OUT_OF_BOUNDS_NO_POE');
    expect(on('2025-12-31T23:59:59Z', false)).toBe('INDETERMINATE OUT_OF_BOUNDS_NO_POE');
  });

  test('dates of the anchor and of authorities count too', () => {
    expect(validate(leaf, [authority], { moment: at('2040-01-01T00:00:00Z') }).status).toBe('FAILED');
    const young = issue({
      subject: 'CN=Young',
      issuer: root,
      extensions: authorityExtensions(),
      notBefore: '2027-01-01T00:00:00Z',
    });
    const below = issue({ subject: 'CN=Below', issuer: young });
    expect(validate(below, [young]).reason?.code).toBe('NOT_YET_VALID');
  });

  test('a critical extension that nobody here processes is INDETERMINATE, a plain one is nothing', () => {
    const odd = (critical: boolean): Issued =>
      issue({
        subject: 'CN=Odd',
        issuer: authority,
        extensions: [extension('1.2.3.4', der.nullValue(), critical)],
      });
    expect(validate(odd(false), [authority]).status).toBe('PASSED');
    const result = validate(odd(true), [authority]);
    expect(result).toMatchObject({ status: 'INDETERMINATE', reason: { code: 'X_UNSUPPORTED' } });
    expect(what(result)).toBe('critical extension 1.2.3.4');
  });

  test('a broken rule outweighs a critical extension that is not processed', () => {
    const odd = issue({
      subject: 'CN=Odd',
      issuer: authority,
      extensions: [extension('1.2.3.4', der.nullValue(), true)],
      notAfter: '2021-01-01T00:00:00Z',
    });
    expect(validate(odd, [authority])).toMatchObject({ status: 'FAILED', reason: { code: 'EXPIRED' } });
  });

  test('names compare by RFC 5280 §7.1: case, blanks and string type do not count', () => {
    const written = issue({
      subject: 'CN=Leaf',
      issuer: authority,
      issuerName: der.sequence(der.set(der.sequence(der.oid(oid.commonName), der.printable('  AUTHORITY ')))),
    });
    expect(validate(written, [authority]).status).toBe('PASSED');
    const other = issue({ subject: 'CN=Leaf', issuer: authority, issuerName: name('CN=Authority2') });
    expect(validate(other, [authority]).reason?.code).toBe('NO_CERTIFICATE_CHAIN_FOUND');
  });
});

describe('RFC 5280 §6.1.4: every authority', () => {
  const below = (extensions: readonly Uint8Array[], subject = 'CN=Middle'): PathResult => {
    const middle = issue({ subject, issuer: root, extensions });
    return validate(issue({ subject: 'CN=Below', issuer: middle }), [middle]);
  };

  test('says that it is one', () => {
    expect(rule(below([usage(5)]))).toBe('basicConstraints says that it is an authority');
    expect(below([basicConstraints(false), usage(5)]).status).toBe('FAILED');
    expect(below([basicConstraints(true)]).status).toBe('PASSED');
  });

  test('may sign certificates', () => {
    expect(below([basicConstraints(true), usage(5)]).status).toBe('PASSED');
    expect(rule(below([basicConstraints(true), usage(0, 6)]))).toBe('keyUsage has keyCertSign');
  });

  test('keeps to pathLen, in which self-issued certificates do not count', () => {
    const first = issue({ subject: 'CN=First', issuer: root, extensions: authorityExtensions(0) });
    const rollover = issue({
      subject: 'CN=First',
      key: testKey('rollover'),
      issuer: first,
      extensions: authorityExtensions(),
    });
    const direct = issue({ subject: 'CN=Direct', issuer: first });
    expect(validate(direct, [first]).status).toBe('PASSED');
    expect(validate(issue({ subject: 'CN=Rolled', issuer: rollover }), [first, rollover]).status).toBe(
      'PASSED',
    );
    const second = issue({ subject: 'CN=Second', issuer: first, extensions: authorityExtensions() });
    const deep = validate(issue({ subject: 'CN=Deep', issuer: second }), [first, second]);
    expect(deep.status).toBe('FAILED');
    expect(rule(deep)).toBe('the path is no longer than pathLen allows');
  });

  test('RFC 5937: pathLen of the anchor holds as well', () => {
    const small = issue({ subject: 'CN=Small root', extensions: authorityExtensions(0) });
    const middle = issue({ subject: 'CN=Middle', issuer: small, extensions: authorityExtensions() });
    const end = issue({ subject: 'CN=End', issuer: middle });
    expect(
      validate(issue({ subject: 'CN=End', issuer: small }), [], { anchors: [anchor(small)] }).status,
    ).toBe('PASSED');
    expect(validate(end, [middle], { anchors: [anchor(small)] }).status).toBe('FAILED');
  });

  test('RFC 5937: a pinned certificate that is no authority, or may not sign certificates, issues nothing', () => {
    const pinned = (extensions: readonly Uint8Array[]): PathResult => {
      const top = issue({ subject: 'CN=Pinned', extensions });
      return validate(issue({ subject: 'CN=End', issuer: top }), [], { anchors: [anchor(top)] });
    };
    expect(pinned([basicConstraints(true)]).status).toBe('PASSED');
    expect(pinned([]).status).toBe('FAILED');
    expect(pinned([basicConstraints(false)]).status).toBe('FAILED');
    const limited = pinned([basicConstraints(true), usage(0, 6)]);
    expect(limited.status).toBe('FAILED');
    expect(rule(limited)).toBe('the anchor is an authority that may sign certificates');
  });

  test('a critical purpose that excludes the wanted one', () => {
    const middle = issue({
      subject: 'CN=Purpose',
      issuer: root,
      extensions: [...authorityExtensions(), purposes(true, oid.ocspSigning)],
    });
    const end = issue({ subject: 'CN=End', issuer: middle });
    expect(validate(end, [middle]).status).toBe('PASSED');
    expect(validate(end, [middle], { purposes: [oid.ocspSigning] }).status).toBe('PASSED');
    expect(validate(end, [middle], { purposes: [oid.timeStamping] }).status).toBe('FAILED');
  });
});

describe('policies (RFC 5280 §6.1, RFC 9618)', () => {
  const [one, two] = ['1.2.3.1', '1.2.3.2'];
  const under = (middleExtensions: readonly Uint8Array[], leafExtensions: readonly Uint8Array[]) => {
    const middle = issue({
      subject: 'CN=Policies',
      issuer: root,
      extensions: [...authorityExtensions(), ...middleExtensions],
    });
    const end = issue({ subject: 'CN=End', issuer: middle, extensions: leafExtensions });
    return (policies: NonNullable<PathInput['policies']>): string =>
      validate(end, [middle], { policies }).status;
  };

  test('an explicit policy must run through the whole path and be accepted', () => {
    const same = under([policiesExtension(one)], [policiesExtension(one)]);
    expect(same({ requireExplicit: true })).toBe('PASSED');
    expect(same({ requireExplicit: true, acceptable: [one] })).toBe('PASSED');
    expect(same({ requireExplicit: true, acceptable: [two] })).toBe('FAILED');
    expect(same({ acceptable: [two] })).toBe('PASSED');
    const different = under([policiesExtension(one)], [policiesExtension(two)]);
    expect(different({})).toBe('PASSED');
    expect(different({ requireExplicit: true })).toBe('FAILED');
    expect(under([], [policiesExtension(one)])({ requireExplicit: true })).toBe('FAILED');
  });

  test('anyPolicy stands for every policy until it is inhibited', () => {
    const open = under([policiesExtension(oid.anyPolicy)], [policiesExtension(one)]);
    expect(open({ requireExplicit: true, acceptable: [one] })).toBe('PASSED');
    expect(open({ requireExplicit: true, acceptable: [two] })).toBe('FAILED');
    expect(open({ requireExplicit: true, acceptable: [one], inhibitAny: true })).toBe('FAILED');
  });

  test('mappings continue a policy under another name until they are inhibited', () => {
    const mapping = extension(
      oid.policyMappings,
      der.sequence(der.sequence(der.oid(one), der.oid(two))),
      true,
    );
    const mapped = under([policiesExtension(one), mapping], [policiesExtension(two)]);
    expect(mapped({ requireExplicit: true, acceptable: [one] })).toBe('PASSED');
    expect(mapped({ requireExplicit: true, acceptable: [two] })).toBe('FAILED');
    expect(mapped({ requireExplicit: true, acceptable: [one], inhibitMapping: true })).toBe('FAILED');
    const any = extension(
      oid.policyMappings,
      der.sequence(der.sequence(der.oid(oid.anyPolicy), der.oid(two))),
    );
    expect(under([policiesExtension(one), any], [policiesExtension(two)])({})).toBe('FAILED');
  });

  test('policyConstraints of an authority requires an explicit policy below it', () => {
    const require = extension(
      oid.policyConstraints,
      der.sequence(der.implicitPrimitive(0, Uint8Array.of(0))),
      true,
    );
    expect(under([policiesExtension(one), require], [policiesExtension(one)])({})).toBe('PASSED');
    expect(under([policiesExtension(one), require], [])({})).toBe('FAILED');
  });
});

describe('one flipped byte of a certificate', () => {
  test('anywhere: the path leaves PASSED or the certificate can no longer be read', () => {
    for (const [target, position] of [
      [leaf, 'target'],
      [authority, 'middle'],
    ] as const) {
      for (let index = 0; index < target.der.length; index++) {
        let mutant: Certificate;
        try {
          mutant = readCertificate(flipByte(target.der, index));
        } catch (error) {
          expect(error).toBeInstanceOf(ProofError);
          continue;
        }
        const result =
          position === 'target'
            ? validate({ ...leaf, certificate: mutant }, [authority])
            : validate(leaf, [{ ...authority, certificate: mutant }]);
        expect(`${index} ${result.status}`).not.toBe(`${index} PASSED`);
      }
    }
  });
});

describe('lists at hand', () => {
  test('are used where they exist, and required on request', () => {
    expect(validate(leaf, [authority], { revocation: 'required' })).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'TRY_LATER' },
    });
    const clean = issueCrl({ issuer: authority });
    const rootList = issueCrl({ issuer: root });
    const checked = validate(leaf, [authority], { crls: [clean, rootList], revocation: 'required' });
    expect(checked).toMatchObject({ status: 'PASSED', revocationChecked: true });
    expect(validate(leaf, [authority], { crls: [clean] })).toMatchObject({
      status: 'PASSED',
      revocationChecked: false,
    });
  });

  test('a revoked certificate: FAILED at a proven time after, PASSED before, open without proof', () => {
    const list = issueCrl({
      issuer: authority,
      revoked: [{ certificate: leaf.certificate, at: '2025-03-01T00:00:00Z', reason: 1 }],
    });
    const on = (m: Moment): string => {
      const { status, reason } = validate(leaf, [authority], { crls: [list], moment: m });
      return reason === undefined ? status : `${status} ${reason.code}`;
    };
    expect(on(moment)).toBe('FAILED REVOKED');
    const now = moment.now;
    const before = readInstant('2025-02-28T00:00:00Z', 'at');
    expect(on({ at: before, proven: true, now })).toBe('PASSED');
    expect(on({ at: before, proven: true, now, ownWord: true })).toBe('FAILED REVOKED');
    expect(on({ ...moment, proven: false })).toBe('INDETERMINATE REVOKED_NO_POE');
  });

  test('are ignored on request', () => {
    const list = issueCrl({ issuer: authority, revoked: [{ certificate: leaf.certificate }] });
    expect(validate(leaf, [authority], { crls: [list], revocation: 'none' })).toMatchObject({
      status: 'PASSED',
      revocationChecked: false,
    });
  });

  test('an entry: its time and reason are reported, the very second counts, and of a lost key every second', () => {
    const direct = issue({ subject: 'CN=Direct', issuer: root });
    const list = (reason?: number): NonNullable<PathInput['crls']> => [
      issueCrl({
        issuer: root,
        revoked: [
          {
            certificate: direct.certificate,
            at: '2025-03-01T00:00:00Z',
            ...(reason === undefined ? {} : { reason }),
          },
        ],
      }),
    ];
    const run = (text: string, more: Partial<Moment> = {}, reason?: number): PathResult =>
      validate(direct, [], {
        crls: list(reason),
        moment: { at: readInstant(text, 'at'), proven: true, now: moment.now, ...more },
      });
    expect(run('2025-03-01T00:00:00Z').reason).toEqual({
      code: 'REVOKED',
      detail: { certificate: 'CN=Direct', revokedAt: '2025-03-01T00:00:00.000Z', reason: 0 },
    });
    expect(run('2025-03-01T00:00:00Z', {}, 4).reason?.detail?.reason).toBe(4);
    const earlier = '2025-02-28T23:59:59Z';
    expect(run(earlier)).toMatchObject({ status: 'PASSED', revocationChecked: false });
    expect(run(earlier, { proven: false }).reason?.code).toBe('REVOKED_NO_POE');
    // The word of a key that was lost later may be another's; of one that was only retired it is not (RFC 3161 §4).
    for (const reason of [3, 4, 5]) expect(run(earlier, { ownWord: true }, reason).status).toBe('PASSED');
    for (const reason of [undefined, 0, 1, 2, 6, 9, 10]) {
      expect(run(earlier, { ownWord: true }, reason).reason?.code).toBe('REVOKED');
    }
  });

  test('a list that says nothing says what is wanting', () => {
    const delta = issueCrl({
      issuer: root,
      extensions: [extension(oid.deltaCrlIndicator, der.integer(1), true)],
    });
    expect(validate(leaf, [authority], { crls: [delta] }).reason).toEqual({
      code: 'TRY_LATER',
      detail: { certificate: 'CN=Authority', rule: 'the list that a delta list continues is at hand' },
    });
    const old = issueCrl({ issuer: root, nextUpdate: '2025-07-01T00:00:00Z' });
    expect(validate(leaf, [authority], { crls: [old] }).reason).toEqual({
      code: 'TRY_LATER',
      detail: { certificate: 'CN=Authority', rule: 'a list is current at the time' },
    });
  });

  test('may be signed by another key of the same name that leads to the anchor itself, and not by one that does not', () => {
    const direct = issue({ subject: 'CN=Direct', issuer: root });
    const signer = (more: Partial<Parameters<typeof issue>[0]> = {}): Issued =>
      issue({ subject: 'CN=Root', issuer: root, key: testKey('lists'), extensions: [usage(6)], ...more });
    const run = (others: readonly Issued[], key = testKey('lists')): PathResult =>
      validate(direct, others, {
        crls: [issueCrl({ issuer: root, signingKey: key }), issueCrl({ issuer: root })],
        revocation: 'required',
      });
    expect(run([signer()])).toMatchObject({ status: 'PASSED', revocationChecked: true });
    const only = (others: readonly Issued[]): unknown =>
      validate(direct, others, { crls: [issueCrl({ issuer: root, signingKey: testKey('lists') })] }).reason;
    const refused = { certificate: 'CN=Direct', rule: 'a list is signed by a key that may sign it' };
    // Of this signer only the list that it signed itself could say that it stands.
    expect(only([signer()])).toEqual({ code: 'TRY_LATER', detail: refused });
    expect(only([])).toEqual({ code: 'TRY_LATER', detail: refused });
    expect(only([signer({ issuer: authority, issuerName: root.subjectName })])).toEqual({
      code: 'TRY_LATER',
      detail: refused,
    });
  });

  test('signed by the issuer they need nobody else, not even where its own name is not to be issued any more', () => {
    const excluded = der.explicitTag(1, der.sequence(der.explicitTag(4, name('CN=Closed'))));
    const closed = issue({
      subject: 'CN=Closed',
      extensions: [...authorityExtensions(), extension(oid.nameConstraints, der.sequence(excluded), true)],
    });
    const rolled = issue({
      subject: 'CN=Closed',
      key: testKey('rolled'),
      issuer: closed,
      extensions: authorityExtensions(),
    });
    const end = issue({ subject: 'CN=End', issuer: rolled });
    const onlyAuthorities = extension(
      oid.issuingDistributionPoint,
      der.sequence(der.implicitPrimitive(2, Uint8Array.of(0xff))),
      true,
    );
    const crls = [issueCrl({ issuer: closed, extensions: [onlyAuthorities] }), issueCrl({ issuer: rolled })];
    const more = { anchors: [anchor(closed)], crls, revocation: 'required' } as const;
    expect(validate(end, [rolled], more)).toMatchObject({ status: 'PASSED', revocationChecked: true });
    // The rolled certificate in question itself is one of that name.
    expect(validate(rolled, [], more)).toMatchObject({ status: 'FAILED' });
  });

  test('a signer that cannot be checked is reported, whoever else did not sign the list', () => {
    const direct = issue({ subject: 'CN=Direct', issuer: root });
    const other = issue({
      subject: 'CN=Root',
      key: testKey('other root'),
      extensions: authorityExtensions(),
    });
    const odd = {
      ...other,
      certificate: {
        ...other.certificate,
        fingerprint: 'odd',
        publicKey: { ...other.certificate.publicKey, key: { kind: 'unsupported', algorithm: 'Ed25519' } },
      },
    } as const;
    const crls = [issueCrl({ issuer: root, signingKey: testKey('unrelated') })];
    for (const others of [
      [odd, other],
      [other, odd],
    ]) {
      expect(validate(direct, others, { crls }).reason).toEqual({
        code: 'X_UNSUPPORTED',
        detail: { certificate: 'CN=Direct', what: 'Ed25519' },
      });
    }
    expect(validate(direct, [other], { crls }).reason?.code).toBe('TRY_LATER');
  });

  test('a revoked authority', () => {
    const list = issueCrl({ issuer: root, revoked: [{ certificate: authority.certificate }] });
    expect(validate(leaf, [authority], { crls: [list] }).reason?.code).toBe('REVOKED');
    const open = validate(leaf, [authority], { crls: [list], moment: { ...moment, proven: false } });
    expect(open.reason?.code).toBe('REVOKED_CA_NO_POE');
  });
});
