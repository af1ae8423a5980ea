import { describe, expect, test } from 'vitest';
import { standard } from '../../policy/policy.ts';
import { issue, smallChain, testKey } from '../testing/authority.ts';
import { pathIssue, signatureIssue, signatureMemo, verifySigned, worst } from './trust.ts';

const { root, authority, leaf } = smallChain();

describe('faults', () => {
  test('carry a detail where there is one, and no empty one', () => {
    expect(pathIssue('FAILED', 'EXPIRED')).toStrictEqual({ status: 'FAILED', reason: { code: 'EXPIRED' } });
    expect(pathIssue('INDETERMINATE', 'TRY_LATER', { rule: 'x' })).toStrictEqual({
      status: 'INDETERMINATE',
      reason: { code: 'TRY_LATER', detail: { rule: 'x' } },
    });
  });

  test('the worst: the first broken rule, else the first that could not be applied, else none', () => {
    const open = pathIssue('INDETERMINATE', 'TRY_LATER');
    const broken = pathIssue('FAILED', 'EXPIRED');
    const second = pathIssue('FAILED', 'REVOKED');
    expect(worst([open, broken, second])).toBe(broken);
    expect(worst([open, pathIssue('INDETERMINATE', 'X_UNSUPPORTED')])).toBe(open);
    expect(worst([])).toBeUndefined();
  });

  test('of a signature: none where it holds, FAILED where it does not, open where it is not checked', () => {
    expect(signatureIssue({ kind: 'valid', weak: false, algorithm: 'x' }, 'CN=x')).toBeUndefined();
    expect(signatureIssue({ kind: 'invalid', rule: 'r' }, 'CN=x')).toEqual(
      pathIssue('FAILED', 'SIG_CRYPTO_FAILURE', { certificate: 'CN=x', rule: 'r' }),
    );
    expect(signatureIssue({ kind: 'refused', what: 'SHA-1' }, 'CN=x')).toEqual(
      pathIssue('INDETERMINATE', 'CRYPTO_CONSTRAINTS_FAILURE', { certificate: 'CN=x', what: 'SHA-1' }),
    );
    expect(signatureIssue({ kind: 'unsupported', what: 'RSA-PSS' }, 'CN=x')).toEqual(
      pathIssue('INDETERMINATE', 'X_UNSUPPORTED', { certificate: 'CN=x', what: 'RSA-PSS' }),
    );
  });
});

describe('one verification verifies a signature once, and a bounded number of them', () => {
  const verify = (memo: ReturnType<typeof signatureMemo>, signed = leaf, signer = authority) =>
    verifySigned(signed.certificate, signer.certificate, 'certificate', standard.algorithms, memo);

  test('the same signature costs nothing again', () => {
    const memo = signatureMemo(1);
    const first = verify(memo);
    expect(first).toMatchObject({ kind: 'valid' });
    expect(memo.left).toBe(0);
    expect(verify(memo)).toBe(first);
  });

  test('when none is left the answer is that it was not checked', () => {
    const memo = signatureMemo(1);
    verify(memo);
    expect(verify(memo, authority, root)).toEqual({
      kind: 'unsupported',
      what: 'more signatures than are verified in one verification',
    });
    expect(memo.results.size).toBe(1);
  });

  test('another signer, and another use, is another signature', () => {
    const memo = signatureMemo(3);
    const forged = issue({ subject: 'CN=Authority', key: testKey('forger') });
    expect(verify(memo).kind).toBe('valid');
    expect(verify(memo, leaf, forged).kind).toBe('invalid');
    verifySigned(leaf.certificate, authority.certificate, 'crl', standard.algorithms, memo);
    expect(memo.left).toBe(0);
  });
});
