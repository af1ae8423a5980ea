import { describe, expect, test } from 'vitest';
import { readInstant } from '../../encoding/instant.ts';
import { ProofError } from '../../errors.ts';
import { standard } from '../../policy/policy.ts';
import { flipByte } from '../../testing/mutate.ts';
import { readCrl, type Crl } from './crl.ts';
import { concerns, keepsOwnLists } from './crl-scope.ts';
import { verifyPath } from '../path/path.ts';
import { revocationByLists } from './revocation.ts';
import type { PathInput } from '../path/trust.ts';
import {
  anchor,
  authorityExtensions,
  certificateIssuer,
  crlNumber,
  deltaNumbers,
  directoryName,
  distributionPoints,
  fullName,
  issue,
  issueCrl,
  issueCrlDer,
  listFlag,
  listIssuer,
  listReasons,
  listScope,
  relativeName,
  testKey,
  usage,
  type CrlSpec,
  type Issued,
} from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';

const root = issue({ subject: 'CN=Root', extensions: authorityExtensions() });
const lists = issue({ subject: 'CN=Lists', issuer: root, extensions: [usage(6)] });
const byLists = listIssuer(directoryName('CN=Lists'));
/** A certificate of the root with these points. */
const pointed = (...points: readonly (readonly Uint8Array[])[]): Issued =>
  issue({ subject: 'CN=Pointed', issuer: root, extensions: [distributionPoints(...points)] });
const target = pointed([byLists]);

const now = readInstant('2026-11-20T00:00:00Z', 'now');
const moment = { at: now, proven: true, now };

type More = Omit<CrlSpec, 'issuer'>;

/** An indirect list of the issuer of lists, with more fields of its scope. */
const indirect = (more: More = {}, ...fields: readonly Uint8Array[]): Crl =>
  issueCrl({ issuer: lists, extensions: [listScope(...fields, listFlag(4))], ...more });

const entry = (
  of: Issued,
  ...extensions: readonly Uint8Array[]
): NonNullable<CrlSpec['revoked']>[number] => ({ certificate: of.certificate, extensions });

const ofRoot = certificateIssuer(directoryName('CN=Root'));

function status(crls: readonly Crl[], of: Issued = target): string {
  const result = revocationByLists(of.certificate, crls, moment, () => 'valid');
  return result.kind === 'unknown' ? `unknown: ${result.what}` : result.kind;
}

const none = 'unknown: a list of the issuer is at hand';

describe('indirect lists (RFC 5280 §6.3.3 (b)(1), §5.3.3)', () => {
  test('count where the certificate names their issuer, by the issuer that an entry is about', () => {
    expect(status([indirect()])).toBe('good');
    expect(status([indirect({ revoked: [entry(target, ofRoot)] })])).toBe('revoked');
    // Without a name the entry is about a certificate of the issuer of the list.
    expect(status([indirect({ revoked: [entry(target)] })])).toBe('good');
    const other = certificateIssuer(directoryName('CN=Other'));
    expect(status([indirect({ revoked: [entry(target, other)] })])).toBe('good');
    expect(
      status([indirect({ revoked: [entry(target, certificateIssuer(directoryName('CN=root')))] })]),
    ).toBe('revoked');
  });

  test('an entry is about the issuer that the entry before it is about', () => {
    const another = issue({ subject: 'CN=Another', issuer: root });
    const other = certificateIssuer(directoryName('CN=Other'));
    const inherited = [entry(another, ofRoot), entry(target)];
    expect(status([indirect({ revoked: inherited })])).toBe('revoked');
    expect(status([indirect({ revoked: [entry(another, other), entry(target)] })])).toBe('good');
    const between = [entry(another, ofRoot), entry(another, other), entry(target)];
    expect(status([indirect({ revoked: between })])).toBe('good');
    expect(status([indirect({ revoked: [...between, entry(target, ofRoot)] })])).toBe('revoked');
  });

  test('do not count where no point names their issuer, or another one', () => {
    const plain = issue({ subject: 'CN=Plain', issuer: root });
    expect(status([indirect()], plain)).toBe(none);
    expect(status([indirect({ revoked: [entry(plain, ofRoot)] })], plain)).toBe(none);
    const elsewhere = pointed([listIssuer(directoryName('CN=Elsewhere'))]);
    expect(status([indirect()], elsewhere)).toBe(none);
    const uri = der.implicitPrimitive(6, Buffer.from('CN=Lists'));
    expect(status([indirect()], pointed([listIssuer(uri)]))).toBe(none);
    expect(status([indirect()], pointed([listIssuer(uri, directoryName('CN=Lists'))]))).toBe('good');
  });

  test('a list of the named issuer that does not say that it is indirect is about its own certificates', () => {
    expect(status([issueCrl({ issuer: lists })])).toBe(none);
    const own = issueCrl({ issuer: lists, extensions: [listScope(listFlag(1))] });
    expect(status([own])).toBe(none);
    expect(status([issueCrl({ issuer: lists, revoked: [entry(target, ofRoot)] })])).toBe(none);
  });

  test('of the issuer of the certificate need no name: entries without one are about its own', () => {
    const plain = issue({ subject: 'CN=Plain', issuer: root });
    const own = (...revoked: readonly NonNullable<CrlSpec['revoked']>[number][]): Crl =>
      issueCrl({ issuer: root, extensions: [listScope(listFlag(4))], revoked });
    const other = certificateIssuer(directoryName('CN=Other'));
    expect(status([own()], plain)).toBe('good');
    expect(status([own(entry(plain))], plain)).toBe('revoked');
    expect(status([own(entry(plain, other))], plain)).toBe('good');
    expect(status([own(entry(lists, other), entry(plain, ofRoot))], plain)).toBe('revoked');
    const misplaced = issueCrl({ issuer: root, revoked: [entry(plain, ofRoot)] });
    expect(status([misplaced], plain)).toBe(
      'unknown: a list has no critical extension that is not processed',
    );
  });

  test('a list of the issuer answers also where a point names another one', () => {
    expect(status([issueCrl({ issuer: root })])).toBe('good');
    expect(status([issueCrl({ issuer: root, revoked: [entry(target)] }), indirect()])).toBe('revoked');
    expect(status([issueCrl({ issuer: root }), indirect({ revoked: [entry(target, ofRoot)] })])).toBe(
      'revoked',
    );
  });

  test('keep to the kind of certificate that they are for', () => {
    const authority = issue({
      subject: 'CN=CA',
      issuer: root,
      extensions: [...authorityExtensions(), distributionPoints([byLists])],
    });
    const answers = [1, 2, 5].map((kind) => {
      const list = issueCrl({
        issuer: lists,
        extensions: [
          listScope(...(kind < 4 ? [listFlag(kind), listFlag(4)] : [listFlag(4), listFlag(kind)])),
        ],
      });
      return [status([list]), status([list], authority)];
    });
    expect(answers).toEqual([
      ['good', none],
      [none, 'good'],
      [none, none],
    ]);
  });
});

