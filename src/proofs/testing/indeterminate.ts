/**
 * The floor of proofs with every check answering INDETERMINATE: nothing computed, so nothing may be shown as passed.
 * A test puts it in place of the module in which all checks are made:
 *
 * ```
 * vi.mock('#proofs/judgement.ts', async (original) => withoutAnswers(await original()));
 * ```
 *
 * Whatever then still shows PASSED, in a report or on a screen, did not get it from a check.
 */
import type { Check, CheckId } from '../check.ts';
import type * as judgement from '../judgement.ts';
import type { Finding } from '../judgement.ts';
import type { Policy } from '../policy.ts';

type Judgement = typeof judgement;

/** The module `judgement.ts` with its two makers of checks replaced. */
export function withoutAnswers(original: Judgement): Judgement {
  const unanswered = (policy: Policy, id: CheckId): Check =>
    original.check(policy, id, {
      status: 'INDETERMINATE',
      reason: { code: 'X_UNSUPPORTED', detail: { what: 'everything' } },
      next: { code: 'check_elsewhere' },
    });
  return {
    ...original,
    check: (policy: Policy, id: CheckId, _finding: Finding) => unanswered(policy, id),
    judge: (policy: Policy, id: CheckId, rule: () => Finding) => {
      // The rule still runs, so that a report has everything but answers.
      original.judge(policy, id, rule);
      return unanswered(policy, id);
    },
  };
}
