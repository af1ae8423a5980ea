import { describe, expect, test } from 'vitest';
import { readInstant } from '../../encoding/instant.ts';
import { ProofError } from '../../errors.ts';
import { standard, vectors } from '../../policy/policy.ts';
import { flipByte } from '../../testing/mutate.ts';
import { readCrl, readCrlInput, type Crl } from './crl.ts';
import { oid } from '../der/oids.ts';
import { verifyPath } from '../path/path.ts';
import { revocationByLists } from './revocation.ts';
import {
  anchor,
  authorityExtensions,
  basicConstraints,
  directoryName,
  extension,
  fullName,
  issue,
  issueCrl,
  issueCrlDer,
  listFlag,
  listReasons,
  listScope,
  name,
  relativeName,
  testKey,
  usage,
  type CrlSpec,
  type Issued,
} from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';

const root = issue({ subject: 'CN=Root', extensions: authorityExtensions() });
const leaf = issue({ subject: 'CN=Leaf', issuer: root });
const now = readInstant('2026-11-20T00:00:00Z', 'now');
const moment = { at: now, proven: true, now };

/** The status of `target` by these lists; every list counts as well signed. */
function status(crls: readonly Crl[], target: Issued = leaf, at = moment): string {
  const result = revocationByLists(target.certificate, crls, at, () => 'valid');
  return result.kind === 'unknown' ? `unknown: ${result.what}` : result.kind;
}

const list = (more: Omit<CrlSpec, 'issuer'> = {}): Crl => issueCrl({ issuer: root, ...more });
const revoking = (target: Issued, more: Omit<CrlSpec, 'issuer'> = {}): Crl =>
  list({ revoked: [{ certificate: target.certificate }], ...more });

const uri = (text: string): Uint8Array => der.implicitPrimitive(6, Buffer.from(text));
const points = (...list: readonly Uint8Array[]): Uint8Array =>
  extension(oid.crlDistributionPoints, der.sequence(...list));

describe('complete lists (RFC 5280 §6.3.3)', () => {
  test('good when the number is not on a current list of the issuer, revoked when it is', () => {
    expect(status([list()])).toBe('good');
    expect(status([revoking(leaf)])).toBe('revoked');
    expect(status([revoking(issue({ subject: 'CN=Other', issuer: root }))])).toBe('good');
    expect(status([])).toBe('unknown: a list of the issuer is at hand');
  });

  test('a list of another issuer says nothing', () => {
    const other = issue({ subject: 'CN=Elsewhere', extensions: authorityExtensions() });
    expect(status([issueCrl({ issuer: other })])).toBe('unknown: a list of the issuer is at hand');
  });

  test('the earlier of two entries counts', () => {
    const twice = list({
      revoked: [
        { certificate: leaf.certificate, at: '2025-05-01T00:00:00Z' },
        { certificate: leaf.certificate, at: '2025-04-01T00:00:00Z', reason: 4 },
      ],
    });
    const result = revocationByLists(leaf.certificate, [twice], moment, () => 'valid');
    expect(result).toMatchObject({ kind: 'revoked', entry: { reason: 4 } });
    const on = (month: string): Crl =>
      list({ revoked: [{ certificate: leaf.certificate, at: `2025-${month}-01T00:00:00Z` }] });
    for (const lists of [
      [on('05'), on('04')],
      [on('04'), on('05')],
    ]) {
      const found = revocationByLists(leaf.certificate, lists, moment, () => 'valid');
      expect(found).toMatchObject({ entry: { revokedAt: readInstant('2025-04-01T00:00:00Z', 'at') } });
    }
  });

  test('dates: it reaches up to the time, does not come from the future, and has an end', () => {
    const late = { rule: 'unknown: a list is current at the time' };
    expect(status([list({ nextUpdate: '2026-11-20T00:00:00Z' })])).toBe('good');
    expect(status([list({ nextUpdate: '2026-11-19T23:59:59Z' })])).toBe(late.rule);
    expect(status([list({ thisUpdate: '2026-11-20T00:00:00Z' })])).toBe('good');
    expect(status([list({ thisUpdate: '2026-11-20T00:00:01Z' })])).toBe(late.rule);
    expect(status([list({ nextUpdate: null })])).toBe(late.rule);
    // A list that is newer than the time in question says even more.
    const before = { ...moment, at: readInstant('2025-01-01T00:00:00Z', 'at') };
    expect(status([list()], leaf, before)).toBe('good');
  });

  test('a list from after the expiry may have dropped the entry, unless it says that it keeps them', () => {
    const expired = issue({ subject: 'CN=Expired', issuer: root, notAfter: '2025-01-01T00:00:00Z' });
    expect(status([list()], expired)).toBe('unknown: a list was issued before the certificate expired');
    const lastDay = issue({ subject: 'CN=Last day', issuer: root, notAfter: '2025-06-01T00:00:00Z' });
    expect(status([list()], lastDay)).toBe('good');
    const keeps = extension(oid.expiredCertsOnCrl, der.generalizedTime('2020-01-01T00:00:00Z'));
    expect(status([list({ extensions: [keeps] })], expired)).toBe('good');
  });

  test('critical extensions that are not processed, of the list or of an entry, forbid its use', () => {
    const odd = (critical: boolean): Uint8Array => extension('1.2.3.4', der.nullValue(), critical);
    const rule = 'unknown: a list has no critical extension that is not processed';
    expect(status([list({ extensions: [odd(false)] })])).toBe('good');
    expect(status([list({ extensions: [odd(true)] })])).toBe(rule);
    const entry = (critical: boolean): Crl =>
      list({ revoked: [{ certificate: root.certificate, extensions: [odd(critical)] }] });
    expect(status([entry(false)])).toBe('good');
    expect(status([entry(true)])).toBe(rule);
  });

  test('an older list that is still current does not hide a newer one that revokes', () => {
    const newer = revoking(leaf, { thisUpdate: '2025-09-01T00:00:00Z' });
    expect(status([list(), newer])).toBe('revoked');
    expect(status([newer, list()])).toBe('revoked');
  });

  test('a usable list beside one that is not', () => {
    expect(status([list({ nextUpdate: '2025-07-01T00:00:00Z' }), list()])).toBe('good');
  });
});

