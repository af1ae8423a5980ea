import { describe, expect, test } from 'vitest';
import { readInstant } from '../../encoding/instant.ts';
import { ProofError } from '../../errors.ts';
import { standard } from '../../policy/policy.ts';
import { flipByte } from '../../testing/mutate.ts';
import { readCrl, type Crl } from './crl.ts';
import { oid } from '../der/oids.ts';
import { verifyPath } from '../path/path.ts';
import { revocationByLists, type CrlSignerCheck } from './revocation.ts';
import type { PathInput } from '../path/trust.ts';
import {
  anchor,
  authorityExtensions,
  certificateIssuer,
  crlNumber,
  deltaNumbers,
  directoryName,
  distributionPoints,
  extension,
  fullName,
  issue,
  issueCrl,
  issueCrlDer,
  listFlag,
  listIssuer,
  listKeyIdentifier,
  listReasons,
  listScope,
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

type More = Omit<CrlSpec, 'issuer'>;

const onHold = 6;
const removed = 8;

/** A complete list of this number; its key identifier is reported as many authorities do. */
const complete = (number: number, { extensions = [], ...more }: More = {}): Crl =>
  issueCrl({ issuer: root, ...more, extensions: [listKeyIdentifier(1), crlNumber(number), ...extensions] });

/** A delta list, later than the complete ones. */
const delta = (number: number, base: number, { extensions = [], ...more }: More = {}): Crl =>
  issueCrl({
    issuer: root,
    thisUpdate: '2025-07-01T00:00:00Z',
    ...more,
    extensions: [listKeyIdentifier(1), ...deltaNumbers(number, base), ...extensions],
  });

const about = (reason?: number, at?: string, target: Issued = leaf): Pick<CrlSpec, 'revoked'> => ({
  revoked: [
    {
      certificate: target.certificate,
      ...(at === undefined ? {} : { at }),
      ...(reason === undefined ? {} : { reason }),
    },
  ],
});

const everySigner: CrlSignerCheck = () => 'valid';

function result(crls: readonly Crl[], at = moment, signer = everySigner, target = leaf): string {
  const status = revocationByLists(target.certificate, crls, at, signer);
  if (status.kind === 'unknown') return `unknown: ${status.what}`;
  return status.kind === 'good' ? 'good' : `revoked ${status.entry.reason ?? 'without a reason'}`;
}

/** The same in whatever order the lists lie. */
function status(...crls: readonly Crl[]): string {
  const [first, ...others] = [crls, [...crls].reverse()].map((lists) => result(lists));
  for (const other of others) expect(other).toBe(first);
  return first ?? '';
}

const noBase = 'unknown: the list that a delta list continues is at hand';

describe('a complete list continued by a delta list (RFC 5280 §5.2.4)', () => {
  test('what neither has is not revoked; what either has is', () => {
    expect(status(complete(5), delta(6, 5))).toBe('good');
    expect(status(complete(5), delta(6, 5, about(1)))).toBe('revoked 1');
    expect(status(complete(5, about(1)), delta(6, 5))).toBe('revoked 1');
    expect(status(complete(5, about(1)), delta(6, 5, about(1)))).toBe('revoked 1');
  });

  test('removeFromCRL takes an entry back, also one that the complete list never had', () => {
    expect(status(complete(5, about(onHold)))).toBe('revoked 6');
    expect(status(complete(5, about(onHold)), delta(6, 5, about(removed)))).toBe('good');
    expect(status(complete(5), delta(6, 5, about(removed)))).toBe('good');
    // For another certificate it says nothing.
    const other = issue({ subject: 'CN=Other', issuer: root });
    expect(status(complete(5, about(onHold)), delta(6, 5, about(removed, undefined, other)))).toBe(
      'revoked 6',
    );
  });

  test('the last word is on the delta list, the earlier of both dates counts', () => {
    const lists = [complete(5, about(onHold, '2025-02-01T00:00:00Z')), delta(6, 5, about(1))];
    const found = (at: string): unknown => {
      const later = delta(6, 5, about(1, at));
      return revocationByLists(leaf.certificate, [lists[0]!, later], moment, everySigner);
    };
    expect(status(...lists)).toBe('revoked 1');
    for (const at of ['2025-03-01T00:00:00Z', '2025-02-01T00:00:00Z']) {
      expect(found(at)).toMatchObject({
        kind: 'revoked',
        entry: { reason: 1, revokedAt: readInstant('2025-02-01T00:00:00Z', 'at') },
      });
    }
  });

  test('a complete list that is over is continued by a delta list that is not', () => {
    const old = { nextUpdate: '2025-07-02T00:00:00Z' };
    expect(status(complete(5, old))).toBe('unknown: a list is current at the time');
    expect(status(complete(5, old), delta(6, 5))).toBe('good');
    expect(status(complete(5, { ...old, ...about(1) }), delta(6, 5))).toBe('revoked 1');
    expect(status(complete(5, { ...old, ...about(onHold) }), delta(6, 5, about(removed)))).toBe('good');
  });

  test('numbers: base ≤ complete < delta', () => {
    const silent = (number: number, base: number): string =>
      status(complete(5, about(onHold)), delta(number, base, about(removed)));
    expect(silent(6, 5)).toBe('good');
    expect(silent(6, 1)).toBe('good');
    expect(silent(9, 5)).toBe('good');
    // Of a list that is as new nothing is taken.
    expect(silent(5, 4)).toBe('revoked 6');
    expect(silent(4, 3)).toBe('revoked 6');
    // The complete list lacks what came between.
    expect(silent(8, 6)).toBe('revoked 6');
    expect(status(complete(5), delta(8, 6))).toBe(noBase);
    expect(status(complete(5), delta(8, 6, about(1)))).toBe('revoked 1');
    expect(status(complete(5), complete(6), delta(8, 6))).toBe('good');
    expect(status(complete(5), complete(8), delta(8, 6))).toBe('good');
    expect(status(complete(5), complete(7), delta(8, 6, about(1)))).toBe('revoked 1');
  });

  test('numbers beyond those of a machine word', () => {
    const big = 2n ** 64n;
    const numbered = (number: bigint): Uint8Array => extension(oid.crlNumber, der.integer(number));
    const base = issueCrl({ issuer: root, extensions: [numbered(big)] });
    const indicator = extension(oid.deltaCrlIndicator, der.integer(big), true);
    const next = issueCrl({ issuer: root, extensions: [numbered(big + 1n), indicator], ...about(1) });
    const stale = issueCrl({ issuer: root, extensions: [numbered(big), indicator], ...about(1) });
    expect(status(base, next)).toBe('revoked 1');
    expect(status(base, stale)).toBe('good');
  });

  test('a list without a number is continued by none', () => {
    const numberless = issueCrl({ issuer: root, extensions: [listKeyIdentifier(1)] });
    expect(status(numberless)).toBe('good');
    expect(status(numberless, delta(6, 5))).toBe(noBase);
    const indicator = extension(oid.deltaCrlIndicator, der.integer(5), true);
    const lost = issueCrl({ issuer: root, extensions: [listKeyIdentifier(1), indicator] });
    expect(status(complete(5), lost)).toBe(noBase);
  });

  test('delta lists continue each other', () => {
    const chain = [complete(5), delta(6, 5), delta(8, 6, about(1))];
    expect(status(...chain)).toBe('revoked 1');
    expect(status(complete(5, about(onHold)), delta(6, 5, about(removed)), delta(8, 6))).toBe('good');
    expect(status(complete(5), delta(6, 5, about(onHold)), delta(8, 6, about(removed)))).toBe('good');
    expect(status(complete(5, about(onHold)), delta(6, 5, about(removed)), delta(8, 5, about(1)))).toBe(
      'revoked 1',
    );
    // A hold that was lifted does not date a later revocation back.
    const lifted = [
      complete(5, about(onHold, '2025-01-01T00:00:00Z')),
      delta(6, 5, about(removed)),
      delta(7, 6, about(1, '2025-06-01T00:00:00Z')),
    ];
    expect(revocationByLists(leaf.certificate, lifted, moment, everySigner)).toMatchObject({
      entry: { revokedAt: readInstant('2025-06-01T00:00:00Z', 'at') },
    });
    // One is missing between.
    expect(status(complete(5), delta(6, 5), delta(8, 7))).toBe(noBase);
  });
});

describe('a delta list that fits no list at hand', () => {
  test('alone says only what it revokes', () => {
    expect(status(delta(6, 5))).toBe(noBase);
    expect(status(delta(6, 5, about(removed)))).toBe(noBase);
    expect(status(delta(6, 5, about(1)))).toBe('revoked 1');
  });

  test('of another issuer has nothing to do with it', () => {
    const other = issue({ subject: 'CN=Elsewhere', extensions: authorityExtensions() });
    const foreign = issueCrl({ issuer: other, extensions: [...deltaNumbers(6, 5)], ...about(1) });
    expect(status(complete(5), foreign)).toBe('good');
    expect(
      status(
        complete(5, about(onHold)),
        issueCrl({ issuer: other, extensions: deltaNumbers(6, 5), ...about(removed) }),
      ),
    ).toBe('revoked 6');
  });

  test('with another key identifier, or with one where the complete list has none', () => {
    const withId = (id: number | undefined, entry = {}): Crl =>
      issueCrl({
        issuer: root,
        thisUpdate: '2025-07-01T00:00:00Z',
        extensions: [...(id === undefined ? [] : [listKeyIdentifier(id)]), ...deltaNumbers(6, 5)],
        ...entry,
      });
    for (const id of [2, undefined]) {
      expect(status(complete(5), withId(id))).toBe(noBase);
      expect(status(complete(5, about(onHold)), withId(id, about(removed)))).toBe('revoked 6');
    }
    const bare = issueCrl({ issuer: root, extensions: [crlNumber(5)] });
    expect(status(bare, withId(1))).toBe(noBase);
    expect(status(bare, withId(undefined))).toBe('good');
  });

  test('of another scope: every field has to be the same', () => {
    const hold = about(onHold);
    const lift = about(removed);
    const pair = (mine: readonly Uint8Array[], theirs: readonly Uint8Array[]): string =>
      status(complete(5, { ...hold, extensions: mine }), delta(6, 5, { ...lift, extensions: theirs }));
    const root2 = fullName(directoryName('CN=Root'), directoryName('CN=Two'));
    const scopes: readonly (readonly Uint8Array[])[] = [
      [],
      [listScope(listFlag(1))],
      [listScope(listFlag(4))],
      [listScope(listReasons(3, 1, 2))],
      [listScope(listReasons(3, 1))],
      [listScope(fullName(directoryName('CN=Root')))],
      [listScope(root2)],
    ];
    for (const [i, mine] of scopes.entries()) {
      for (const [j, theirs] of scopes.entries()) {
        const lifted = pair(mine, theirs) !== 'revoked 6';
        expect([i, j, lifted]).toEqual([i, j, i === j]);
      }
    }
    // The scope ignores the order of names and the case of characters.
    const folded = fullName(directoryName('CN=two'), directoryName('CN=root'));
    expect(pair([listScope(root2)], [listScope(folded)])).toBe('good');
  });

  test('that is about other certificates does not disturb', () => {
    expect(status(complete(5), delta(6, 5, { extensions: [listScope(listFlag(2))] }))).toBe('good');
    expect(status(complete(5), delta(6, 5, { extensions: [listScope(listFlag(5))] }))).toBe('good');
    const elsewhere = listScope(fullName(directoryName('CN=Elsewhere')));
    expect(status(complete(5), delta(6, 5, { ...about(1), extensions: [elsewhere] }))).toBe('good');
  });

  test('a critical extension that is not processed, of the list or of an entry, forbids its use', () => {
    const odd = extension('1.2.3.4', der.nullValue(), true);
    const unread = delta(6, 5, { ...about(removed), extensions: [odd] });
    expect(status(complete(5, about(onHold)), unread)).toBe('revoked 6');
    expect(status(complete(5), unread)).toBe(noBase);
    const entry = delta(6, 5, { revoked: [{ certificate: leaf.certificate, reason: 1, extensions: [odd] }] });
    expect(status(complete(5), entry)).toBe(noBase);
    // A complete list that cannot be used is no base either.
    const base = complete(5, { extensions: [odd] });
    expect(status(base, delta(6, 5))).toBe(noBase);
  });

  test('by another key than the complete list (§6.3.3 (h))', () => {
    const [base, next] = [complete(5, about(onHold)), delta(6, 5, about(removed))];
    const apart: CrlSignerCheck = (_, other) => (other === undefined ? 'valid' : 'invalid');
    expect(result([base, next], moment, apart)).toBe('revoked 6');
    expect(result([complete(5), next], moment, apart)).toBe(noBase);
    const forged: CrlSignerCheck = (crl) => (crl === next ? 'invalid' : 'valid');
    expect(result([base, next], moment, forged)).toBe('revoked 6');
    expect(result([complete(5), next], moment, forged)).toBe(noBase);
  });
});

describe('dates of delta lists', () => {
  test('one that is over takes nothing back and makes nothing current, but what it revokes stays revoked', () => {
    const over = { nextUpdate: '2025-08-01T00:00:00Z' };
    expect(status(complete(5), delta(6, 5, over))).toBe('good');
    expect(status(complete(5, about(onHold)), delta(6, 5, { ...over, ...about(removed) }))).toBe('revoked 6');
    expect(status(complete(5), delta(6, 5, { ...over, ...about(1) }))).toBe('revoked 1');
    const old = { nextUpdate: '2025-07-02T00:00:00Z' };
    expect(status(complete(5, old), delta(6, 5, over))).toBe('unknown: a list is current at the time');
    expect(status(complete(5, { ...old, ...about(1) }), delta(6, 5, over))).toMatch('unknown');
    expect(status(delta(6, 5, { ...over, ...about(1) }))).toBe('unknown: a list is current at the time');
    // Where a later one is current, so is what it continues.
    const lifting = delta(6, 5, { ...over, ...about(removed) });
    expect(status(complete(5, about(onHold)), lifting, delta(7, 6))).toBe('good');
    expect(status(complete(5, about(onHold)), delta(6, 5), delta(7, 6, { ...over, ...about(removed) }))).toBe(
      'revoked 6',
    );
  });

  test('one without an end is over', () => {
    const endless = delta(6, 5, { nextUpdate: null, ...about(removed) });
    expect(status(complete(5, about(onHold)), endless)).toBe('revoked 6');
  });

  test('the very second of its end counts, and it may not come from the future', () => {
    const lifts = (more: More): string =>
      status(complete(5, about(onHold)), delta(6, 5, { ...about(removed), ...more }));
    expect(lifts({ nextUpdate: '2026-11-20T00:00:00Z' })).toBe('good');
    expect(lifts({ nextUpdate: '2026-11-19T23:59:59Z' })).toBe('revoked 6');
    expect(lifts({ thisUpdate: '2026-11-20T00:00:00Z' })).toBe('good');
    expect(lifts({ thisUpdate: '2026-11-20T00:00:01Z' })).toBe('revoked 6');
    expect(status(complete(5), delta(6, 5, { thisUpdate: '2026-11-20T00:00:01Z', ...about(1) }))).toBe(
      'good',
    );
    expect(status(complete(5, { thisUpdate: '2026-11-20T00:00:01Z' }), delta(6, 5))).toBe(noBase);
  });

  test('a hold that was lifted after the time in question may have stood then', () => {
    const lists = [complete(5, about(onHold, '2025-05-01T00:00:00Z')), delta(6, 5, about(removed))];
    const at = (time: string): string => result(lists, { ...moment, at: readInstant(time, 'at') });
    expect(at('2025-06-15T00:00:00Z')).toBe('unknown: a hold was lifted before the time');
    expect(at('2025-05-01T00:00:00Z')).toBe('unknown: a hold was lifted before the time');
    expect(at('2025-07-01T00:00:00Z')).toBe('good');
    expect(at('2025-04-30T23:59:59Z')).toBe('good');
    const again = [...lists, delta(7, 6, about(1, '2025-07-05T00:00:00Z'))];
    expect(result(again, { ...moment, at: readInstant('2025-06-15T00:00:00Z', 'at') })).toBe('revoked 1');
  });

  test('from after the expiry of the certificate it may have dropped the entry', () => {
    const expired = issue({ subject: 'CN=Expired', issuer: root, notAfter: '2025-06-15T00:00:00Z' });
    const verdictOf = (...lists: readonly Crl[]): string => result(lists, moment, everySigner, expired);
    const hold = about(onHold, undefined, expired);
    const lift = about(removed, undefined, expired);
    expect(verdictOf(complete(5))).toBe('good');
    expect(verdictOf(complete(5, hold), delta(6, 5, lift))).toBe('revoked 6');
    const keeps = extension(oid.expiredCertsOnCrl, der.generalizedTime('2020-01-01T00:00:00Z'));
    expect(verdictOf(complete(5, hold), delta(6, 5, { ...lift, extensions: [keeps] }))).toBe('good');
    const late = complete(5, { thisUpdate: '2025-06-16T00:00:00Z' });
    expect(verdictOf(late, delta(6, 5, { extensions: [keeps] }))).toBe(
      'unknown: a list was issued before the certificate expired',
    );
  });
});

describe('freshestCRL (RFC 5280 §5.2.6)', () => {
  const point = der.sequence(fullName(directoryName('CN=Root')));
  const freshest = (critical: boolean): Uint8Array =>
    extension(oid.freshestCrl, der.sequence(point), critical);

  test('leaves a complete list the answer, unless it is critical', () => {
    expect(status(complete(5, { extensions: [freshest(false)] }))).toBe('good');
    const wanting = complete(5, { extensions: [freshest(true)] });
    expect(status(wanting)).toBe('unknown: a delta list is at hand');
    expect(status(wanting, delta(6, 5))).toBe('good');
    expect(status(wanting, delta(6, 5, { nextUpdate: '2025-08-01T00:00:00Z' }))).toBe(
      'unknown: a delta list is at hand',
    );
    expect(status(complete(5, { ...about(1), extensions: [freshest(true)] }))).toBe('revoked 1');
  });
});

describe('an indirect delta list', () => {
  const lists = issue({ subject: 'CN=Lists', issuer: root, extensions: [usage(6)] });
  const pointed = issue({
    subject: 'CN=Pointed',
    issuer: root,
    extensions: [distributionPoints([listIssuer(directoryName('CN=Lists'))])],
  });

  test('continues an indirect list, entry by entry with the issuer that each is about', () => {
    const named = (reason: number): Pick<CrlSpec, 'revoked'> => ({
      revoked: [
        {
          certificate: pointed.certificate,
          reason,
          extensions: [certificateIssuer(directoryName('CN=Root'))],
        },
      ],
    });
    const base = (more = {}): Crl =>
      issueCrl({ issuer: lists, extensions: [crlNumber(5), listScope(listFlag(4))], ...more });
    const next = (more = {}): Crl =>
      issueCrl({ issuer: lists, extensions: [...deltaNumbers(6, 5), listScope(listFlag(4))], ...more });
    const verdictOf = (...crls: readonly Crl[]): string => result(crls, moment, everySigner, pointed);
    expect(verdictOf(base(), next())).toBe('good');
    expect(verdictOf(base(), next(named(1)))).toBe('revoked 1');
    expect(verdictOf(base(named(onHold)), next(named(removed)))).toBe('good');
    expect(verdictOf(base(named(onHold)), next(about(removed, undefined, pointed)))).toBe('revoked 6');
  });
});

describe('delta lists in a path', () => {
  const verdictOf = (crls: readonly Crl[], more: Partial<PathInput> = {}): string => {
    const { status: answer, reason } = verifyPath({
      certificate: leaf.certificate,
      others: [],
      anchors: [anchor(root)],
      moment,
      algorithms: standard.algorithms,
      crls,
      revocation: 'required',
      ...more,
    });
    return reason === undefined ? answer : `${answer} ${reason.code}`;
  };

  test('good, revoked, and left open', () => {
    expect(verdictOf([complete(5), delta(6, 5)])).toBe('PASSED');
    expect(verdictOf([complete(5), delta(6, 5, about(1))])).toBe('FAILED REVOKED');
    expect(verdictOf([complete(5, about(onHold)), delta(6, 5, about(removed))])).toBe('PASSED');
    expect(verdictOf([delta(6, 5)])).toBe('INDETERMINATE TRY_LATER');
  });

  test('by two keys of one name, either good for lists: they do not continue each other', () => {
    const key = testKey('second list key');
    const second = issue({ subject: 'CN=Root', key, issuer: root, extensions: [usage(6)] });
    const others = [second.certificate];
    const of = (signingKey: typeof key, reason: number): Crl => delta(6, 5, { signingKey, ...about(reason) });
    expect(verdictOf([complete(5, about(onHold)), of(key, removed)], { others })).toBe('FAILED REVOKED');
    expect(verdictOf([complete(5), of(key, removed)], { others })).toBe('INDETERMINATE TRY_LATER');
    expect(verdictOf([complete(5), of(root.key, removed)], { others })).toBe('PASSED');
    expect(verdictOf([complete(5), of(testKey('forger'), 1)], { others })).toBe('INDETERMINATE TRY_LATER');
    // A later complete list says that the second signer stands, so its own list is good by itself.
    const later = complete(7);
    expect(verdictOf([complete(5, about(onHold)), of(key, removed), later], { others })).toBe(
      'FAILED REVOKED',
    );
    expect(verdictOf([complete(5, about(onHold)), of(root.key, removed), later], { others })).toBe('PASSED');
  });

  test('one flipped bit anywhere in either list: nothing is reported of the certificate any more', () => {
    // The complete list is over, so the answer needs both.
    const over = { nextUpdate: '2025-07-02T00:00:00Z' };
    const base = issueCrlDer({ issuer: root, extensions: [crlNumber(5)], ...over, ...about(onHold) });
    const lifting = issueCrlDer({ issuer: root, extensions: deltaNumbers(6, 5), ...about(removed) });
    const revoking = issueCrlDer({ issuer: root, extensions: deltaNumbers(6, 5), ...about(1) });
    expect(verdictOf([readCrl(base), readCrl(lifting)])).toBe('PASSED');
    expect(verdictOf([readCrl(base), readCrl(revoking)])).toBe('FAILED REVOKED');
    const reported = new Set<string>();
    for (const [bent, other] of [
      [base, lifting],
      [lifting, base],
      [revoking, base],
    ] as const) {
      for (let index = 0; index < bent.length; index++) {
        let crl: Crl;
        try {
          crl = readCrl(flipByte(bent, index));
        } catch (error) {
          expect(error).toBeInstanceOf(ProofError);
          continue;
        }
        reported.add(verdictOf([readCrl(other), crl]));
      }
    }
    expect([...reported]).toEqual(['INDETERMINATE TRY_LATER']);
  });
});
