import { useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import CloseIcon from '@mui/icons-material/Close';
import { m } from '#i18n/messages.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { ink, media, type } from '../theme/tokens.ts';
import { named } from '../data/name.tsx';
import { useHotkeys } from '../hooks/use-hotkeys.ts';
import css from './inspector.module.css';

/** A list and, beside it, what is chosen in it: the list stays in view. Under 900 px the pane covers the list. */
export const WithInspector = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  height: '100%',
  minHeight: 0,
  '&:has(> aside)': { gridTemplateColumns: 'minmax(0, 1fr) 344px' },
  '& > *': { minHeight: 0, minWidth: 0 },
  [media.narrow]: {
    '&:has(> aside)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '&:has(> aside) > :not(aside)': { display: 'none' },
  },
});

export const InspectorSection = styled('section')({
  padding: '14px 20px 18px',
  borderTop: `1px solid ${ink.line}`,
  '& > h3': { ...type.caption, marginBottom: 10, fontWeight: 500, color: ink.text2, fontSize: 13 },
});

/** The pane beside a list: what it is, how it stands in plain words, what to do, then its parts. Esc closes it. */
export function Inspector({
  kind,
  title,
  state,
  actions,
  tools,
  onClose,
  children,
}: {
  /** Kind and id, small: «Solicitud 66f1c2…f4e7». */
  kind: ReactNode;
  title: ReactNode;
  state?: ReactNode;
  actions?: ReactNode;
  /** Icon buttons before the cross. */
  tools?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  useHotkeys({ Escape: onClose });
  return (
    <aside className={css.pane} aria-labelledby={id}>
      <div className="bar">
        <span className={css.kind}>{kind}</span>
        {tools}
        <IconButton label={m.common_close()} icon={<CloseIcon />} onClick={onClose} />
      </div>
      <h2 id={id}>{named(title, 6)}</h2>
      {state ? <div className={css.state}>{state}</div> : null}
      {actions ? <div className={css.actions}>{actions}</div> : <div className={css.actions} />}
      {children}
    </aside>
  );
}