describe('lists for a part (RFC 5280 §5.2.5)', () => {
  const authority = issue({ subject: 'CN=CA', issuer: root, extensions: authorityExtensions() });

  test('for users, for authorities, for attributes', () => {
    const none = 'unknown: a list of the issuer is at hand';
    const [users, authorities, attributes] = [1, 2, 5].map((n) =>
      list({ extensions: [listScope(listFlag(n))] }),
    );
    expect(status([users!])).toBe('good');
    expect(status([users!], authority)).toBe(none);
    expect(status([authorities!])).toBe(none);
    expect(status([authorities!], authority)).toBe('good');
    expect(status([attributes!])).toBe(none);
    expect(() => list({ extensions: [listScope(listFlag(1), listFlag(2))] })).toThrow(ProofError);
  });

  test('by distribution point: a name in common, full or relative to the issuer of the list', () => {
    const at = (point: Uint8Array): Issued =>
      issue({ subject: 'CN=Pointed', issuer: root, extensions: [points(der.sequence(point))] });
    const onlyA = list({ extensions: [listScope(fullName(uri('http://a/'), uri('http://b/')))] });
    expect(status([onlyA], at(fullName(uri('http://b/'))))).toBe('good');
    expect(status([onlyA], at(fullName(uri('http://c/'), uri('http://a/'))))).toBe('good');
    expect(status([onlyA], at(fullName(uri('http://c/'))))).toMatch('unknown');
    // Without a point of its own the certificate is looked for under the name of its issuer.
    expect(status([onlyA])).toMatch('unknown');
    expect(status([list({ extensions: [listScope(fullName(directoryName('CN=Root')))] })])).toBe('good');
    const relativeList = list({ extensions: [listScope(relativeName('Part 1'))] });
    expect(status([relativeList], at(relativeName('part 1')))).toBe('good');
    expect(status([relativeList], at(relativeName('Part 2')))).toMatch('unknown');
    expect(status([relativeList], at(fullName(directoryName('CN=Root, CN=Part 1'))))).toBe('good');
    // A list without a name of its own covers every point (no issuingDistributionPoint).
    expect(status([list()], at(fullName(uri('http://c/'))))).toBe('good');
  });

  test('names of every form are compared as they are; forms do not mix', () => {
    const ip = der.implicitPrimitive(7, Uint8Array.of(10, 0, 0, 1));
    const other = der.explicitTag(0, der.oid('1.2.3'), der.explicitTag(0, der.utf8('a')));
    const names = [
      uri('http://a/'),
      uri('http://b/'),
      der.implicitPrimitive(1, Buffer.from('b@b')),
      der.implicitPrimitive(2, Buffer.from('b')),
      der.explicitTag(0, der.oid('1.2.3'), der.explicitTag(0, der.utf8('b'))),
      ip,
      der.implicitPrimitive(7, Uint8Array.of(10, 0, 0, 2)),
      other,
      der.implicitPrimitive(1, Buffer.from('a@b')),
      der.implicitPrimitive(2, Buffer.from('http://a/')),
      der.explicitTag(4, name('CN=a')),
      der.explicitTag(4, name('CN=a, CN=b')),
    ];
    for (const [i, mine] of names.entries()) {
      const target = issue({
        subject: 'CN=Pointed',
        issuer: root,
        extensions: [points(der.sequence(fullName(mine)))],
      });
      for (const [j, theirs] of names.entries()) {
        const expected = i === j ? 'good' : 'unknown: a list of the issuer is at hand';
        expect(`${i} ${j} ${status([list({ extensions: [listScope(fullName(theirs))] })], target)}`).toBe(
          `${i} ${j} ${expected}`,
        );
      }
    }
  });

  test('a point that names the issuer itself as issuer of lists, with no other name', () => {
    const own = issue({
      subject: 'CN=Own',
      issuer: root,
      extensions: [points(der.sequence(der.explicitTag(2, der.explicitTag(4, name('CN=Root')))))],
    });
    const named = (text: string): Crl =>
      list({ extensions: [listScope(fullName(der.explicitTag(4, name(text))))] });
    expect(status([list()], own)).toBe('good');
    expect(status([named('CN=Root')], own)).toBe('good');
    expect(status([named('CN=Other')], own)).toMatch('unknown');
  });

  test('by reasons: good only when all of them are covered, revoked by any of them', () => {
    const some = (...bits: readonly number[]): Crl =>
      list({ extensions: [listScope(listReasons(3, ...bits))] });
    expect(status([some(1, 2, 3, 4)])).toBe('unknown: the lists cover every reason');
    expect(status([some(1, 2, 3, 4), some(5, 6, 7, 8)])).toBe('good');
    expect(status([some(1, 2, 3), some(5, 6, 7, 8)])).toMatch('unknown');
    const revoked = revoking(leaf, { extensions: [listScope(listReasons(3, 1))] });
    expect(status([revoked])).toBe('revoked');
    const byPoint = issue({
      subject: 'CN=By point',
      issuer: root,
      extensions: [points(der.sequence(fullName(uri('http://a/')), listReasons(1, 1, 2)))],
    });
    const forPoint = list({ extensions: [listScope(fullName(uri('http://a/')))] });
    expect(status([forPoint], byPoint)).toMatch('unknown');
    expect(status([forPoint, list()], byPoint)).toBe('good');
  });
});

