import { ConflictNote, ReplacesNote } from './conflict-note.tsx';
import type { EditedForm } from './use-edited-form.ts';

/** What there is to say of one edited field, beside it: a conflict to decide, or what its decision replaces. */
export function FieldConflict<F extends string>({
  edited,
  field,
  say = (value) => value,
  ...rest
}: {
  edited: EditedForm<F>;
  field: F;
  what: string;
  at: string | null | undefined;
  say?: (value: string) => string;
}) {
  const conflict = edited.conflicts[field];
  const replaced = edited.replaces[field];
  const { attention } = edited;
  const onTake = () => edited.take(field);
  if (conflict)
    return (
      <ConflictNote {...{ conflict, attention, say, onTake, ...rest }} onKeep={() => edited.keep(field)} />
    );
  return replaced === undefined ? null : <ReplacesNote value={say(replaced)} onTake={onTake} />;
}