describe('names of points with another issuer of lists (RFC 5280 §6.3.3 (b)(2)(i))', () => {
  const named = (...names: readonly string[]): Uint8Array => fullName(...names.map(directoryName));

  test('a full name has to be one of those of the list', () => {
    const at = pointed([named('CN=A', 'CN=B'), byLists]);
    expect(status([indirect({}, named('CN=B', 'CN=C'))], at)).toBe('good');
    expect(status([indirect({}, named('CN=C'))], at)).toBe(none);
    expect(status([indirect()], at)).toBe('good');
  });

  test('a name relative to the issuer of the list stands below that one, not below the issuer', () => {
    const at = pointed([relativeName('Part'), byLists]);
    expect(status([indirect({}, named('CN=Lists, CN=Part'))], at)).toBe('good');
    expect(status([indirect({}, named('CN=Root, CN=Part'))], at)).toBe(none);
    expect(status([indirect({}, relativeName('part'))], at)).toBe('good');
    expect(status([indirect({}, relativeName('Other'))], at)).toBe(none);
    const full = pointed([named('CN=Lists, CN=Part'), byLists]);
    expect(status([indirect({}, relativeName('Part'))], full)).toBe('good');
    // Without another issuer it stands below the issuer of the certificate, which then is that of the list.
    const own = issueCrl({ issuer: root, extensions: [listScope(named('CN=Root, CN=Part'))] });
    expect(status([own], pointed([relativeName('Part')]))).toBe('good');
  });

  test('without a name the point goes by those of its issuer of lists', () => {
    expect(status([indirect({}, named('CN=Lists'))])).toBe('good');
    expect(status([indirect({}, named('CN=Root'))])).toBe(none);
    const alias = pointed([listIssuer(directoryName('CN=Lists'), directoryName('CN=Alias'))]);
    expect(status([indirect({}, named('CN=Alias'))], alias)).toBe('good');
  });
});

