import { describe, expect, test } from 'vitest';
import { anchorsFor, anchorUses, isAnchorUse, mergeAnchors } from './anchor-use.ts';
import { anchor, authorityExtensions, issue } from '../testing/authority.ts';

const [one, two] = ['CN=One', 'CN=Two'].map((subject) =>
  issue({ subject, extensions: authorityExtensions() }),
);
const pinned = (which: typeof one, use: (typeof anchorUses)[number]) => anchor(which!, use);
const uses = (anchors: readonly ReturnType<typeof pinned>[]) =>
  anchors.map(({ certificate, use }) => [
    certificate.fingerprint === one!.certificate.fingerprint ? 1 : 2,
    use,
  ]);

describe('the purpose of an anchor', () => {
  test('an anchor serves the purpose for which it was pinned, and one for both serves each', () => {
    const all = [pinned(one, 'signing'), pinned(two, 'stamping'), pinned(two, 'both')];
    expect(anchorsFor('signing', all)).toEqual([all[0], all[2]]);
    expect(anchorsFor('stamping', all)).toEqual([all[1], all[2]]);
    expect(anchorsFor('stamping', [all[0]!])).toEqual([]);
  });

  test('a certificate pinned once for each purpose counts for both, and stands once', () => {
    const [signing, stamping, both] = anchorUses.map((use) => pinned(one, use));
    expect(uses(mergeAnchors([signing!, stamping!]))).toEqual([[1, 'both']]);
    expect(uses(mergeAnchors([stamping!, signing!, signing!]))).toEqual([[1, 'both']]);
    expect(uses(mergeAnchors([both!, signing!]))).toEqual([[1, 'both']]);
    expect(uses(mergeAnchors([signing!, signing!]))).toEqual([[1, 'signing']]);
    expect(uses(mergeAnchors([signing!, pinned(two, 'stamping')]))).toEqual([
      [1, 'signing'],
      [2, 'stamping'],
    ]);
    expect(mergeAnchors([])).toEqual([]);
  });

  test('a purpose is one of three words', () => {
    expect(anchorUses.filter(isAnchorUse)).toEqual(['signing', 'stamping', 'both']);
    expect(['', 'SIGNING', 'all', 'toString'].some(isAnchorUse)).toBe(false);
  });
});
