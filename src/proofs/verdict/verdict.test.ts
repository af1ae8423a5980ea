import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkIds, type Basis, type Check, type CheckId, type Level, type Status } from '../check.ts';
import {
  composeCase,
  composeExistence,
  countIndependentProofs,
  externalBlock,
  merkleizedBlock,
  nom151Block,
  type Ground,
} from './compose.ts';
import { check as make } from './finding.ts';
import { internal, standard, strict } from '../policy/policy.ts';
import {
  conclude,
  countWarnings,
  isDecidingFailure,
  placeOf,
  weakestBasis,
  type Verdict,
} from './verdict.ts';

function check(id: CheckId, status: Status, change: Partial<Check> = {}): Check {
  return { ...make(standard, id, { status, basis: 'RECOMPUTED' }), ...change };
}
const reasoned = (
  id: CheckId,
  status: Status,
  code: NonNullable<Check['reason']>['code'],
  change: Partial<Check> = {},
) => check(id, status, { reason: { code }, ...change });

const anyCheck = fc
  .record({
    id: fc.constantFrom(...checkIds),
    status: fc.constantFrom<Status>('PASSED', 'FAILED', 'INDETERMINATE', 'NOT_APPLICABLE', 'NOT_RUN'),
    level: fc.constantFrom<Level>('FAIL', 'WARN', 'INFORM', 'IGNORE'),
    basis: fc.constantFrom<Basis>('RECOMPUTED', 'CHAIN', 'PINNED', 'SERVER'),
  })
  .map(({ id, status, level, basis }) => check(id, status, { level, basis }));

