import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCase } from '../case-file/build-case.ts';
import { verifyCase } from '../case-file/verify-case.ts';
import { checkEvidence } from '../check-evidence.ts';
import { canonicalJson } from '../encoding/json.ts';
import { policies } from '../policy/policy.ts';
import { context, document, evidence } from '../testing/case-material.ts';
import { mockChecksAsIndeterminate } from '../testing/indeterminate.ts';

beforeAll(mockChecksAsIndeterminate);

const folder = mkdtempSync(join(tmpdir(), 'testigo-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('with every check answering INDETERMINATE', () => {
  it.each(Object.values(policies).map((policy) => [policy.id, policy] as const))(
    'no report under %s shows PASSED, and nothing has a proven time',
    (_id, policy) => {
      const report = checkEvidence(evidence, { ...context, policy });
      expect(report.verdict.conclusion).toBe('INDETERMINATE');
      const text = canonicalJson({ verdict: report.verdict, sections: report.sections } as never);
      expect(text).not.toContain('PASSED');
      expect(text).not.toContain('provenTime');
    },
  );

  it('no case file shows it either', () => {
    const { text } = buildCase({ title: 'x', evidence, document, context });
    const { report, declared } = verifyCase(text, context);
    expect(text).not.toContain('PASSED');
    expect([report.verdict.conclusion, declared.verdict.conclusion]).toEqual([
      'INDETERMINATE',
      'INDETERMINATE',
    ]);
  });

  it('nor does the command line, in words or as JSON', async () => {
    const { run } = await import('#cli/run.ts');
    const file = join(folder, 'case.json');
    writeFileSync(file, buildCase({ title: 'x', evidence, document, context }).text);
    const words = await run([file], new Date(context.now));
    const json = await run([file, '--json', '--policy', 'internal'], new Date(context.now));
    expect([words.exit, json.exit]).toEqual([2, 2]);
    expect(words.output + json.output).not.toMatch(/PASSED|✓/);
  });
});
