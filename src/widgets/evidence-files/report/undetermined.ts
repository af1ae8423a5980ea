import type { Report } from '#proofs/verdict/report.ts';
import { m } from '#i18n/messages.ts';
import { sectionName } from '../../report/texts/part-names.ts';
import { standOf } from '../../report/texts/verdict-sentence.ts';
import type { Wording } from '../../report/texts/when.ts';

/** «Sin comprobar del todo: reclamo, token y endosos.» of a report that passed, whose verdict does not depend on them. */
export function undeterminedWords({ verdict, sections }: Report, { locale }: Wording): string[] {
  if (verdict.conclusion !== 'TOTAL_PASSED') return [];
  const names = sections
    .filter((section) => standOf(section) === 'INDETERMINATE')
    // A name that begins with an abbreviation stays as it is.
    .map(({ key }) =>
      sectionName(key).replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLocaleLowerCase(locale)),
    );
  if (names.length === 0) return [];
  // Some names hold an «and» of their own: the list has none.
  return [m.evidence_undetermined({ sections: names.join(', ') })];
}
