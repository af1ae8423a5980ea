import { Fragment } from 'react';
import type { ReportInputs } from '#proofs/verdict/report.ts';
import { verifyCommand } from '#widgets/evidence-files/report/verify-command.ts';
import { m } from '#i18n/messages.ts';
import type { Item } from '../run/item.ts';

/** How to repeat the report without the program that made it. Of several files it names the kinds, not each. */
export function RepeatCommand({ items, inputs }: { items: readonly Item[]; inputs: ReportInputs }) {
  const proofs = items.filter(isProof);
  const only = proofs.length === 1 ? proofs[0]?.name : undefined;
  const { policy, recipe, recipes, trust, validationTime } = inputs;
  const { start, options, notes } = verifyCommand({
    name: only ?? m.verify_print_proof(),
    anchorUses: trust.anchors.map(({ use }) => use),
    policy: policy.id,
    recipe: recipes.includes(recipe) ? recipe : undefined,
    at: validationTime,
  });
  const hasDocuments = items.some(({ kind }) => kind === 'document');
  const words = hasDocuments ? [...options, `--document ${m.verify_print_document()}`] : options;
  return (
    <section>
      <p>{m.verify_print_command()}</p>
      <pre>
        <code>
          {start}
          {words.map((option) => (
            <Fragment key={option}>
              {' '}
              <span>{option}</span>
            </Fragment>
          ))}
        </code>
      </pre>
      {only === undefined && <p>{m.verify_print_proof_note({ name: m.verify_print_proof() })}</p>}
      {hasDocuments && <p>{m.verify_print_document_note({ name: m.verify_print_document() })}</p>}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </section>
  );
}

/** A file that is evidence by itself: what the command takes. */
function isProof({ id, source, outcome }: Item): boolean {
  return source.from === 'file' && outcome?.of === 'report' && outcome.by === id;
}
