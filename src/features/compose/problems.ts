import type { Draft } from '#api/store/drafts.ts';
import { m } from '#words/words.ts';
import { checkIou, currencyDecimals, isDegrees, normalAmount } from './iou.ts';
import type { Composer } from './use-composer.ts';
import type { Parties } from './use-parties.ts';

/** Fields of the composer that can be wrong, in the order of the page. */
export type ProblemField =
  | 'document'
  | 'text'
  | 'amount'
  | 'debtor'
  | 'creditor'
  | 'latitude'
  | 'longitude'
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

function iouProblems({ iou }: Draft, parties: Parties): Problems {
  const problems: Partial<Record<ProblemField, string>> = {};
  const decimals = currencyDecimals[iou?.currency ?? 'MXN'] ?? 2;
  if (!normalAmount(iou?.amount ?? '')) problems.amount = m.compose_iou_amount_bad({ decimals });
  if (!iou?.debtor) problems.debtor = m.compose_iou_party_missing();
  if (!iou?.creditor) problems.creditor = m.compose_iou_party_missing();
  else if (iou.creditor === iou.debtor) problems.creditor = m.compose_iou_same_party();
  if (!isDegrees(iou?.latitude ?? '', 90)) problems.latitude = m.compose_iou_latitude_bad();
  if (!isDegrees(iou?.longitude ?? '', 180)) problems.longitude = m.compose_iou_longitude_bad();
  if (!iou?.text.trim()) problems.text = m.compose_text_missing();
  else if (checkIou(iou, parties).some(({ result }) => result === 'fails'))
    problems.agreement = m.compose_iou_mismatch();
  return problems;
}
