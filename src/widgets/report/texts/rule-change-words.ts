import type { RuleChangeId } from '#proofs/case-file/changed-rules.ts';
import type { RuleChange } from '#proofs/case-file/rule-changes.ts';
import { m } from '#i18n/messages.ts';
import { sectionName } from './part-names.ts';

/** Why the verdict inside a case file of earlier rules no longer holds: one sentence a rule, with the parts it decides. */
export function ruleChangeWords(changes: readonly RuleChange[]): string[] {
  const sections = new Map<RuleChangeId, Set<string>>();
  for (const { rule, section } of changes)
    sections.set(rule, (sections.get(rule) ?? new Set()).add(sectionName(section)));
  return [...sections].map(([rule, names]) =>
    m.verdicts_change({ rule: ruleWords(rule), section: [...names].join(', ') }),
  );
}

function ruleWords(rule: RuleChangeId): string {
  switch (rule) {
    case 'unexamined-document':
      return m.verdicts_change_unexamined_document();
    case 'stamp-signer':
      return m.verdicts_change_stamp_signer();
    case 'stamp-expired':
      return m.verdicts_change_stamp_expired();
    case 'signer-purpose':
      return m.verdicts_change_signer_purpose();
    case 'identity':
      return m.verdicts_change_identity();
    case 'signed-document':
      return m.verdicts_change_signed_document();
    case 'absent-signature':
      return m.verdicts_change_absent_signature();
    case 'witness-algorithm':
      return m.verdicts_change_witness_algorithm();
    case 'proof-position':
      return m.verdicts_change_proof_position();
    case 'document-leaf':
      return m.verdicts_change_document_leaf();
    case 'independent-proofs':
      return m.verdicts_change_independent_proofs();
    case 'token-final':
      return m.verdicts_change_token_final();
  }
}
