import { describe, expect, test } from 'vitest';
import {
  runNistPkits,
  runNom151TrustAnchor,
  runOpensslOcsp,
  runRfc3161,
  runSatTestCertificates,
} from './vectors.ts';
import { outcomeOf, type VectorFiles, type VectorResult } from './vector-set.ts';
import { vectorFiles } from './testing/vector-files.ts';

const sets: readonly (readonly [string, (files: VectorFiles) => VectorResult[], number])[] = [
  ['nist-pkits', runNistPkits, 100],
  ['openssl-ocsp', runOpensslOcsp, 10],
  ['rfc3161', runRfc3161, 3],
  ['sat-test-certs', runSatTestCertificates, 4],
  ['nom151-trust-anchor', runNom151TrustAnchor, 1],
];

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
        const unsupported = results.filter(({ outcome }) => outcome === 'unsupported');
        for (const { reason } of unsupported) expect(reason?.code).toBe('X_UNSUPPORTED');
        if (set !== 'nist-pkits') expect(unsupported).toEqual([]);
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

  test('a valid case that does not pass is unsupported only for the closed list', () => {
    const unsupported = (what: string) => ({ code: 'X_UNSUPPORTED', detail: { what } }) as const;
    expect(outcomeOf('valid', 'PASSED', undefined)).toBe('agree');
    expect(outcomeOf('valid', 'INDETERMINATE', unsupported('DSA with SHA-1'))).toBe('unsupported');
    expect(outcomeOf('valid', 'INDETERMINATE', unsupported('delta revocation list'))).toBe('unsupported');
    expect(outcomeOf('valid', 'INDETERMINATE', unsupported('indirect revocation list'))).toBe('unsupported');
    expect(outcomeOf('valid', 'INDETERMINATE', unsupported('RSA-PSS'))).toBe('false-reject');
    expect(outcomeOf('valid', 'FAILED', { code: 'REVOKED' })).toBe('false-reject');
    expect(outcomeOf('valid', 'INDETERMINATE', undefined)).toBe('false-reject');
  });
});
