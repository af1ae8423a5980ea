import { useEffect, useRef } from 'react';
import { SubjectPicker } from '#widgets/people/subject-picker.tsx';
import { m } from '#i18n/messages.ts';
import css from './signer-panel.module.css';

/** The filter by signer: a person of the directory. */
export function SignerPanel({ onPick }: { onPick: (id: string) => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It arrives after the panel has opened, so it takes the focus itself.
    panel.current?.querySelector('input')?.focus();
  }, []);
  return (
    <div className={css.panel} ref={panel}>
      <SubjectPicker
        label={m.requests_filter_signer()}
        onPick={({ id }) => {
          if (id) onPick(id);
        }}
      />
    </div>
  );
}
