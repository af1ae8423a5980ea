import { isWithoutNodes } from '#proofs/report-inputs.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { anchorUseWords } from '../verification/anchors/anchor-use-text.ts';
import { evidencePartWords, rangeRecipes } from './texts/check-words.ts';
import { policyWords, recipeText } from './texts/policy-words.ts';
import { longInstant, utcInstant } from './texts/when.ts';
import css from './report-inputs.module.css';

/** What the verdict hangs on, small: the same inputs give the same report, byte for byte. */
export function ReportInputs({
  report,
  whole = false,
}: {
  report: Pick<Report, 'inputs' | 'wording'> & Partial<Pick<Report, 'sections'>>;
  /** Hashes in full and what each recipe hashes, as in print. */
  whole?: boolean;
}) {
  const { options } = useFormat();
  const { policy, trust, treeSize, validationTime, build, evidence, chain } = report.inputs;
  const ofRange = rangeRecipes({ sections: report.sections ?? [] }).join(', ');
  return (
    <div className={css.root}>
      <Facts
        facts={[
          {
            label: m.verdicts_policy(),
            value: policyWords(report),
          },
          {
            label: m.verdicts_policy_hash(),
            value: <HashText value={policy.hash} whole={whole} copy={!whole} unfolds={!whole} />,
          },
          { label: m.verdicts_trust_store(), value: <code>{shown(trust.version)}</code> },
          {
            label: m.verdicts_anchors(),
            value:
              trust.anchors.length === 0 ? (
                whole ? (
                  m.evidence_anchors_none()
                ) : (
                  m.verdicts_anchors_none()
                )
              ) : (
                <ul>
                  {trust.anchors.map(({ title, sha256, use }) => (
                    <li key={sha256}>
                      {shown(title)} · {anchorUseWords(use)}{' '}
                      <HashText label="SHA-256" value={sha256} whole={whole} copy={!whole} unfolds={!whole} />
                    </li>
                  ))}
                </ul>
              ),
          },
          { label: m.verdicts_recipes(), value: <Recipes inputs={report.inputs} whole={whole} /> },
          ...(ofRange === '' ? [] : [{ label: m.verdicts_recipes_range(), value: <code>{ofRange}</code> }]),
          ...(treeSize === 'unknown' ? [] : [{ label: m.verdicts_tree_size(), value: shown(treeSize) }]),
          {
            label: m.verdicts_validation_time(),
            value: (
              <>
                {longInstant(validationTime, options)} · <code>{utcInstant(validationTime)}</code>
              </>
            ),
          },
          { label: m.verdicts_build(), value: <code>{shown(build)}</code> },
          ...(Object.keys(evidence).length === 0
            ? []
            : [
                {
                  label: m.verdicts_evidence_digests(),
                  value: (
                    <ul>
                      {Object.entries(evidence).map(([key, digest]) => (
                        <li key={key}>
                          <HashText
                            label={evidencePartWords(key)}
                            value={digest}
                            whole={whole}
                            copy={!whole}
                            unfolds={!whole}
                          />
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]),
          ...(isWithoutNodes(report.inputs)
            ? []
            : [
                {
                  label: m.verdicts_chain_digest(),
                  value: <HashText value={chain} whole={whole} copy={!whole} unfolds={!whole} />,
                },
              ]),
        ]}
      />
    </div>
  );
}

/** On paper each stands beside what it hashes: nobody can look it up there. */
function Recipes({
  inputs: { recipe, recipes },
  whole,
}: {
  inputs: Pick<Report['inputs'], 'recipe' | 'recipes'>;
  whole: boolean;
}) {
  const isPinned = recipes.includes(recipe);
  if (!whole)
    return (
      <code>
        {isPinned ? m.verdicts_recipe_pinned({ recipe: shown(recipe) }) : recipes.map(shown).join(', ')}
      </code>
    );
  return (
    <ul>
      {(isPinned ? [recipe] : recipes).map((one) => {
        const text = recipeText(one);
        return (
          <li key={one}>
            <code>{isPinned ? m.verdicts_recipe_pinned({ recipe: shown(one) }) : shown(one)}</code>
            {text !== undefined && `: ${text}`}
          </li>
        );
      })}
    </ul>
  );
}