describe('reasons of indirect lists (RFC 5280 §6.3.3 (d))', () => {
  const some = (...bits: readonly number[]): Crl =>
    issueCrl({ issuer: lists, extensions: [listScope(listReasons(3, ...bits), listFlag(4))] });

  test('are those of the list and of the point, and have to be all', () => {
    const partly = 'unknown: the lists cover every reason';
    expect(status([some(1, 2, 3, 4)])).toBe(partly);
    expect(status([some(1, 2, 3, 4), some(5, 6, 7, 8)])).toBe('good');
    expect(status([some(1, 2, 3, 4), some(5, 6, 7)])).toBe(partly);
    const byPoint = pointed([listReasons(1, 1, 2), byLists]);
    expect(status([indirect()], byPoint)).toBe(partly);
    expect(status([some(3, 4)], byPoint)).toBe(none);
    const both = pointed([listReasons(1, 1, 2, 3, 4), byLists], [listReasons(1, 5, 6, 7, 8), byLists]);
    expect(status([indirect()], both)).toBe('good');
    expect(status([some(1, 2, 5), some(3, 4, 6, 7)], both)).toBe(partly);
    expect(status([some(1, 2, 5), some(3, 4, 6, 7, 8)], both)).toBe('good');
    // What the issuer of lists leaves out its issuer may add.
    const rest = issueCrl({ issuer: root, extensions: [listScope(listReasons(3, 3, 4, 5, 6, 7, 8))] });
    expect(status([indirect(), rest], byPoint)).toBe('good');
  });
});

