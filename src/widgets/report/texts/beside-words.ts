import { m } from '#i18n/messages.ts';
import type { BesideVerdict } from './beside-verdict.ts';
import { reasonSentence } from './check-sentences.ts';
import { sectionName } from './part-names.ts';
import type { Wording } from './when.ts';

/** «Token: …». What is said of the case as a whole names no part. */
export function besideWords({ section, check }: BesideVerdict, wording: Wording): string {
  const sentence = check.reason
    ? reasonSentence(check.reason, check.id, wording)
    : m.verdicts_s_failed_plain();
  return section === 'case' ? sentence : m.verdicts_s_of_section({ section: sectionName(section), sentence });
}
