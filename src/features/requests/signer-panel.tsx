import { useEffect, useRef } from 'react';
import { styled } from '@mui/material/styles';
import { SubjectPicker } from '#widgets/subject-picker.tsx';
import { m } from '#i18n/messages.ts';

// Room for the choices: they open under the field, and the panel cuts what stands out of it.
const Room = styled('div')({ width: 320, maxWidth: '100%', minHeight: 396 });

/** The filter by signer: a person of the directory. */
export function SignerPanel({ onPick }: { onPick: (id: string) => void }) {
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It arrives after the panel has opened, so it takes the focus itself.
    room.current?.querySelector('input')?.focus();
  }, []);
  return (
    <Room ref={room}>
      <SubjectPicker
        label={m.requests_filter_signer()}
        onPick={({ id }) => {
          if (id) onPick(id);
        }}
      />
    </Room>
  );
}