describe('conclude', () => {
  it('TOTAL_FAILED exactly when a check that counts failed on more than the word of the service', () => {
    fc.assert(
      fc.property(fc.array(anyCheck, { maxLength: 12 }), (checks) => {
        const failed = checks.some(
          ({ status, level, basis }) => status === 'FAILED' && level === 'FAIL' && basis !== 'SERVER',
        );
        expect(conclude(checks).conclusion === 'TOTAL_FAILED').toBe(failed);
      }),
    );
  });

  it('TOTAL_PASSED only when something counts, and everything that counts passed or does not apply', () => {
    fc.assert(
      fc.property(fc.array(anyCheck, { maxLength: 12 }), (checks) => {
        const counted = checks.filter(({ level, status }) => level === 'FAIL' && status !== 'NOT_APPLICABLE');
        const holds = counted.length > 0 && counted.every(({ status }) => status === 'PASSED');
        expect(conclude(checks).conclusion === 'TOTAL_PASSED').toBe(holds);
      }),
    );
  });

  it('does not depend on the order of checks', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyCheck, { maxLength: 10, selector: ({ id }) => id }), (checks) => {
        expect(conclude(checks.toReversed())).toEqual(conclude(checks));
      }),
    );
  });

  it('names the earliest building block that stopped, and the others after it', () => {
    const verdict = conclude([
      reasoned('signature.witness', 'INDETERMINATE', 'NO_POE'),
      reasoned('certificate.path', 'INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND'),
      reasoned('ocsp.cert', 'INDETERMINATE', 'X_OCSP_NOT_FOR_CERT'),
      check('signature.form', 'PASSED'),
    ]);
    expect(verdict).toMatchObject({ conclusion: 'INDETERMINATE', subIndication: 'X_OCSP_NOT_FOR_CERT' });
    expect(verdict.stops.map(({ id }) => id)).toEqual(['ocsp.cert', 'certificate.path', 'signature.witness']);
    expect(placeOf('signature.form')).toBeLessThan(placeOf('ocsp.cert'));
  });

  it('a failure decides before what is earlier but open', () => {
    const verdict = conclude([
      reasoned('signature.rsa', 'FAILED', 'SIG_CRYPTO_FAILURE'),
      reasoned('certificate.path', 'INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND'),
    ]);
    expect(verdict).toMatchObject({ conclusion: 'TOTAL_FAILED', subIndication: 'SIG_CRYPTO_FAILURE' });
    expect(verdict.stops.map(({ id }) => id)).toEqual(['signature.rsa', 'certificate.path']);
  });

  it('what the service says can leave open, never fail', () => {
    const reported = reasoned('token.head', 'FAILED', 'X_ENDORSE_HEAD_MISMATCH', { basis: 'SERVER' });
    expect(isDecidingFailure(reported)).toBe(false);
    expect(conclude([reported])).toMatchObject({
      conclusion: 'INDETERMINATE',
      subIndication: 'X_ENDORSE_HEAD_MISMATCH',
    });
    expect(conclude([check('token.head', 'NOT_RUN')])).toMatchObject({ subIndication: 'X_EVIDENCE_ABSENT' });
  });

  it('counts warnings: what is at WARN and did not pass, and what passed with one', () => {
    const warned = check('signature.rsa', 'PASSED', { warnings: [{ code: 'X_UNUSUAL_EXPONENT' }] });
    const checks = [
      warned,
      check('case.times', 'FAILED'),
      check('case.contradictions', 'INDETERMINATE'),
      check('external.time', 'NOT_APPLICABLE'),
      check('certificate.fields', 'PASSED'),
      check('file.hash', 'FAILED', { level: 'INFORM' }),
      check('file.hash', 'PASSED', { level: 'IGNORE', warnings: [{ code: 'X_WEAK_ALGORITHM' }] }),
    ];
    expect(countWarnings(checks)).toBe(3);
    expect(conclude(checks)).toMatchObject({ conclusion: 'TOTAL_PASSED', warnings: 3 });
  });

  it('a verdict has a sub-indication when it did not pass, and a basis when something did', () => {
    expect(Object.keys(conclude([check('file.hash', 'PASSED')]))).toEqual([
      'conclusion',
      'stops',
      'warnings',
      'basis',
    ]);
    expect(Object.keys(conclude([check('file.hash', 'NOT_RUN')]))).toEqual([
      'conclusion',
      'subIndication',
      'stops',
      'warnings',
    ]);
    expect(isDecidingFailure(check('file.hash', 'FAILED', { level: 'WARN' }))).toBe(false);
    const noted = (level: Level) =>
      countWarnings([check('file.hash', 'PASSED', { level, warnings: [{ code: 'GENERIC' }] })]);
    expect([noted('FAIL'), noted('WARN'), noted('INFORM'), noted('IGNORE')]).toEqual([1, 1, 0, 0]);
  });

  it('the basis is the weakest among what counts', () => {
    const of = (...bases: Basis[]) => bases.map((basis) => check('file.hash', 'PASSED', { basis }));
    expect(weakestBasis(of('RECOMPUTED', 'CHAIN', 'PINNED'))).toBe('PINNED');
    expect(weakestBasis(of('RECOMPUTED', 'CHAIN'))).toBe('CHAIN');
    expect(weakestBasis(of('RECOMPUTED', 'SERVER', 'PINNED'))).toBe('SERVER');
    expect(weakestBasis([])).toBeUndefined();
    expect(conclude(of('RECOMPUTED', 'PINNED')).basis).toBe('PINNED');
  });
});

