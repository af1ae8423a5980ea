import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { About } from '#widgets/verification/worker/about-evidence.ts';
import { maxRevocations } from '#proofs/pki/timestamp/stamp-revocation.ts';
import { Matcher, mostAgainst, type Matched } from './matching.ts';

// Few values, so that things drawn at random meet.
const digest = fc.constantFrom('aa', 'bb', 'cc', 'dd');
const name = fc.constantFrom('n1', 'n2', 'n3', 'n4');
const serial = fc.constantFrom('01', '02', '03');
const mark = fc.uniqueArray(fc.constantFrom('key 1', 'key 2', 'serial 1'), { maxLength: 2 });
const names = (issuer: string) => ({
  'SHA-1': `1${issuer}`,
  'SHA-256': `256${issuer}`,
  'SHA-384': `384${issuer}`,
  'SHA-512': `512${issuer}`,
});

const document = fc.record({
  as: fc.constant('document' as const),
  sha256: digest,
  others: fc.array(fc.constantFrom('ee', 'ff'), { maxLength: 2 }),
});
const witness = fc.record({
  hash: digest,
  wants: fc.uniqueArray(digest, { maxLength: 2 }),
  issuers: fc.uniqueArray(name, { maxLength: 2 }),
  stampedBy: mark,
  against: mark,
});
const stamp = fc
  .tuple(fc.constantFrom('aa', 'bb', 'cc', 'dd', 'ee', 'ff'), fc.uniqueArray(name, { maxLength: 2 }), mark)
  .map(([over, issuers, stampedBy]) => ({
    imprint: { algorithm: 'SHA-256' as const, digest: over },
    issuers,
    stampedBy,
  }));
const certificate = fc.tuple(serial, name, name).map(([number, subject, issuer]) => ({
  certificate: { serial: number, subject, issuer, issuerNames: names(issuer) },
  issuers: [issuer],
}));
const response = fc
  .tuple(serial, name, fc.constantFrom('SHA-1' as const, 'SHA-256' as const))
  .map(([number, issuer, algorithm]) => ({
    answersFor: [{ serial: number, algorithm, issuerName: names(issuer)[algorithm] }],
  }));
const thing: fc.Arbitrary<Matched> = fc.oneof(
  document,
  fc.oneof(witness, stamp, certificate, response).map((about) => ({ as: 'evidence' as const, about })),
);
const things = fc.array(thing, { maxLength: 12 });

function matched(all: readonly (readonly [number, Matched])[]): Matcher {
  const matcher = new Matcher();
  for (const [id, one] of all) matcher.add(id, one);
  return matcher;
}

const numbered = (all: readonly Matched[]): [number, Matched][] => all.map((one, at) => [at + 1, one]);

