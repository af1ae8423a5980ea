import { useMemo, useSyncExternalStore } from 'react';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { parseRunNote, runNote } from './run-note.ts';

/** Says that the run before ended with its page, until the user has read it or gives something else. */
export function EndedRun() {
  const format = useFormat();
  const text = useSyncExternalStore(runNote.subscribe, runNote.read);
  const run = useMemo(() => parseRunNote(text), [text]);
  if (run?.phase !== 'ended') return null;
  const { checked, total } = run;
  return (
    <WarningStrip action={{ label: m.verify_ended_read(), onSelect: runNote.remove }}>
      {m.verify_ended({ count: total, done: format.number(checked), total: format.number(total) })}{' '}
      {m.verify_ended_again()}
    </WarningStrip>
  );
}
