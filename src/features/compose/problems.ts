import type { Draft } from '#api/store/draft-shape.ts';
import { m } from '#words/words.ts';
import { agreementOf } from './iou-check.ts';
import { decimalsOf, iouOf, isDegrees, isPercent, sentAmount, type Parties } from './iou.ts';
import type { Composer } from './use-composer.ts';

/** Fields of the composer that can be wrong, in the order of the page. */
export type ProblemField =
  | 'document'
  | 'text'
  | 'amount'
  | 'debtor'
  | 'creditor'
  | 'latitude'
  | 'longitude'
  | 'interest'
  | 'lateInterest'
  | 'agreement'
  | 'name'
  | 'signers';

export type Problems = Readonly<Partial<Record<ProblemField, string>>>;

/** Everything that keeps a request from being sent, each at its field and with its rule. */
export function problemsOf(
  { draft, document, hashing }: Pick<Composer, 'draft' | 'document' | 'hashing'>,
  known: { invitable: number; parties: Parties },
): Problems {
  const problems: Partial<Record<ProblemField, string>> = {};
  if (draft.kind === 'file' && !document) problems.document = m.compose_file_missing();
  else if (draft.kind === 'text' && !document) problems.text = m.compose_text_missing();
  else if (document && hashing.state === 'failed') problems.document = m.compose_hash_failed();
  else if (document && hashing.state !== 'done') problems.document = m.compose_file_wait();
  if (draft.kind === 'iou') Object.assign(problems, iouProblems(draft, known.parties));
  if (draft.name.trim() === '') problems.name = m.compose_name_missing();
  else if (draft.name.length > 256) problems.name = m.compose_name_long();
  if (known.invitable === 0 && !draft.keepAsDraft) problems.signers = m.compose_signers_missing();
  return problems;
}

function iouProblems(draft: Draft, parties: Parties): Problems {
  const problems: Partial<Record<ProblemField, string>> = {};
  const iou = iouOf(draft);
  if (!sentAmount(iou.amount, iou.currency)) problems.amount = amountRule(decimalsOf(iou.currency));
  if (!iou.debtor) problems.debtor = m.compose_iou_party_missing();
  if (!iou.creditor) problems.creditor = m.compose_iou_party_missing();
  else if (iou.creditor === iou.debtor) problems.creditor = m.compose_iou_same_party();
  if (!isDegrees(iou.latitude, 90)) problems.latitude = m.compose_iou_latitude_bad();
  if (!isDegrees(iou.longitude, 180)) problems.longitude = m.compose_iou_longitude_bad();
  if (!isPercent(iou.interest)) problems.interest = m.compose_iou_percent_bad();
  if (!isPercent(iou.lateInterest)) problems.lateInterest = m.compose_iou_percent_bad();
  if (!iou.text.trim()) problems.text = m.compose_text_missing();
  else if (!agreementOf(iou, parties).settled) problems.agreement = m.compose_iou_mismatch();
  return problems;
}

const amountRule = (decimals: number): string =>
  decimals === 0 ? m.compose_iou_amount_whole() : m.compose_iou_amount_bad({ decimals });
