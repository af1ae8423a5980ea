import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runBySet } from '#proofs/known-answers/sets.ts';
import { filesBelow, vectorSet } from '#proofs/testing/vectors.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'testigo-vectors-'));
afterAll(() => rmSync(folder, { recursive: true }));
const now = new Date('2026-11-20T15:00:00Z');
const sets = Object.keys(runBySet);

describe('verify vectors', () => {
  it('knows the eight sets by name', () => {
    expect([...sets].sort()).toEqual([
      'eip712',
      'nist-pkits',
      'openssl-ocsp',
      'openzeppelin-merkle-tree',
      'rfc3161',
      'rfc6962-merkle',
      'synthetic',
      'wycheproof-rsa',
    ]);
  });

  it.each(sets)('%s: no false accept, no false reject, exit 0', async (set) => {
    const path = vectorSet(set);
    if (path === undefined) return;
    const { exit, output } = await run(['vectors', dirname(path), set, '--json'], now);
    const summary = JSON.parse(output) as Record<'agreements' | 'cases', number> &
      Record<'falseAccepts' | 'falseRejects' | 'unsupported', readonly unknown[]>;
    expect([summary.falseAccepts, summary.falseRejects, exit]).toEqual([[], [], 0]);
    expect(summary.agreements + summary.unsupported.length).toBe(summary.cases);
    expect(summary.cases).toBeGreaterThan(0);
  });

  const made = vectorSet('forged');
  it.skipIf(made === undefined)('forged: no false accept, no false reject, exit 0', async () => {
    const { exit, output } = await run(['vectors', dirname(made!), 'forged', '--json'], now);
    const summary = JSON.parse(output) as Record<'agreements' | 'cases', number> &
      Record<'falseAccepts' | 'falseRejects', readonly unknown[]>;
    expect([summary.falseAccepts, summary.falseRejects, exit]).toEqual([[], [], 0]);
    expect(summary.cases).toBeGreaterThan(100);
    expect(summary.agreements).toBe(summary.cases);
  });

  it.skipIf(made === undefined)(
    'forged: an answer of the manifest turned around is reported by name',
    async () => {
      const copy = join(folder, 'forged');
      cpSync(made!, copy, { recursive: true });
      const file = join(copy, 'manifest.json');
      const manifest = JSON.parse(readFileSync(file, 'utf8'));
      const turned: Readonly<Record<string, number[]>> = {
        '00a-good-witness': [1],
        '11-imprint-of-other': [0],
        '133-html': [2],
      };
      for (const one of manifest.cases) one.exit = turned[one.name] ?? one.exit;
      writeFileSync(file, JSON.stringify(manifest));
      const { exit, output } = await run(['vectors', folder, 'forged'], now);
      expect(exit).toBe(1);
      expect(output).toMatch(/false accepts: 1\n {4}00a-good-witness: exit 0/);
      expect(output).toMatch(/false rejects: 2\n {4}11-imprint-of-other: exit \d\n {4}133-html: exit 64/);
    },
  );

  it('a set without a case answers nothing, and does not pass', async () => {
    mkdirSync(join(folder, 'eip712'));
    expect(await run(['vectors', folder, 'eip712'], now)).toMatchObject({ exit: 1 });
    expect(await run(['vectors', join(folder, 'eip712'), 'eip712'], now)).toMatchObject({ exit: 1 });
  });

  const log = vectorSet('rfc6962-merkle');
  it.skipIf(log === undefined)(
    'an answer turned around is a false accept or a false reject, by name, and exit 1',
    async () => {
      const copy = join(folder, 'rfc6962-merkle');
      cpSync(log!, copy, { recursive: true });
      const [good, bad] = ['happy-path.json', 'random-root.json'].map((name) =>
        filesBelow(copy, name).find((file) => file.endsWith(`/1/${name}`)),
      );
      for (const file of [good!, bad!]) {
        const vector = JSON.parse(readFileSync(file, 'utf8'));
        writeFileSync(file, JSON.stringify({ ...vector, wantErr: !vector.wantErr }));
      }
      const { exit, output } = await run(['vectors', folder, 'rfc6962-merkle'], now);
      expect(exit).toBe(1);
      expect(output).toMatch(/false accepts: 1\n {4}inclusion\/1\/happy-path\.json: PASSED/);
      expect(output).toMatch(/false rejects: 1\n {4}inclusion\/1\/random-root\.json: FAILED/);
    },
  );
});
