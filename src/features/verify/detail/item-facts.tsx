import type { ReactNode } from 'react';
import { useSession } from '#client/session/session-context.tsx';
import type { Check } from '#proofs/check.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { InspectorSection } from '#ui/layout/inspector.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { kindWord } from '../results/item-summary.ts';
import { reasonOf, type Item } from '../run/item.ts';
import type { Verification } from '../run/verification.ts';
import { proofRecipes } from './proof-recipes.ts';
import { hostOf } from './service-host.ts';
import css from './item-facts.module.css';

/** What an item is, and with which evidence and recipes it was verified. */
export function ItemFacts({
  verification,
  item,
  report,
  decided,
  onRow,
}: {
  verification: Verification;
  item: Item;
  report: Report | undefined;
  /** The check that keeps it from passing. */
  decided: Check | undefined;
  onRow: (id: number) => void;
}) {
  const { bytes } = useFormat();
  const reason = reasonOf(item);
  const policy = decided?.reason?.detail?.policy;
  const recipes = report ? proofRecipes(report) : [];
  return (
    <InspectorSection>
      <dl className="facts">
        {item.sha256 !== undefined && (
          <>
            <dt>{m.verify_sha256()}</dt>
            <dd>
              <HashText value={item.sha256} />
            </dd>
          </>
        )}
        <dt>{m.verify_col_kind()}</dt>
        <dd>
          {kindWord(item)}
          {item.size !== undefined && `, ${bytes(item.size)}`}
        </dd>
        <Origin verification={verification} item={item} onRow={onRow} />
      </dl>
      {(reason !== undefined || recipes.length > 0) && (
        <Disclosure summary={m.verify_technical()}>
          <dl className="facts">
            {reason !== undefined && (
              <>
                <dt>{m.verify_reason()}</dt>
                <dd>
                  <code>{reason}</code>
                </dd>
              </>
            )}
            {recipes.length > 0 && (
              <>
                <dt>{m.verify_recipe()}</dt>
                {recipes.map(({ of, recipe }) => (
                  <dd key={of}>
                    {of}:{' '}
                    <code>
                      {recipe === report?.inputs.recipe ? m.verify_recipe_is_pinned({ recipe }) : recipe}
                    </code>
                  </dd>
                ))}
              </>
            )}
            {policy !== undefined && (
              <>
                <dt>{m.verify_stamp_policy()}</dt>
                <dd>
                  <code>{shown(String(policy))}</code>
                </dd>
              </>
            )}
          </dl>
        </Disclosure>
      )}
    </InspectorSection>
  );
}

/** The evidence that the item was verified with, and what else here is about it. */
function Origin({
  verification,
  item: { id, outcome },
  onRow,
}: {
  verification: Verification;
  item: Item;
  onRow: (id: number) => void;
}) {
  const { connection } = useSession();
  if (outcome?.of !== 'report') return null;
  const others = verification.evidenceOf(id).filter((one) => one !== outcome.by);
  const link = (one: number): ReactNode => (
    <button
      key={one}
      type="button"
      className={css.link}
      onClick={() => {
        onRow(one);
      }}
    >
      {verification.item(one)?.name}
    </button>
  );
  return (
    <>
      {outcome.by !== id && (
        <>
          <dt>{m.verify_with()}</dt>
          <dd>
            {outcome.by === undefined
              ? m.verify_from_service({ service: hostOf(connection) })
              : link(outcome.by)}
          </dd>
        </>
      )}
      {others.length > 0 && (
        <>
          <dt>{m.verify_other_evidence()}</dt>
          <dd>{others.map(link)}</dd>
        </>
      )}
    </>
  );
}
