import type { Check } from '#proofs/check.ts';
import type { Verdict } from '#proofs/verdict/verdict.ts';

/**
 * Whether a check stands on a chain and is open only because no node was queried about it. A check that a node answered,
 * for a policy that wants another, is not one of these.
 *
 * @param beside the checks of the same section: the time of the third party's proof waits for its anchor
 */
export function isUnqueried({ id, status, reason }: Check, beside: readonly Check[]): boolean {
  if (status !== 'INDETERMINATE' || reason?.code !== 'X_ANCHOR_NOT_CHECKED') return false;
  if (id === 'external.time')
    return beside.some((one) => one.id === 'external.anchor' && isUnqueried(one, beside));
  const { needed, yes = 0, no = 0 } = reason.detail ?? {};
  return needed === undefined && yes === 0 && no === 0;
}

/** Whether a check holds by the service's word, and is open because nothing here confirms it. */
export const isServerWord = ({ reason }: Pick<Check, 'reason'>): boolean => reason?.code === 'X_SERVER_WORD';

/** Whether a check failed by what was computed here or read from a chain, not by the service's word alone. */
export const isComputedFailure = ({ status, basis }: Pick<Check, 'status' | 'basis'>): boolean =>
  status === 'FAILED' && basis !== 'SERVER';

/**
 * What the checks wait for that are not through, where none of them is in doubt: a node alone, or a confirmation of
 * what the service alone knows.
 */
export function waitOf(checks: readonly Check[]): 'node' | 'confirmation' | undefined {
  const open = checks.filter(({ status }) => status === 'FAILED' || status === 'INDETERMINATE');
  if (open.length === 0) return undefined;
  if (open.every(isServerWord)) return 'confirmation';
  return open.every((check) => isServerWord(check) || isUnqueried(check, checks)) ? 'node' : undefined;
}

/** Whether nothing but such checks keeps a verdict from passing. */
export function waitsForNodes({ conclusion, stops }: Verdict, checks: readonly Check[]): boolean {
  if (conclusion !== 'INDETERMINATE' || stops.length === 0) return false;
  return stops.every(({ id, code }) =>
    checks.some((check) => check.id === id && check.reason?.code === code && isUnqueried(check, checks)),
  );
}
