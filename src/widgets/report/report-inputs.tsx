import type { Report } from '#proofs/verdict/report.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { anchorUseWords } from '../verification/anchors/anchor-use-text.ts';
import { evidencePartWords } from './texts/check-words.ts';
import { longInstant, utcInstant } from './texts/when.ts';
import css from './report-inputs.module.css';

/** What the verdict hangs on, small: the same inputs give the same report, byte for byte. */
export function ReportInputs({
  report,
  whole = false,
}: {
  report: Report;
  /** Hashes in full, as in print. */ whole?: boolean;
}) {
  const { options } = useFormat();
  const { policy, trust, recipe, recipes, treeSize, validationTime, build, evidence, chain } = report.inputs;
  const recipeText = recipes.includes(recipe)
    ? m.verdicts_recipe_pinned({ recipe: shown(recipe) })
    : recipes.map(shown).join(', ');
  return (
    <div className={css.root}>
      <Facts
        facts={[
          {
            label: m.verdicts_policy(),
            value: (
              <code>
                {shown(policy.id)}/{policy.version}
                {report.wording === 'internal check' && ` (${m.verdicts_s_internal_chip()})`}
              </code>
            ),
          },
          {
            label: m.verdicts_policy_hash(),
            value: <HashText value={policy.hash} whole={whole} copy={!whole} />,
          },
          { label: m.verdicts_trust_store(), value: <code>{shown(trust.version)}</code> },
          {
            label: m.verdicts_anchors(),
            value:
              trust.anchors.length === 0 ? (
                m.verdicts_anchors_none()
              ) : (
                <ul>
                  {trust.anchors.map(({ title, sha256, use }) => (
                    <li key={sha256}>
                      {shown(title)} · {anchorUseWords(use)}{' '}
                      <HashText label="SHA-256" value={sha256} whole={whole} copy={!whole} />
                    </li>
                  ))}
                </ul>
              ),
          },
          { label: m.verdicts_recipes(), value: <code>{recipeText}</code> },
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
                          />
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]),
          { label: m.verdicts_chain_digest(), value: <HashText value={chain} whole={whole} copy={!whole} /> },
        ]}
      />
    </div>
  );
}