describe('proofs of existence', () => {
  const root = [check('merkleized.shape', 'PASSED'), check('merkleized.root', 'PASSED')];
  const stamp = (status: Status, time?: number) => ({
    check: reasoned('merkleized.stamp', status, 'NO_POE', { basis: 'PINNED' }),
    ...(time !== undefined && { time }),
  });
  const anchor = (status: Status, time?: number, basis: Basis = 'CHAIN') => ({
    check: reasoned('merkleized.anchor', status, 'X_ANCHOR_NOT_CHECKED', { basis }),
    ...(time !== undefined && { time }),
  });
  const conclusionOf = (...of: Parameters<typeof merkleizedBlock>) =>
    merkleizedBlock(...of).verdict.conclusion;

  it('a Merkle root alone proves membership, not time', () => {
    expect(conclusionOf(root, stamp('NOT_APPLICABLE'), anchor('INDETERMINATE'))).toBe('INDETERMINATE');
    const bare = merkleizedBlock(root, stamp('NOT_APPLICABLE'), anchor('NOT_APPLICABLE'));
    expect(bare.verdict).toMatchObject({ conclusion: 'INDETERMINATE', subIndication: 'NO_POE' });
    expect(bare.provenTime).toBeUndefined();
  });

  it('a stamp or an anchor is enough, and the earlier time counts', () => {
    expect(merkleizedBlock(root, stamp('PASSED', 7), anchor('INDETERMINATE'))).toMatchObject({
      provenTime: 7,
      verdict: { conclusion: 'TOTAL_PASSED' },
    });
    expect(merkleizedBlock(root, stamp('NOT_APPLICABLE'), anchor('PASSED', 9)).provenTime).toBe(9);
    expect(merkleizedBlock(root, stamp('PASSED', 9), anchor('PASSED', 7)).provenTime).toBe(7);
  });

  it('one that failed beside one that held is a warning; alone it fails', () => {
    const beside = merkleizedBlock(root, stamp('FAILED'), anchor('PASSED', 9));
    expect(beside.verdict).toMatchObject({ conclusion: 'TOTAL_PASSED', warnings: 1 });
    expect(conclusionOf(root, stamp('FAILED'), anchor('INDETERMINATE'))).toBe('TOTAL_FAILED');
    expect(conclusionOf([check('merkleized.root', 'FAILED')], stamp('PASSED', 7), anchor('PASSED', 9))).toBe(
      'TOTAL_FAILED',
    );
    expect(
      merkleizedBlock([check('merkleized.root', 'FAILED')], stamp('PASSED', 7), anchor('PASSED', 9))
        .provenTime,
    ).toBeUndefined();
  });

  it('what the service says holds nothing', () => {
    const reported = merkleizedBlock(root, stamp('NOT_APPLICABLE'), anchor('PASSED', 9, 'SERVER'));
    expect(reported.provenTime).toBeUndefined();
    expect(
      externalBlock([check('external.root', 'PASSED')], {
        check: check('external.anchor', 'INDETERMINATE'),
        time: 9,
      }).provenTime,
    ).toBeUndefined();
  });

  it('under the internal policy membership passes, without a time', () => {
    const warned = {
      check: { ...anchor('INDETERMINATE').check, level: internal.levels['merkleized.anchor'] },
    };
    const none = { check: { ...stamp('NOT_APPLICABLE').check, level: internal.levels['merkleized.stamp'] } };
    const block = merkleizedBlock(root, none, warned);
    expect(block.verdict).toMatchObject({ conclusion: 'TOTAL_PASSED', warnings: 1 });
    expect(block.provenTime).toBeUndefined();
  });

  it('a time counts only where the block passed, and the anchor on more than the word of the service', () => {
    expect(nom151Block([check('nom151.time', 'PASSED')])).not.toHaveProperty('provenTime');
    expect(nom151Block([check('nom151.time', 'PASSED')], { time: 5 }).provenTime).toBe(5);
    expect(nom151Block([check('nom151.time', 'INDETERMINATE')], { time: 5 })).not.toHaveProperty(
      'provenTime',
    );
    const external = (status: Status, basis: Basis, time?: number) =>
      externalBlock([check('external.root', 'PASSED')], {
        check: check('external.anchor', status, { basis, level: 'WARN' }),
        ...(time !== undefined && { time }),
      });
    expect(external('PASSED', 'CHAIN', 9)).toMatchObject({
      provenTime: 9,
      verdict: { conclusion: 'TOTAL_PASSED' },
    });
    for (const block of [
      external('PASSED', 'SERVER', 9),
      external('INDETERMINATE', 'CHAIN', 9),
      external('FAILED', 'CHAIN', 9),
      external('PASSED', 'CHAIN'),
    ]) {
      expect(block.verdict.conclusion).toBe('TOTAL_PASSED');
      expect(block).not.toHaveProperty('provenTime');
    }
    const untimed = merkleizedBlock(root, stamp('PASSED'), anchor('PASSED', 9));
    expect(untimed.provenTime).toBe(9);
    expect(merkleizedBlock(root, stamp('PASSED'), anchor('INDETERMINATE'))).not.toHaveProperty('provenTime');
  });

  it('a time is wanted where a policy wants it, and only of membership that holds', () => {
    const off = (id: 'merkleized.stamp' | 'merkleized.anchor', status: Status = 'NOT_APPLICABLE') => ({
      check: check(id, status, { level: 'WARN' }),
    });
    const both = merkleizedBlock(root, off('merkleized.stamp'), off('merkleized.anchor'));
    expect(both.verdict.conclusion).toBe('TOTAL_PASSED');
    const one = merkleizedBlock(root, stamp('NOT_APPLICABLE'), off('merkleized.anchor', 'INDETERMINATE'));
    expect(one.verdict.conclusion).toBe('TOTAL_PASSED');
    const broken = [reasoned('merkleized.root', 'FAILED', 'X_PROOF_ROOT_MISMATCH')];
    expect(merkleizedBlock(broken, stamp('NOT_APPLICABLE'), anchor('NOT_APPLICABLE')).verdict).toMatchObject({
      conclusion: 'TOTAL_FAILED',
      subIndication: 'X_PROOF_ROOT_MISMATCH',
    });
  });

  it('a failure beside nothing that held is no further warning', () => {
    expect(merkleizedBlock(root, stamp('FAILED'), anchor('INDETERMINATE')).verdict.warnings).toBe(0);
  });

  const ground: Ground = { kind: 'token', digest: 'aa', signer: 'S' };
  const passed = nom151Block([check('nom151.time', 'PASSED')], { time: 5, ground });
  const failed = nom151Block([reasoned('nom151.imprint', 'FAILED', 'X_STAMP_IMPRINT_MISMATCH')], { time: 4 });
  const open = externalBlock([check('external.root', 'PASSED')], {
    check: reasoned('external.anchor', 'INDETERMINATE', 'X_ANCHOR_PENDING'),
  });

  it('blocks are alternatives: passed beats failed, failed beats open', () => {
    expect(failed.provenTime).toBeUndefined();
    const together = composeExistence(standard, [open, failed, passed]);
    expect(together).toMatchObject({ provenTime: 5, verdict: { conclusion: 'TOTAL_PASSED', warnings: 1 } });
    expect(composeExistence(standard, [open, failed]).verdict).toMatchObject({
      conclusion: 'TOTAL_FAILED',
      subIndication: 'X_STAMP_IMPRINT_MISMATCH',
    });
    expect(composeExistence(standard, [open]).verdict).toMatchObject({
      conclusion: 'INDETERMINATE',
      subIndication: 'X_ANCHOR_PENDING',
    });
    expect(composeExistence(standard, []).verdict).toMatchObject({
      conclusion: 'INDETERMINATE',
      subIndication: 'NO_POE',
    });
  });

  it('the basis is the weakest that passed in a block that passed; warnings add up', () => {
    const pinned = nom151Block(
      [check('nom151.path', 'PASSED', { basis: 'PINNED' }), check('nom151.time', 'PASSED')],
      { time: 5 },
    );
    const warned = externalBlock([check('external.root', 'PASSED'), check('external.time', 'FAILED')], {
      check: check('external.anchor', 'PASSED', { basis: 'CHAIN' }),
      time: 9,
    });
    const reported = merkleizedBlock(
      root,
      stamp('NOT_APPLICABLE'),
      anchor('INDETERMINATE', undefined, 'SERVER'),
    );
    expect(composeExistence(standard, [warned]).verdict).toMatchObject({ basis: 'CHAIN', warnings: 1 });
    expect(composeExistence(standard, [pinned, warned, reported]).verdict).toMatchObject({
      basis: 'PINNED',
      warnings: 1,
    });
    expect(composeExistence(standard, [reported]).verdict).not.toHaveProperty('basis');
    const noted = nom151Block(
      [check('nom151.time', 'PASSED'), check('external.time', 'INDETERMINATE', { basis: 'SERVER' })],
      { time: 5 },
    );
    expect(composeExistence(standard, [noted]).verdict).toMatchObject({ basis: 'RECOMPUTED', warnings: 1 });
    // Both rest on nothing that tells one from the other, so they are one proof, and the policy wants two.
    expect(composeExistence(strict, [noted, warned, failed]).verdict).toMatchObject({
      conclusion: 'INDETERMINATE',
      warnings: 2,
    });
    expect(composeExistence(strict, [noted]).verdict.warnings).toBe(1);
  });

  it('strict wants two, and the earliest time of them', () => {
    expect(composeExistence(strict, [passed]).verdict.conclusion).toBe('INDETERMINATE');
    expect(composeExistence(strict, [passed, failed]).verdict.conclusion).toBe('INDETERMINATE');
    const second = externalBlock([check('external.root', 'PASSED')], {
      check: check('external.anchor', 'PASSED', { basis: 'CHAIN' }),
      time: 3,
      ground: { kind: 'anchor' },
    });
    expect(composeExistence(strict, [passed, second])).toMatchObject({
      provenTime: 3,
      verdict: { conclusion: 'TOTAL_PASSED' },
    });
  });
});

