/** What a report found of the claim, the token and the case as a whole, which the verdict on the document does not hang on. */
import type { Check } from '#proofs/check.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { isServerWord, isUnqueried } from './unqueried.ts';

/** A check of the claim, the token or the case as a whole. */
export interface BesideVerdict {
  readonly section: string;
  readonly check: Check;
}

/**
 * The document existed all the same, and who reads the verdict learns of it. Of the claim and the case only what failed;
 * the token also where its endorsements leave in doubt who owns it, other than by the service's word alone.
 */
export function besideOf({ sections }: Report, decidedIn: string | undefined): BesideVerdict[] {
  return sections
    .filter(({ key }) => ['claim', 'token', 'case'].includes(key) && key !== decidedIn)
    .flatMap(({ key, checks }) => {
      const isOpen = (check: Check) =>
        check.status === 'INDETERMINATE' && !isUnqueried(check, checks) && !isServerWord(check);
      const check =
        checks.find(({ status }) => status === 'FAILED') ??
        (key === 'token' ? checks.find(isOpen) : undefined);
      return check ? [{ section: key, check }] : [];
    });
}

/** Whose token it is, is in doubt: a document that passed is then not all that the report is about. */
export const isTokenOpen = (beside: readonly BesideVerdict[]): boolean =>
  beside.some(({ section, check }) => section === 'token' && check.level === 'FAIL');
