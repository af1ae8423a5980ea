import type { Check, Reason } from '#proofs/check.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import { m } from '#i18n/messages.ts';
import { reasonSentence } from './check-sentences.ts';
import { inviteIndexOf, sectionName } from './part-names.ts';
import type { Wording } from './when.ts';

/** What claim, token and case contradict is said beside the verdict in words of its own. */
const besideVerdict: readonly string[] = ['claim', 'token', 'case'];

/** The warnings of a report that passed, each distinct one once, with how many signatures have it. */
export function warningLines({ sections }: Report, wording: Wording): string[] {
  const found = new Map<string, { sections: Set<string>; isOcspSha1: boolean }>();
  for (const section of sections)
    for (const check of countedChecks(section))
      for (const reason of warningsOf(check, section)) {
        const isOcspSha1 = isSha1(reason) && check.id.startsWith('ocsp.') && isOfSignature(section.key);
        const key = isOcspSha1 ? 'ocsp-sha1' : reasonSentence(reason, check.id, wording);
        const line = found.get(key) ?? { sections: new Set<string>(), isOcspSha1 };
        line.sections.add(section.key);
        found.set(key, line);
      }
  return [...found].map(([sentence, { sections: keys, isOcspSha1 }]) => {
    const count = keys.size;
    if (isOcspSha1) return m.verdicts_warned_ocsp_sha1({ count });
    const [only = ''] = keys;
    if (count > 1) return m.verdicts_warned_signatures({ count, sentence });
    return isOfSignature(only) ? m.verdicts_s_of_section({ section: sectionName(only), sentence }) : sentence;
  });
}

/** A proof of existence that did not pass warns in a line of its own, where it failed. */
function countedChecks({ blocks, checks }: ReportSection): readonly Check[] {
  if (blocks === undefined) return checks;
  const passed = blocks.filter(({ verdict }) => verdict.conclusion === 'TOTAL_PASSED');
  return checks.filter(({ id }) => passed.some(({ name }) => id.startsWith(`${name}.`)));
}

function warningsOf(
  { level, status, reason, warnings = [] }: Check,
  { key }: ReportSection,
): readonly Reason[] {
  if (level !== 'FAIL' && level !== 'WARN') return [];
  const isOpen = level === 'WARN' && status !== 'PASSED' && status !== 'NOT_APPLICABLE';
  const isSaidBeside = status === 'FAILED' && besideVerdict.includes(key);
  return isOpen && reason !== undefined && !isSaidBeside ? [reason, ...warnings] : warnings;
}

const isOfSignature = (key: string): boolean => inviteIndexOf(key) !== undefined;

const isSha1 = ({ code, detail }: Reason): boolean => code === 'X_WEAK_ALGORITHM' && detail?.what === 'SHA-1';