describe('what is not checked is never "good"', () => {
  test('a list whose signer cannot be checked', () => {
    const by = (answer: 'invalid' | { unsupported: string }): string => {
      const result = revocationByLists(leaf.certificate, [list()], moment, () => answer);
      return result.kind === 'unknown' ? `${result.what} ${result.unsupported}` : result.kind;
    };
    expect(by('invalid')).toBe('a list is signed by a key that may sign it false');
    expect(by({ unsupported: 'DSA' })).toBe('DSA true');
  });

  test('outweighs a list that is silent, not one that revokes', () => {
    const odd = list();
    const by = (...lists: readonly Crl[]): string =>
      revocationByLists(leaf.certificate, lists, moment, (crl) =>
        crl === odd ? { unsupported: 'DSA' } : 'valid',
      ).kind;
    expect(by(list(), odd)).toBe('unknown');
    expect(by(odd, list())).toBe('unknown');
    expect(by(revoking(leaf), odd)).toBe('revoked');
    expect(by(odd, revoking(leaf))).toBe('revoked');
  });
});

describe('who may sign a list (RFC 5280 §6.3.3 f, g)', () => {
  const verdictOf = (
    crls: readonly Crl[],
    others: readonly Issued[] = [],
    target = leaf,
    algorithms = standard.algorithms,
  ): string => {
    const { status: answer, reason } = verifyPath({
      certificate: target.certificate,
      others: others.map(({ certificate }) => certificate),
      anchors: [anchor(root)],
      moment,
      algorithms,
      crls,
      revocation: 'required',
    });
    return reason === undefined ? answer : `${answer} ${reason.code}`;
  };

  test('the issuer, and nobody who only has its name', () => {
    expect(verdictOf([list()])).toBe('PASSED');
    expect(verdictOf([list({ signingKey: testKey('forger') })])).toBe('INDETERMINATE TRY_LATER');
  });

  test('another key that the same name holds under the same anchor, if it may sign lists', () => {
    const listKey = testKey('list key');
    const holder = (extensions: readonly Uint8Array[]): Issued =>
      issue({ subject: 'CN=Root', key: listKey, issuer: root, extensions });
    const own = list({ signingKey: listKey });
    // The revocation of the list key's own certificate is checked too, by a list of the first key.
    const both = [own, list()];
    expect(verdictOf(both, [holder([usage(6)])])).toBe('PASSED');
    expect(verdictOf([own], [holder([usage(6)])])).toBe('INDETERMINATE TRY_LATER');
    expect(verdictOf([own], [holder([usage(0)])])).toBe('INDETERMINATE TRY_LATER');
    expect(verdictOf([own], [])).toBe('INDETERMINATE TRY_LATER');
  });

  test('not that key under another name; an issuer that limits its key in no way may sign', () => {
    const listKey = testKey('named list key');
    const other = issue({
      subject: 'CN=Other',
      key: listKey,
      issuer: root,
      extensions: authorityExtensions(),
    });
    const own = list({ signingKey: listKey });
    const ofAuthorities = list({ extensions: [listScope(listFlag(2))] });
    expect(verdictOf([own, ofAuthorities], [other])).toBe('INDETERMINATE TRY_LATER');
    const free = issue({ subject: 'CN=Free', issuer: root, extensions: [basicConstraints(true)] });
    const below = issue({ subject: 'CN=Below', issuer: free });
    expect(verdictOf([list(), issueCrl({ issuer: free })], [free], below)).toBe('PASSED');
  });

  test('a list signed by an algorithm that is not checked is not passed over in silence', () => {
    const good = list();
    const signatureAlgorithm = { ...good.signatureAlgorithm, id: '1.2.840.113549.1.1.10' };
    expect(verdictOf([{ ...good, signatureAlgorithm, fingerprint: 'pss' }])).toBe(
      'INDETERMINATE X_UNSUPPORTED',
    );
  });

  test('a list signed with SHA-1 counts for known answers alone', () => {
    const old = list({ hash: 'sha1' });
    expect(verdictOf([old])).toBe('INDETERMINATE X_UNSUPPORTED');
    expect(verdictOf([old], [], leaf, vectors.algorithms)).toBe('PASSED');
    // A list of the right key beside it answers.
    expect(verdictOf([list({ signingKey: testKey('forger') })])).toBe('INDETERMINATE TRY_LATER');
  });

  test('not an issuer whose keyUsage leaves lists out', () => {
    const quiet = issue({
      subject: 'CN=Quiet',
      issuer: root,
      extensions: [basicConstraints(true), usage(5)],
    });
    const below = issue({ subject: 'CN=Below', issuer: quiet });
    const crls = [list(), issueCrl({ issuer: quiet })];
    expect(verdictOf(crls, [quiet], below)).toBe('INDETERMINATE TRY_LATER');
  });

  test('not a key that a revoked certificate binds', () => {
    const listKey = testKey('lost list key');
    const holder = issue({
      subject: 'CN=Root',
      key: listKey,
      issuer: root,
      extensions: authorityExtensions(),
    });
    const own = list({ signingKey: listKey });
    // The list about authorities says nothing of the leaf: only the second key speaks for it.
    const ofAuthorities = [listScope(listFlag(2))];
    expect(verdictOf([own, list({ extensions: ofAuthorities })], [holder])).toBe('PASSED');
    expect(verdictOf([own, revoking(holder, { extensions: ofAuthorities })], [holder])).toBe(
      'INDETERMINATE TRY_LATER',
    );
  });
});

