import { describe, expect, it } from 'vitest';
import { checkIds, type CheckedObject } from '../check.ts';
import { tooLarge, unreadable, unsupported } from '../errors.ts';
import {
  check,
  failed,
  indeterminate,
  runRule,
  objectOf,
  computedText,
  passed,
  reason,
  unreadableFinding,
} from './finding.ts';
import { internal, standard } from '../policy/policy.ts';

describe('a finding becomes a check', () => {
  it('that carries its id and status first, the level of the policy, and no evidence unless reported', () => {
    expect(check(standard, 'merkleized.root', passed({ computed: computedText('ab') }))).toStrictEqual({
      id: 'merkleized.root',
      status: 'PASSED',
      object: 'witness',
      question: 'check.merkleized.root',
      level: 'FAIL',
      basis: 'RECOMPUTED',
      computed: 'ab',
      evidence: [],
    });
    const evidence = [{ kind: 'document' }];
    expect(check(internal, 'merkleized.anchor', passed({ basis: 'CHAIN', evidence }))).toMatchObject({
      level: 'WARN',
      basis: 'CHAIN',
      evidence,
    });
  });

  it('what only the service says passes nothing that counts, and says what would', () => {
    const reported = passed({ basis: 'SERVER', computed: computedText('ab') });
    expect(check(standard, 'token.head', reported)).toStrictEqual({
      id: 'token.head',
      status: 'INDETERMINATE',
      object: 'token',
      question: 'check.token.head',
      level: 'FAIL',
      basis: 'SERVER',
      computed: 'ab',
      reason: { code: 'X_SERVER_WORD' },
      evidence: [],
      next: { code: 'name_an_rpc' },
    });
    const next = { code: 'read_logs' };
    expect(check(standard, 'token.head', { ...reported, next }).next).toEqual(next);
    expect(check(standard, 'claim.owner', reported).status).toBe('PASSED');
    expect(check(standard, 'token.head', { ...reported, basis: 'CHAIN' }).status).toBe('PASSED');
    expect(check(standard, 'token.head', failed('GENERIC', undefined, { basis: 'SERVER' })).status).toBe(
      'FAILED',
    );
  });
});

describe('what cannot be read', () => {
  it.each([
    [unreadable('hash', 'hex'), 'X_UNREADABLE', 'get_evidence_again'],
    [tooLarge('hash', 'less'), 'X_TOO_LARGE', 'get_evidence_again'],
    [unsupported('hash', 'SHA-2'), 'X_UNSUPPORTED', 'check_elsewhere'],
  ] as const)('%s is INDETERMINATE, with the reason and what to do', (error, code, next) => {
    const finding = {
      status: 'INDETERMINATE',
      reason: { code, detail: { subject: 'hash', message: error.message } },
      next: { code: next },
    };
    expect(unreadableFinding(error)).toStrictEqual(finding);
    const made = runRule(standard, 'file.hash', () => {
      throw error;
    });
    expect(made).toMatchObject({ ...finding, id: 'file.hash' });
  });

  it('any other exception is a defect and goes on up', () => {
    const defect = new TypeError('x');
    expect(() => unreadableFinding(defect)).toThrow(defect);
    expect(() =>
      runRule(standard, 'file.hash', () => {
        throw defect;
      }),
    ).toThrow(defect);
  });
});

it('a finding has a detail where one is given, and no empty one', () => {
  expect(reason('GENERIC')).toStrictEqual({ code: 'GENERIC' });
  expect(failed('GENERIC', { a: 1 }, { computed: computedText('x') })).toStrictEqual({
    status: 'FAILED',
    reason: { code: 'GENERIC', detail: { a: 1 } },
    computed: 'x',
  });
  expect(indeterminate('TRY_LATER', { code: 'n' })).toStrictEqual({
    status: 'INDETERMINATE',
    reason: { code: 'TRY_LATER' },
    next: { code: 'n' },
  });
});

it('the object of a check is that of its group', () => {
  const objects: Record<string, CheckedObject> = {
    file: 'file',
    signature: 'invite',
    certificate: 'certificate',
    ocsp: 'ocsp',
    nom151: 'stamp',
    merkleized: 'witness',
    external: 'witness',
    claim: 'claim',
    token: 'token',
    case: 'case',
  };
  for (const id of checkIds) expect([id, objectOf(id)]).toEqual([id, objects[id.split('.')[0]!]]);
});
