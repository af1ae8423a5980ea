/** What a row says of an item, in one line. */
import type { WhyUnreadable } from '#widgets/verification/worker/tasks.ts';
import type { Wording } from '#widgets/report/texts/when.ts';
import { findingOf } from '#widgets/report/texts/verdict-sentence.ts';
import { formatBytes } from '#ui/formats/formats.ts';
import { verdictWord } from '#ui/verdicts/verdict-chip.tsx';
import { m } from '#i18n/messages.ts';
import { stateOf, type Item, type ItemState, type Outcome } from '../run/item.ts';

export function itemSummary(item: Item, wording: Wording): string {
  switch (item.step) {
    case 'waiting':
      return m.verify_found_waiting();
    case 'running':
      return item.progress !== undefined && item.size !== undefined
        ? m.verify_found_hashing({
            done: formatBytes(item.progress, wording.locale),
            total: formatBytes(item.size, wording.locale),
          })
        : m.verify_found_checking();
    case 'looking-up':
      return m.verify_found_looking_up();
    case 'stopped':
      return m.verify_found_stopped();
    case 'broken':
      return item.kind === undefined
        ? m.verify_found_not_readable()
        : m.verify_found_broken({ problem: item.problem ?? '' });
    case 'done':
      return item.outcome === undefined
        ? m.verify_found_stopped()
        : outcomeWords(item, item.outcome, wording);
  }
}

function outcomeWords({ kind }: Item, outcome: Outcome, wording: Wording): string {
  if (outcome.of === 'unreadable') return unreadableWords(outcome.why);
  if (outcome.of === 'nothing') {
    if (outcome.service === 'looked-up') return m.verify_found_nothing_looked_up();
    if (outcome.service === 'failed') return m.verify_found_nothing_failed();
    return kind === 'hash' ? m.verify_found_nothing_hash() : m.verify_found_nothing_document();
  }
  const { report, faults, sameAsDeclared, disagreeing } = outcome;
  if (faults.length > 0) return m.verify_found_case_fault();
  if (kind === 'case' && sameAsDeclared && report.verdict.conclusion === 'TOTAL_PASSED')
    return report.wording === 'internal check' ? findingOf(report, wording) : m.verify_found_case_same();
  const finding = findingOf(report, wording);
  return disagreeing.length > 0 ? m.verify_found_disagrees({ finding }) : finding;
}

function unreadableWords(why: WhyUnreadable): string {
  switch (why) {
    case 'empty':
      return m.verify_found_empty();
    case 'cut':
      return m.verify_found_cut();
    case 'version':
      return m.verify_found_version();
    case 'content':
      return m.verify_found_unreadable();
  }
}

export function kindWord({ kind }: Pick<Item, 'kind'>): string {
  if (kind === undefined) return '—';
  switch (kind) {
    case 'document':
      return m.verify_kind_document();
    case 'hash':
      return m.verify_kind_hash();
    case 'case':
      return m.verify_kind_case();
    case 'witness':
      return m.verify_kind_witness();
    case 'invite':
      return m.verify_kind_invite();
    case 'request':
      return m.verify_kind_request();
    case 'proof':
      return m.verify_kind_proof();
    case 'certificate':
      return m.verify_kind_certificate();
    case 'ocsp-response':
      return m.verify_kind_ocsp();
    case 'stamp':
      return m.verify_kind_stamp();
    case 'unreadable':
      return m.verify_kind_unreadable();
  }
}

export function stateWord(state: ItemState): string {
  return state === 'WARNED' ? m.verify_warned() : verdictWord(state);
}

/** «Falló: Constancia 4471.tsr», for those who listen. */
export function rowName(item: Item): string {
  return m.verify_strategies_of({ verdict: stateWord(stateOf(item)), name: item.name });
}
