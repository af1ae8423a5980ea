import { useEffect, useRef } from 'react';
import ConflictIcon from '@mui/icons-material/CallSplitOutlined';
import { Button } from '#ui/actions/button.tsx';
import { CopyButton } from '#ui/data/hash-text.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { m } from '#i18n/messages.ts';
import type { Conflict } from './use-edited-form.ts';
import css from './conflict-note.module.css';

/**
 * Two people wrote to one field: what each wrote, to read and to copy, and whose stays.
 *
 * @param at when the service says that it was changed there, RFC 3339
 * @param say puts a value in words, where the reader does not know it as text
 */
export function ConflictNote({
  what,
  conflict: { theirs, mine },
  at,
  attention,
  say = (value) => value,
  onKeep,
  onTake,
}: {
  /** The field: «Nombre». */
  what: string;
  conflict: Conflict;
  at: string | null | undefined;
  /** Becomes another number when the reader tried to save: then the decision is where the focus goes. */
  attention: number;
  say?: (value: string) => string;
  onKeep: () => void;
  onTake: () => void;
}) {
  const format = useFormat();
  const now = useServiceNow(60_000);
  const root = useRef<HTMLDivElement>(null);
  const before = useRef(attention);
  useEffect(() => {
    if (attention !== before.current) root.current?.focus();
    before.current = attention;
  }, [attention]);
  const rows = [
    { label: m.tabs_conflict_theirs(), value: say(theirs) },
    { label: m.tabs_conflict_mine(), value: say(mine) },
  ];
  return (
    <div
      className={css.root}
      ref={root}
      role="group"
      tabIndex={-1}
      aria-label={m.tabs_conflict_of({ field: what })}
    >
      <p className={css.title} role="alert">
        <ConflictIcon aria-hidden="true" />
        <span>
          {at
            ? m.tabs_conflict_at({ field: what, time: format.inList(at, now) })
            : m.tabs_conflict({ field: what })}
        </span>
      </p>
      <dl>
        {rows.map(({ label, value }) => (
          <Row key={label} label={label} value={value} />
        ))}
      </dl>
      <div className={css.actions}>
        <Button onClick={onKeep}>{m.tabs_conflict_keep()}</Button>
        <Button onClick={onTake}>{m.tabs_conflict_take()}</Button>
      </div>
      <p className={css.after}>{m.tabs_conflict_after()}</p>
    </div>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value === '' ? m.tabs_conflict_empty() : value}</dd>
      <dd className={css.copy}>{value === '' ? null : <CopyButton value={value} what={label} />}</dd>
    </>
  );
}

/** The reader decided for their own: what that replaces stays readable until it is saved. */
export function ReplacesNote({ value, onTake }: { value: string; onTake: () => void }) {
  return (
    <p className={css.caption} role="status">
      <span>{value === '' ? m.tabs_replaces_empty() : m.tabs_replaces({ value })}</span>
      {value !== '' && <CopyButton value={value} what={m.tabs_conflict_theirs()} />}
      <Button variant="text" onClick={onTake}>
        {m.tabs_conflict_take()}
      </Button>
    </p>
  );
}
