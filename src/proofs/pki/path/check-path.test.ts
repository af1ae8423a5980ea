import { describe, expect, test } from 'vitest';
import { readInstant } from '../../encoding/instant.ts';
import { standard } from '../../policy/policy.ts';
import { checkPath, pathFinding } from './check-path.ts';
import { anchor, smallChain } from '../testing/authority.ts';

const { root, authority, leaf } = smallChain();
const now = readInstant('2026-11-20T00:00:00Z', 'now');
const { certificate } = leaf;

const link = (one: typeof certificate, subject: string, issuer: string, kind = 'link') => ({
  kind,
  values: { subject, issuer, sha256: one.fingerprint },
});

describe('a checked path as a finding', () => {
  test('PASSED rests on the anchor: PINNED, with every link up to it', () => {
    const path = {
      status: 'PASSED',
      certificates: [certificate, authority.certificate],
      anchor: anchor(root),
      revocationChecked: false,
    } as const;
    expect(pathFinding(path)).toStrictEqual({
      status: 'PASSED',
      basis: 'PINNED',
      steps: [
        link(certificate, 'CN=Leaf', 'CN=Authority'),
        link(authority.certificate, 'CN=Authority', 'CN=Root'),
        link(root.certificate, 'CN=Root', 'CN=Root', 'anchor'),
      ],
      evidence: [certificate, authority.certificate].map(({ fingerprint, der }) => ({
        kind: 'certificate',
        sha256: fingerprint,
        size: der.length,
      })),
    });
  });

  test('what forbids it was recomputed; INDETERMINATE always says what to do next', () => {
    const common = { certificates: [certificate], revocationChecked: false } as const;
    const reason = { code: 'EXPIRED' } as const;
    const shown = {
      basis: 'RECOMPUTED',
      reason,
      steps: [link(certificate, 'CN=Leaf', 'CN=Authority')],
      evidence: [{ kind: 'certificate', sha256: certificate.fingerprint, size: certificate.der.length }],
    };
    expect(pathFinding({ ...common, status: 'FAILED', reason })).toEqual({ ...shown, status: 'FAILED' });
    expect(pathFinding({ ...common, status: 'INDETERMINATE', reason })).toEqual({
      ...shown,
      status: 'INDETERMINATE',
      next: { code: 'check_path' },
    });
    const next = { code: 'add_anchor' };
    expect(pathFinding({ ...common, status: 'INDETERMINATE', reason, next })).toMatchObject({ next });
  });
});

describe('certificate.path', () => {
  const validate = (anchors: readonly ReturnType<typeof anchor>[]) =>
    checkPath({
      certificate,
      others: [authority.certificate],
      anchors,
      moment: { at: now, now, proven: true },
      policy: standard,
    });

  test('gives the facts of the path, with the anchor where there is one', () => {
    const names = ({ facts }: ReturnType<typeof validate>) => facts.map(({ subject }) => subject);
    expect(names(validate([anchor(root)]))).toEqual(['CN=Leaf', 'CN=Authority', 'CN=Root']);
    expect(names(validate([]))).toEqual(['CN=Leaf']);
  });

  test('takes its level and its algorithms from the policy', () => {
    expect(validate([anchor(root)]).check).toMatchObject({
      id: 'certificate.path',
      status: 'PASSED',
      level: 'FAIL',
    });
    expect(validate([]).check).toMatchObject({ status: 'INDETERMINATE', next: { code: 'add_anchor' } });
  });
});