describe('which certificates a list concerns', () => {
  test('those of its issuer and those that name its issuer', () => {
    const plain = issue({ subject: 'CN=Plain', issuer: root });
    const verdictOf = (crl: Crl): boolean[] =>
      [target, plain].map(({ certificate }) => concerns(crl, certificate));
    expect(verdictOf(issueCrl({ issuer: root }))).toEqual([true, true]);
    expect(verdictOf(indirect())).toEqual([true, false]);
    expect(verdictOf(issueCrl({ issuer: issue({ subject: 'CN=Third' }) }))).toEqual([false, false]);
  });

  test('a certificate whose own subject keeps the lists about it', () => {
    const own = issue({ subject: 'CN=Lists', issuer: root, extensions: [distributionPoints([byLists])] });
    expect([own, target, lists].map(({ certificate }) => keepsOwnLists(certificate))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('who may sign an indirect list (RFC 5280 §6.3.3 (f), (g))', () => {
  const rootList = issueCrl({ issuer: root, extensions: [listScope(listFlag(2))] });
  /** About users, signers of lists among them, that name no issuer of lists. */
  const ofSigners = (...revoked: readonly Issued[]): Crl =>
    issueCrl({
      issuer: root,
      extensions: [listScope(fullName(directoryName('CN=Signers')))],
      revoked: revoked.map((one) => entry(one)),
    });
  const signersPoint = distributionPoints([fullName(directoryName('CN=Signers'))]);
  const signer = issue({ subject: 'CN=Lists', issuer: root, extensions: [usage(6), signersPoint] });

  const verdictOf = (
    crls: readonly Crl[],
    others: readonly Issued[] = [signer],
    of: Issued = target,
    more: Partial<PathInput> = {},
  ): string => {
    const { status: answer, reason } = verifyPath({
      certificate: of.certificate,
      others: others.map(({ certificate }) => certificate),
      anchors: [anchor(root)],
      moment,
      algorithms: standard.algorithms,
      crls,
      revocation: 'required',
      ...more,
    });
    return reason === undefined ? answer : `${answer} ${reason.code}`;
  };

  test('one whose certificate leads to the same anchor and stands itself', () => {
    expect(verdictOf([indirect(), ofSigners()])).toBe('PASSED');
    expect(verdictOf([indirect({ revoked: [entry(target, ofRoot)] }), ofSigners()])).toBe('FAILED REVOKED');
    expect(verdictOf([indirect()])).toBe('INDETERMINATE TRY_LATER');
    expect(verdictOf([indirect(), ofSigners(signer)])).toBe('INDETERMINATE TRY_LATER');
    expect(verdictOf([indirect(), ofSigners()], [])).toBe('INDETERMINATE TRY_LATER');
  });

  test('not one under another anchor, even where the reader pinned that one too', () => {
    const second = issue({ subject: 'CN=Second', extensions: authorityExtensions() });
    const unrelated = issue({ subject: 'CN=Lists', issuer: second, extensions: [usage(6)] });
    const anchors = [anchor(root), anchor(second)];
    const crls = [indirect(), ofSigners(), issueCrl({ issuer: second })];
    expect(verdictOf(crls, [unrelated], target, { anchors })).toBe('INDETERMINATE TRY_LATER');
    expect(verdictOf(crls, [unrelated, signer], target, { anchors })).toBe('PASSED');
  });

  test('not one whose key may not sign lists, who has another key or another name', () => {
    const crls = [indirect(), ofSigners()];
    const may = (extensions: readonly Uint8Array[], more = {}): string =>
      verdictOf(crls, [
        issue({ subject: 'CN=Lists', issuer: root, extensions: [...extensions, signersPoint], ...more }),
      ]);
    expect(may([usage(6)])).toBe('PASSED');
    expect(may([])).toBe('PASSED');
    expect(may([usage(0, 5)])).toBe('INDETERMINATE TRY_LATER');
    expect(may([usage(6)], { key: testKey('other key of lists') })).toBe('INDETERMINATE TRY_LATER');
    expect(may([usage(6)], { subjectName: root.subjectName })).toBe('INDETERMINATE TRY_LATER');
    expect(may([usage(6)], { notAfter: '2025-01-01T00:00:00Z' })).toBe('INDETERMINATE TRY_LATER');
  });

  test('the signer itself, where its certificate says that it keeps the lists about it', () => {
    const own = issue({
      subject: 'CN=Lists',
      issuer: root,
      extensions: [usage(6), distributionPoints([byLists])],
    });
    expect(verdictOf([indirect()], [own])).toBe('PASSED');
    expect(verdictOf([indirect()], [], own)).toBe('PASSED');
    expect(verdictOf([indirect({ revoked: [entry(own, ofRoot)] })], [own])).toBe('INDETERMINATE TRY_LATER');
    expect(verdictOf([indirect({ revoked: [entry(own, ofRoot)] })], [], own)).toBe('FAILED REVOKED');
    expect(verdictOf([indirect({ signingKey: testKey('forger') })], [own])).toBe('INDETERMINATE TRY_LATER');
    // Its own path is checked all the same.
    const closed = issue({
      subject: 'CN=Lists',
      issuer: root,
      extensions: [usage(6), distributionPoints([byLists])],
      notAfter: '2025-01-01T00:00:00Z',
    });
    expect(verdictOf([indirect()], [closed])).toBe('INDETERMINATE TRY_LATER');
    const mute = issue({
      subject: 'CN=Lists',
      issuer: root,
      extensions: [usage(0), distributionPoints([byLists])],
    });
    expect(verdictOf([indirect()], [mute])).toBe('INDETERMINATE TRY_LATER');
  });

  test('not two signers that keep the lists about each other', () => {
    const keeper = (subject: string, by: string): Issued =>
      issue({
        subject,
        issuer: root,
        extensions: [usage(6), distributionPoints([listIssuer(directoryName(by))])],
      });
    const [one, two] = [keeper('CN=Lists', 'CN=Two'), keeper('CN=Two', 'CN=Lists')];
    const ofTwo = issueCrl({ issuer: two, extensions: [listScope(listFlag(4))] });
    expect(verdictOf([indirect(), ofTwo], [one, two])).toBe('INDETERMINATE TRY_LATER');
  });

  test('where lists are only looked at where they are at hand, one of a named issuer is at hand', () => {
    const more = { revocation: 'at-hand' } as const;
    expect(verdictOf([], [signer], target, more)).toBe('PASSED');
    expect(verdictOf([rootList], [signer], issue({ subject: 'CN=Free', issuer: lists }), more)).not.toBe(
      'PASSED',
    );
    expect(verdictOf([indirect({ revoked: [entry(target, ofRoot)] })], [signer], target, more)).toBe(
      'FAILED REVOKED',
    );
    expect(verdictOf([indirect({ signingKey: testKey('forger') })], [signer], target, more)).toBe(
      'INDETERMINATE TRY_LATER',
    );
  });

  test('however many points, lists and signers are handed over, the work is bounded', () => {
    const names = Array.from({ length: 900 }, (_, index) => directoryName(`CN=${index}`));
    const points = Array.from({ length: 64 }, () => [
      fullName(directoryName('CN=1')),
      listIssuer(directoryName('CN=Root')),
    ]);
    const scope = listScope(fullName(...names), listFlag(4));
    const crls = Array.from({ length: 64 }, (_, index) => {
      const numbers = index < 32 ? [crlNumber(index + 1)] : deltaNumbers(index + 100, index);
      return issueCrl({ issuer: root, signingKey: testKey('many'), extensions: [...numbers, scope] });
    });
    const bearer = { subject: 'CN=Root', issuer: root, key: testKey('many'), extensions: [usage(6)] };
    const others = Array.from({ length: 256 }, () => issue(bearer));
    expect(verdictOf(crls, others, pointed(...points))).toBe('INDETERMINATE X_UNSUPPORTED');
  });

  test('one flipped bit anywhere in an indirect list or its entry tells nothing any more', () => {
    const good = issueCrlDer({
      issuer: lists,
      extensions: [crlNumber(5), listScope(listFlag(4))],
      revoked: [entry(signer, ofRoot), entry(root)],
    });
    const clean = verdictOf([readCrl(good), ofSigners()]);
    expect(clean).toBe('PASSED');
    const reported = new Set<string>();
    for (let index = 0; index < good.length; index++) {
      let crl: Crl;
      try {
        crl = readCrl(flipByte(good, index));
      } catch (error) {
        expect(error).toBeInstanceOf(ProofError);
        continue;
      }
      reported.add(verdictOf([crl, ofSigners()]));
    }
    expect([...reported]).toEqual(['INDETERMINATE TRY_LATER']);
  });
});
