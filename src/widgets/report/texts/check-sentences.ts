/** What the checks of `src/proofs` ask, find and advise, in the reader's words. Pure: no page, no connection. */
import type { Basis, Check, CheckId, NextAction, Reason } from '#proofs/check.ts';
import { allChecks, type Report } from '#proofs/verdict/report.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { plainWording, type Wording } from './when.ts';
import { questionWords } from './check-questions.ts';
import { reasonSentences, reasonFacts } from './reason-sentences.ts';
import { holderWords, networkWords } from './rule-words.ts';

/** What a check asks, as a short statement: «La ruta llega a la raíz». An id without words is shown as it is. */
export function questionOf(check: Pick<Check, 'id' | 'steps'>): string {
  const say = Object.hasOwn(questionWords, check.id) ? questionWords[check.id] : undefined;
  return say?.(check.steps ?? []) ?? shown(check.id);
}

/**
 * A reason as a sentence that stands alone. A code without words is shown as it is.
 *
 * @param about id of the check, where it is known: the same code reads differently of a stamp and of a signature
 * @param wording zone and language of instants; UTC unless given
 */
export function reasonSentence(reason: Reason, about?: CheckId, wording: Wording = plainWording()): string {
  const say = Object.hasOwn(reasonSentences, reason.code) ? reasonSentences[reason.code] : undefined;
  return say?.(reasonFacts(reason, wording, about)) ?? m.verdicts_r_unknown({ code: shown(reason.code) });
}

/** What the reader can do, as a sentence. A code without words is shown as it is. */
export function nextSentence(next: NextAction): string {
  const say = Object.hasOwn(nextSentences, next.code) ? nextSentences[next.code] : undefined;
  return say?.(next) ?? m.verdicts_n_unknown({ code: shown(next.code) });
}

/** Whether a next action has words of its own. */
export function knowsNext(code: string): boolean {
  return Object.hasOwn(nextSentences, code);
}

/**
 * What to do about one check: an answer that is too old asks for a newer one, not for any; a signature that is not over
 * the document at hand asks for the one that was signed.
 */
export function nextOf({
  id,
  next,
  reason,
}: Pick<Check, 'next' | 'reason'> & { readonly id?: CheckId }): string | undefined {
  if (next === undefined) return undefined;
  if (id === 'signature.document' && next.code === 'give_the_document') return m.verdicts_n_give_the_signed();
  const newer = next.code === 'get_ocsp' && reason?.code === 'X_OCSP_STALE';
  return newer ? m.verdicts_n_get_ocsp_newer() : nextSentence(next);
}

/** Next actions that make an issuer trusted. */
const trusting: ReadonlySet<string> = new Set(['add_anchor', 'trust_anchor', 'trust_stamp_anchor']);

/**
 * The same check without advice that would change nothing: a stamp by a signer who cannot make one does not pass by
 * trusting its issuer.
 *
 * @param beside the checks of the same section
 */
export function withUsefulAdvice(check: Check, beside: readonly Check[]): Check {
  const { next, ...rest } = check;
  const isVain =
    check.id === 'nom151.path' &&
    next !== undefined &&
    trusting.has(next.code) &&
    beside.some(({ id, status }) => id === 'nom151.signer' && status === 'FAILED');
  return isVain ? rest : check;
}

/** How many checks passed, by where their facts come from. SERVER: consistent as reported, which is no proof. */
export function basisCount(report: Report): Readonly<Record<Basis, number>> {
  const counts: Record<Basis, number> = { RECOMPUTED: 0, CHAIN: 0, PINNED: 0, SERVER: 0 };
  for (const { status, basis } of allChecks(report)) if (status === 'PASSED') counts[basis] += 1;
  return counts;
}

/** «7 comprobaciones recalculadas aquí, 2 leídas de la cadena, 1 contra un ancla fijada» */
export function basisSentence(counts: Readonly<Record<Basis, number>>): string {
  const parts = [
    counts.RECOMPUTED > 0 && m.verdicts_count_recomputed({ count: counts.RECOMPUTED }),
    counts.CHAIN > 0 && m.verdicts_count_chain({ count: counts.CHAIN }),
    counts.PINNED > 0 && m.verdicts_count_pinned({ count: counts.PINNED }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? m.verdicts_count_none() : parts.join(', ');
}

type Advice = (next: NextAction) => string;

const detailOf = ({ detail }: NextAction, key: string): string | undefined =>
  detail !== undefined && Object.hasOwn(detail, key) ? shown(String(detail[key])) : undefined;

const nextSentences: Readonly<Record<string, Advice>> = {
  name_an_rpc: (next) => {
    const network = detailOf(next, 'network');
    return network === undefined
      ? m.verdicts_n_name_an_rpc()
      : m.verdicts_n_name_an_rpc_network({ network: networkWords(network) });
  },
  ask_another_rpc: () => m.verdicts_n_ask_another_rpc(),
  name_the_contract: (next) => {
    const network = detailOf(next, 'network');
    return network === undefined
      ? m.verdicts_n_name_the_contract()
      : m.verdicts_n_name_the_contract_network({ network: networkWords(network) });
  },
  name_the_role: () => m.verdicts_n_name_the_role(),
  name_the_recipe: () => m.verdicts_n_name_the_recipe(),
  tell_index_and_size: () => m.verdicts_n_tell_index_and_size(),
  give_the_document: () => m.verdicts_n_give_the_document(),
  get_certificate: () => m.verdicts_n_get_certificate(),
  get_ocsp: () => m.verdicts_n_get_ocsp(),
  get_stamp: () => m.verdicts_n_get_stamp(),
  get_evidence_again: () => m.verdicts_n_get_evidence_again(),
  get_initial_owner: () => m.verdicts_n_get_initial_owner(),
  read_every_page: () => m.verdicts_n_read_every_page(),
  read_again: () => m.verdicts_n_read_again(),
  read_logs: () => m.verdicts_n_read_logs(),
  read_each_network: () => m.verdicts_n_read_each_network(),
  check_elsewhere: () => m.verdicts_n_check_elsewhere(),
  try_later: () => m.verdicts_n_try_later(),
  wait_until_final: () => m.verdicts_n_wait_until_final(),
  add_anchor: () => m.verdicts_n_add_anchor(),
  trust_anchor: (next) =>
    m.verdicts_n_trust_anchor({
      name: holderWords(detailOf(next, 'name') ?? '—'),
      sha256: detailOf(next, 'sha256') ?? '—',
    }),
  trust_stamp_anchor: (next) =>
    m.verdicts_n_trust_stamp_anchor({
      name: holderWords(detailOf(next, 'name') ?? '—'),
      sha256: detailOf(next, 'sha256') ?? '—',
    }),
  get_newer_stamp: () => m.verdicts_n_get_newer_stamp(),
  add_certificate: () => m.verdicts_n_add_certificate(),
  add_document: () => m.verdicts_n_add_document(),
  add_profile: () => m.verdicts_n_add_profile(),
  check_clock: () => m.verdicts_n_check_clock(),
  check_path: () => m.verdicts_n_check_path(),
  check_policy: () => m.verdicts_n_check_policy(),
  ask_the_contract: (next) => {
    const authorizer = detailOf(next, 'authorizer');
    return authorizer === undefined
      ? m.verdicts_n_ask_the_contract_plain()
      : m.verdicts_n_ask_the_contract({ authorizer });
  },
  prove_time: () => m.verdicts_n_prove_time(),
};
