import { useState } from 'react';
import { ConditionForm } from './condition-form.tsx';
import { draftOf, newDraft, type Draft } from '../filter/draft.ts';
import { fieldOf, fields } from '../filter/fields.ts';
import { faultWords } from '../filter/sentence.ts';
import { addTo, nodeAt, otherJoin, replaceAt } from '../filter/tree.ts';
import { faultOfTree } from '../filter/where.ts';
import type { Context, Editing } from './filter-parts.tsx';
import css from './condition-editor.module.css';

/** The form of one part, and of what would come of it. */
export function ConditionEditor({
  editing: { mode, path },
  context: { list, tree, say, change, remove },
  timeZone,
  typed,
  onTyped,
  onClose,
}: {
  editing: Editing;
  context: Context;
  timeZone: string;
  /** What was typed when it was open last. */
  typed: Draft | undefined;
  onTyped: (draft: Draft) => void;
  onClose: () => void;
}) {
  const node = mode === 'change' ? nodeAt(tree, path) : undefined;
  const [first] = useState((): Draft | undefined => {
    if (typed) return typed;
    const field = node?.kind === 'condition' ? fieldOf(list, node.column) : undefined;
    if (field && node?.kind === 'condition') return draftOf(field, node, timeZone);
    // Whoever adds to a group of people goes on with people.
    const [usual] =
      mode === 'add' && path.length === 0
        ? fields[list]
        : fields[list].filter(({ kind }) => kind === 'person');
    return usual && newDraft(usual);
  });
  if (!first) return null;

  return (
    <>
      {node?.kind === 'wrong' && (
        <div className={css.wrongPart}>
          <code>{node.text}</code>
          <p className={css.fault}>{faultWords(node.fault)}</p>
        </div>
      )}
      <ConditionForm
        list={list}
        first={first}
        say={say}
        timeZone={timeZone}
        onTyped={onTyped}
        onCancel={onClose}
        onRemove={node && (() => remove(path))}
        onApply={(condition) => {
          const group = nodeAt(tree, path);
          const next =
            mode === 'change'
              ? replaceAt(tree, path, condition)
              : addTo(
                  tree,
                  path,
                  mode === 'group' && group?.kind === 'group'
                    ? { kind: 'group', join: otherJoin(group.join), items: [condition] }
                    : condition,
                );
          // Faults that were there before are no fault of this part.
          const fault = faultOfTree(list, next);
          if (fault === 'deep' || fault === 'parts' || fault === 'long') return fault;
          onClose();
          change(next);
          return undefined;
        }}
      />
    </>
  );
}
