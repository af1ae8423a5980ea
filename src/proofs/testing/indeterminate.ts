import { vi } from 'vitest';
import type { Check, CheckId } from '../check.ts';
import * as finding from '../verdict/finding.ts';
import type { Policy } from '../policy/policy.ts';

/**
 * Makes every check of the proofs answer INDETERMINATE until the end of the test file: nothing is computed, so nothing
 * may be shown as passed. Whatever then still shows PASSED, in a report or on a screen, did not get it from a check.
 */
export function mockChecksAsIndeterminate(): void {
  const { check, runRule } = finding;
  const unanswered = (policy: Policy, id: CheckId): Check =>
    check(policy, id, {
      status: 'INDETERMINATE',
      reason: { code: 'X_UNSUPPORTED', detail: { what: 'everything' } },
      next: { code: 'check_elsewhere' },
    });
  vi.spyOn(finding, 'check').mockImplementation(unanswered);
  vi.spyOn(finding, 'runRule').mockImplementation((policy, id, rule) => {
    // The rule still runs, so that a report has everything but answers.
    runRule(policy, id, rule);
    return unanswered(policy, id);
  });
}