describe('reading lists (RFC 5280 §5.1)', () => {
  const good = issueCrlDer({
    issuer: root,
    revoked: [{ certificate: leaf.certificate, reason: 1 }],
    extensions: [extension(oid.crlNumber, der.integer(5))],
  });

  test('in any form; and one flipped byte anywhere is unreadable or not signed any more', () => {
    expect(readCrlInput(Buffer.from(good).toString('hex')).entries.size).toBe(1);
    for (let index = 0; index < good.length; index++) {
      let crl: Crl;
      try {
        crl = readCrl(flipByte(good, index));
      } catch (error) {
        expect(error).toBeInstanceOf(ProofError);
        continue;
      }
      const result = verifyPath({
        certificate: leaf.certificate,
        others: [],
        anchors: [anchor(root)],
        moment,
        algorithms: standard.algorithms,
        crls: [crl],
        revocation: 'required',
      });
      expect(`${index} ${result.status}`).toBe(`${index} INDETERMINATE`);
    }
  });

  test('a version that there is not, a reason beyond the ten, an extension twice', () => {
    const number = extension(oid.crlNumber, der.integer(5));
    expect(() => issueCrl({ issuer: root, extensions: [number, number] })).toThrow('once');
    expect(() =>
      issueCrl({ issuer: root, revoked: [{ certificate: leaf.certificate, reason: 11 }] }),
    ).toThrow('from 0 to 10');
  });
});