describe('a case', () => {
  const of = (conclusion: Verdict['conclusion'], counts = true, basis: Basis = 'RECOMPUTED') => ({
    counts,
    verdict: {
      conclusion,
      stops: [],
      warnings: 1,
      basis,
      ...(conclusion !== 'TOTAL_PASSED' && { subIndication: 'GENERIC' as const }),
    },
  });

  it('is the weakest of what counts, and fails with any piece that failed', () => {
    expect(composeCase([of('TOTAL_PASSED'), of('TOTAL_PASSED', true, 'PINNED')])).toMatchObject({
      conclusion: 'TOTAL_PASSED',
      warnings: 2,
      basis: 'PINNED',
    });
    expect(composeCase([of('TOTAL_PASSED'), of('INDETERMINATE')]).conclusion).toBe('INDETERMINATE');
    expect(composeCase([of('TOTAL_PASSED'), of('INDETERMINATE', false)]).conclusion).toBe('TOTAL_PASSED');
    expect(composeCase([of('TOTAL_PASSED'), of('TOTAL_FAILED', false)])).toMatchObject({
      conclusion: 'TOTAL_FAILED',
      subIndication: 'GENERIC',
    });
    expect(composeCase([of('INDETERMINATE'), of('TOTAL_FAILED')]).conclusion).toBe('TOTAL_FAILED');
  });

  it('tells what stopped it, failures first, and has no basis where nothing passed', () => {
    const stopped = (conclusion: Verdict['conclusion'], id: CheckId) => ({
      counts: true,
      verdict: {
        conclusion,
        subIndication: 'NO_POE' as const,
        stops: [{ id, code: 'NO_POE' as const }],
        warnings: 0,
      },
    });
    expect(
      composeCase([stopped('INDETERMINATE', 'file.hash'), stopped('TOTAL_FAILED', 'token.id')]),
    ).toStrictEqual({
      conclusion: 'TOTAL_FAILED',
      subIndication: 'NO_POE',
      stops: [
        { id: 'token.id', code: 'NO_POE' },
        { id: 'file.hash', code: 'NO_POE' },
      ],
      warnings: 0,
    });
  });

  it('in which nothing counts passes nothing', () => {
    expect(composeCase([])).toMatchObject({
      conclusion: 'INDETERMINATE',
      subIndication: 'X_EVIDENCE_ABSENT',
    });
    expect(composeCase([of('TOTAL_PASSED', false)]).conclusion).toBe('INDETERMINATE');
  });

  describe('proofs that rest on the same evidence count once', () => {
    const by = (...grounds: Ground[]) => ({ grounds });
    const token = (digest: string, signer: string): Ground => ({ kind: 'token', digest, signer });
    const anchored: Ground = { kind: 'anchor' };

    it.each<[string, number, ReturnType<typeof by>[]]>([
      ['nothing', 0, []],
      ['one token', 1, [by(token('a', 'S'))]],
      ['one token in two proofs', 1, [by(token('a', 'S')), by(token('a', 'S'))]],
      ['two tokens of one signer', 1, [by(token('a', 'S')), by(token('b', 'S'))]],
      ['one token under two names', 1, [by(token('a', 'S')), by(token('a', 'T'))]],
      ['two tokens of two signers', 2, [by(token('a', 'S')), by(token('b', 'T'))]],
      ['a token and an anchor', 2, [by(token('a', 'S')), by(anchored)]],
      ['two anchors', 1, [by(anchored), by(anchored)]],
      ['the better of two grounds', 2, [by(token('a', 'S')), by(token('a', 'S'), anchored)]],
      ['the one that leaves the other free', 2, [by(anchored, token('a', 'S')), by(anchored)]],
      ['three proofs', 3, [by(token('a', 'S')), by(token('b', 'T')), by(anchored)]],
      ['one proof with two grounds', 1, [by(token('a', 'S'), anchored)]],
    ])('%s: %i', (_name, count, blocks) => {
      expect(countIndependentProofs(blocks)).toBe(count);
    });
  });
});
