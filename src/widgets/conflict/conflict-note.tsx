import { useEffect, useRef } from 'react';
import { styled } from '@mui/material/styles';
import ConflictIcon from '@mui/icons-material/CallSplitOutlined';
import { Button } from '#ui/actions/button.tsx';
import { CopyButton } from '#ui/data/hash-text.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { m } from '#i18n/messages.ts';
import type { Conflict } from './use-edited-form.ts';

const Root = styled('div')({
  padding: '12px 14px',
  border: `1px solid ${ink.indetLine}`,
  borderRadius: 8,
  background: ink.indetTint,
  outline: 'none',
  '& > .title': {
    ...type.table,
    display: 'flex',
    gap: 8,
    color: ink.indet,
    fontWeight: 550,
    '& > svg': { flex: 'none', fontSize: 18 },
  },
  '& > dl': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: '2px 12px',
    margin: '8px 0 0',
  },
  '& dt, & dd': { ...type.table, margin: 0, padding: '3px 0' },
  '& dt': { color: ink.text2 },
  '& dd': { color: ink.text, overflowWrap: 'anywhere' },
  '& dd.copy': { padding: 0 },
  '& > .actions': { display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 10 },
  '& > .after': { ...type.caption, marginTop: 8, color: ink.text2 },
});

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
  const now = useNow(60_000);
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
    <Root ref={root} role="group" tabIndex={-1} aria-label={m.tabs_conflict_of({ field: what })}>
      <p className="title" role="alert">
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
      <div className="actions">
        <Button onClick={onKeep}>{m.tabs_conflict_keep()}</Button>
        <Button onClick={onTake}>{m.tabs_conflict_take()}</Button>
      </div>
      <p className="after">{m.tabs_conflict_after()}</p>
    </Root>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value === '' ? m.tabs_conflict_empty() : value}</dd>
      <dd className="copy">{value === '' ? null : <CopyButton value={value} what={label} />}</dd>
    </>
  );
}

const Caption = styled('p')({
  ...type.caption,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  margin: 0,
  color: ink.indet,
  overflowWrap: 'anywhere',
});

/** The reader decided for their own: what that replaces stays readable until it is saved. */
export function ReplacesNote({ value, onTake }: { value: string; onTake: () => void }) {
  return (
    <Caption role="status">
      <span>{value === '' ? m.tabs_replaces_empty() : m.tabs_replaces({ value })}</span>
      {value !== '' && <CopyButton value={value} what={m.tabs_conflict_theirs()} />}
      <Button variant="text" onClick={onTake}>
        {m.tabs_conflict_take()}
      </Button>
    </Caption>
  );
}
