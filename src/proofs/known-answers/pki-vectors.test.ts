import { describe, expect, test } from 'vitest';
import {
  runNistPkits,
  runNom151TrustAnchor,
  runOpensslOcsp,
  runRfc3161,
  runSatTestCertificates,
} from './pki-vectors.ts';
import {
  casesOf,
  outcomeOf,
  runCase,
  textOf,
  undecidedCases,
  type VectorFiles,
  type VectorResult,
} from './vector-set.ts';
import { vectorFiles } from '../pki/testing/vector-files.ts';

const sets: readonly (readonly [string, (files: VectorFiles) => VectorResult[], number])[] = [
  ['nist-pkits', runNistPkits, 100],
  ['openssl-ocsp', runOpensslOcsp, 10],
  ['rfc3161', runRfc3161, 3],
  ['sat-test-certs', runSatTestCertificates, 4],
  ['nom151-trust-anchor', runNom151TrustAnchor, 1],
];

/** The names of the cases at hand that are on the closed list. */
function listedCases(files: VectorFiles): string[] {
  return casesOf(files).flatMap((item) =>
    undecidedCases.has(textOf(item, 'id')) ? [textOf(item, 'name')] : [],
  );
}

describe('known answers of others', () => {
  for (const [set, run, atLeast] of sets) {
    const files = vectorFiles(set);
    test.skipIf(files === undefined)(
      `${set}: no false accept, no false reject outside the closed list`,
      () => {
        const results = run(files ?? new Map());
        expect(results.length).toBeGreaterThanOrEqual(atLeast);
        expect(results.filter(({ outcome }) => outcome === 'false-accept')).toEqual([]);
        expect(results.filter(({ outcome }) => outcome === 'false-reject')).toEqual([]);
        const undecided = results.filter(({ outcome }) => outcome === 'unsupported');
        // Neither one more nor one less: a case that is decided leaves the list.
        const listed = set === 'nist-pkits' ? listedCases(files ?? new Map()) : [];
        expect(undecided.map(({ name }) => name)).toEqual(listed);
        for (const { reason } of undecided) {
          expect(reason).toMatchObject({ code: 'X_UNSUPPORTED', detail: { what: 'DSA with SHA-1' } });
        }
      },
    );
  }

  const pkits = vectorFiles('nist-pkits');
  test.skipIf(pkits === undefined)(
    'nist-pkits without the list of its anchor: nothing that needs it passes',
    () => {
      const without = new Map(
        [...(pkits ?? [])].filter(([path]) => !path.endsWith('TrustAnchorRootCRL.crl')),
      );
      const results = runNistPkits(without);
      expect(results.filter(({ outcome }) => outcome === 'false-accept')).toEqual([]);
      expect(results.filter(({ outcome }) => outcome === 'false-reject').length).toBeGreaterThan(40);
    },
  );
});

describe('how answers are classified', () => {
  test('PASSED for an invalid case is a false accept, anything else agrees', () => {
    expect(outcomeOf('invalid', 'PASSED', undefined)).toBe('false-accept');
    expect(outcomeOf('invalid', 'FAILED', undefined)).toBe('agree');
    expect(outcomeOf('invalid', 'INDETERMINATE', undefined)).toBe('agree');
  });

  test('a valid case that does not pass is unsupported only where the closed list has it, and for DSA', () => {
    const unsupported = (what: string) => ({ code: 'X_UNSUPPORTED', detail: { what } }) as const;
    const dsa = unsupported('DSA with SHA-1');
    expect(outcomeOf('valid', 'PASSED', undefined)).toBe('agree');
    expect(outcomeOf('valid', 'PASSED', undefined, true)).toBe('agree');
    expect(outcomeOf('valid', 'INDETERMINATE', dsa, true)).toBe('unsupported');
    expect(outcomeOf('valid', 'INDETERMINATE', dsa)).toBe('false-reject');
    expect(outcomeOf('valid', 'FAILED', dsa, true)).toBe('false-reject');
    expect(outcomeOf('valid', 'INDETERMINATE', unsupported('ECDSA'), true)).toBe('false-reject');
    expect(outcomeOf('valid', 'FAILED', { code: 'REVOKED' }, true)).toBe('false-reject');
    expect(outcomeOf('valid', 'INDETERMINATE', undefined, true)).toBe('false-reject');
    expect(outcomeOf('invalid', 'PASSED', undefined, true)).toBe('false-accept');
  });

  test('the closed list is that of the two valid paths of DSA', () => {
    expect([...undecidedCases]).toEqual(['40104', '40105']);
    const dsa = { code: 'X_UNSUPPORTED', detail: { what: 'DSA with SHA-1' } } as const;
    const validate = () => ({ status: 'INDETERMINATE', reason: dsa }) as const;
    expect(runCase('listed', 'valid', validate, true).outcome).toBe('unsupported');
    expect(runCase('not listed', 'valid', validate).outcome).toBe('false-reject');
  });
});