describe('What was dropped is matched by what it says of itself', () => {
  it('finds the same companions whatever the order in which things come', () => {
    const shuffled = things.chain((all) => {
      const inOrder = numbered(all);
      return fc.tuple(
        fc.constant(inOrder),
        fc.shuffledSubarray(inOrder, { minLength: inOrder.length, maxLength: inOrder.length }),
      );
    });
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        const [first, second] = [matched(one), matched(other)];
        for (const [id] of one) {
          expect(second.companionsOf(id)).toEqual(first.companionsOf(id));
          expect(second.evidenceOf(id)).toEqual(first.evidenceOf(id));
        }
      }),
    );
  });

  it('names everything whose companions change when one more thing comes', () => {
    fc.assert(
      fc.property(things, thing, (all, last) => {
        const matcher = matched(numbered(all));
        const before = numbered(all).map(([id]) => [id, JSON.stringify(matcher.companionsOf(id))] as const);
        const affected = matcher.add(all.length + 1, last);
        const changed = before.filter(([id, was]) => JSON.stringify(matcher.companionsOf(id)) !== was);
        for (const [id] of changed) expect(affected).toContain(id);
        expect(affected).not.toContain(all.length + 1);
      }),
    );
  });

  it('joins a document with exactly the evidence that names its hash, and time-stamps over any digest of it', () => {
    fc.assert(
      fc.property(things, (all) => {
        const matcher = matched(numbered(all));
        for (const [id, one] of numbered(all)) {
          if (one.as !== 'document') continue;
          const expected = numbered(all)
            .filter(
              ([, other]) =>
                other.as === 'evidence' &&
                (other.about.hash === one.sha256 ||
                  [one.sha256, ...one.others].includes(other.about.imprint?.digest ?? '')),
            )
            .map(([other]) => other);
          expect(matcher.evidenceOf(id)).toEqual(expected);
        }
      }),
    );
  });

  it('puts the certificate that an OCSP response speaks of first, and no other of the same number', () => {
    const matcher = matched([
      [
        1,
        { as: 'evidence', about: { answersFor: [{ serial: '07', algorithm: 'SHA-1', issuerName: '1n1' }] } },
      ],
      [
        2,
        {
          as: 'evidence',
          about: { certificate: { serial: '07', subject: 'x', issuer: 'n2', issuerNames: names('n2') } },
        },
      ],
      [
        3,
        {
          as: 'evidence',
          about: { certificate: { serial: '07', subject: 'y', issuer: 'n1', issuerNames: names('n1') } },
        },
      ],
      [
        4,
        {
          as: 'evidence',
          about: {
            certificate: { serial: '01', subject: 'n1', issuer: 'n1', issuerNames: names('n1') },
            issuers: ['n1'],
          },
        },
      ],
    ]);
    expect(matcher.companionsOf(1).certificates).toEqual([3, 4]);
  });

  it('joins a time-stamp, and the witness that it stands in for, with whatever may speak against its signer', () => {
    const evidence = (about: About): Matched => ({ as: 'evidence', about });
    const over = { algorithm: 'SHA-256', digest: 'aa' } as const;
    const matcher = matched([
      [1, evidence({ hash: 'aa', wants: ['aa'] })],
      [2, evidence({ imprint: over, stampedBy: ['key 1', 'serial 1'] })],
      [3, evidence({ hash: 'bb', against: ['key 2'] })],
    ]);
    expect(matcher.add(4, evidence({ against: ['key 1'] }))).toEqual([1, 2]);
    expect(matcher.add(5, evidence({ against: ['serial 1'] }))).toEqual([1, 2]);
    expect([1, 2, 3].map((id) => matcher.companionsOf(id).against)).toEqual([[4, 5], [4, 5], []]);
    expect(matcher.add(6, evidence({ against: ['key 1'], stampedBy: ['key 1'] }))).toEqual([1, 2]);
    expect(matcher.companionsOf(6).against).toEqual([4]);
  });

  it('hides no revocation of a time-stamp’s signer behind copies of another, or behind too many', () => {
    const revoking = (...responses: string[]): Matched => ({
      as: 'evidence',
      about: { against: ['serial 1'], revokes: { 'serial 1': responses } },
    });
    const stamped: Matched = { as: 'evidence', about: { stampedBy: ['serial 1'] } };
    const against = (...files: Matched[]) =>
      matched([stamped, ...files].map((file, at) => [at + 1, file])).companionsOf(1).against;
    const copies = Array.from({ length: 70 }, () => revoking('a'));
    expect(against(...copies, revoking('a', 'b'), revoking('b'))).toEqual([2, 72]);
    const others = Array.from({ length: 70 }, (_, at) => revoking(`response ${at}`));
    expect(against(...others)).toHaveLength(mostAgainst);
    expect(mostAgainst).toBeGreaterThan(maxRevocations);
  });

  it('follows issuers up to an anchor, stops at circles, and keeps a way short', () => {
    const chain: [number, Matched][] = Array.from({ length: 40 }, (_, at) => [
      at + 2,
      {
        as: 'evidence',
        about: {
          certificate: {
            serial: String(at),
            subject: `s${at}`,
            issuer: `s${(at + 1) % 40}`,
            issuerNames: names(`s${at + 1}`),
          },
          issuers: [`s${(at + 1) % 40}`],
        },
      },
    ]);
    const matcher = matched([[1, { as: 'evidence', about: { hash: 'aa', issuers: ['s0'] } }], ...chain]);
    const { certificates } = matcher.companionsOf(1);
    expect(certificates).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });
});
