import { useEffect, useRef } from 'react';
import { SubjectPicker } from '#widgets/people/subject-picker.tsx';
import { m } from '#i18n/messages.ts';
import css from './signer-panel.module.css';

/** The filter by signer: a person of the directory. */
export function SignerPanel({ onPick }: { onPick: (id: string) => void }) {
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It arrives after the panel has opened, so it takes the focus itself.
    room.current?.querySelector('input')?.focus();
  }, []);
  return (
    <div className={css.room} ref={room}>
      <SubjectPicker
        label={m.requests_filter_signer()}
        onPick={({ id }) => {
          if (id) onPick(id);
        }}
      />
    </div>
  );
}
