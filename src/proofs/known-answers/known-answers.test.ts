import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, vectorSet } from '../testing/vectors.ts';
import { runBySet } from './sets.ts';

/** At least so many answers in each of the core's own sets; fewer would mean that a reader skipped some. */
const atLeast = {
  'wycheproof-rsa': 259,
  'openzeppelin-merkle-tree': 48,
  'rfc6962-merkle': 60,
  synthetic: 80,
  eip712: 2,
} as const;

for (const [name, least] of Object.entries(atLeast)) {
  const folder = vectorSet(name);
  describe.skipIf(folder === undefined)(`known answers: ${name}`, () => {
    it('every answer agrees: no false accept, no false reject, nothing unsupported', () => {
      const files = new Map(
        filesBelow(folder!, '.json').map((path) => [
          relative(folder!, path),
          new Uint8Array(readFileSync(path)),
        ]),
      );
      const results = runBySet[name]!(files);
      expect(results.filter(({ outcome }) => outcome !== 'agree')).toEqual([]);
      expect(results.length).toBeGreaterThanOrEqual(least);
    });
  });
}
