import type { Report } from '#proofs/verdict/report.ts';
import { blockName, blockNames, sectionName } from '#widgets/report/texts/part-names.ts';
import { checksOfBlock } from '#widgets/report/texts/verdict-sentence.ts';

/** By which recipe each proof of each object was recomputed; a proof that none reaches has none. */
export function proofRecipes({
  sections,
}: Report): readonly { readonly of: string; readonly recipe: string }[] {
  return sections.flatMap((section) =>
    blockNames.flatMap((block) => {
      const recipe = checksOfBlock(section, block).find((check) => check.recipe !== undefined)?.recipe;
      if (recipe === undefined) return [];
      return [{ of: `${sectionName(section.key)}, ${blockName(block)}`, recipe }];
    }),
  );
}
