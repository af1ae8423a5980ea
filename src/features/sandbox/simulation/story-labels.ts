import { questionWords } from '#widgets/report/texts/check-questions.ts';
import { m } from '#i18n/messages.ts';

/** The title is the name of a document of the demo: only what numbers the case is said in the reader's language. */
export function caseTitle(document: string): string {
  const [, number, words] = /^Caso (\d+)\. (.+)$/su.exec(document) ?? [];
  return number === undefined || words === undefined
    ? document
    : m.sandbox_story_case({ number, title: words });
}

/** What is wrong in a story; undefined: one of another build, of which nothing is known but its name. */
export function storyWord(name: string): string | undefined {
  switch (name) {
    case 'clean-contract':
      return m.sandbox_story_clean_contract();
    case 'wrong-sibling':
      return m.sandbox_story_wrong_sibling();
    case 'mismatched-signature':
      return m.sandbox_story_mismatched_signature();
    case 'revoked-before-signing':
      return m.sandbox_story_revoked_before_signing();
    case 'revoked-after-signing':
      return m.sandbox_story_revoked_after_signing();
    case 'stale-ocsp':
      return m.sandbox_story_stale_ocsp();
    case 'constancia-over-another-hash':
      return m.sandbox_story_constancia_over_another_hash();
    case 'contradicting-fields':
      return m.sandbox_story_contradicting_fields();
    case 'pending-strategy':
      return m.sandbox_story_pending_strategy();
    case 'one-of-two-proofs-fails':
      return m.sandbox_story_one_of_two_proofs_fails();
    case 'whole-chain':
      return m.sandbox_story_whole_chain();
    case 'gap-in-chain':
      return m.sandbox_story_gap_in_chain();
    case 'head-not-owner':
      return m.sandbox_story_head_not_owner();
    case 'first-holder-not-initial-owner':
      return m.sandbox_story_first_holder_not_initial_owner();
    case 'mixed-networks':
      return m.sandbox_story_mixed_networks();
    case 'page-that-never-comes':
      return m.sandbox_story_page_that_never_comes();
    case 'claim-of-another-key':
      return m.sandbox_story_claim_of_another_key();
    case 'stamp-by-revoked-signer':
      return m.sandbox_story_stamp_by_revoked_signer();
    default:
      return undefined;
  }
}

/** What a check is expected to say: words alone, because nothing was computed here. */
export function expectedWord(status: string): string {
  switch (status) {
    case 'FAILED':
      return m.sandbox_story_failed();
    case 'INDETERMINATE':
      return m.sandbox_story_indeterminate();
    default:
      return status;
  }
}

/** What a check states, or its id, where a sandbox of another build has one that is not known here. */
export function checkWord(check: string): string {
  const words: Readonly<Record<string, (typeof questionWords)[keyof typeof questionWords]>> = questionWords;
  return words[check]?.([]) ?? check;
}
