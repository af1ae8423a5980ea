import { styled } from '@mui/material/styles';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import { m } from '#i18n/messages.ts';
import { ink } from '../theme/tokens.ts';

const Pill = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 26,
  padding: '0 12px 0 9px',
  border: `1px solid ${ink.accent}`,
  borderRadius: 13,
  background: ink.surface,
  color: ink.accent,
  fontSize: 13,
  lineHeight: '18px',
  fontWeight: 500,
  cursor: 'pointer',
  '& svg': { fontSize: 16 },
  '&:hover': { background: ink.accentTint },
});

const Holder = styled('div')({ display: 'flex', justifyContent: 'center', padding: '8px 0' });

/** Things changed while the reader looked: nothing moves until it is asked for. */
export function ChangesPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <Holder role="status">
      {count > 0 && (
        <Pill type="button" onClick={onShow}>
          <ExpandIcon aria-hidden="true" />
          {m.common_changes_show({ count })}
        </Pill>
      )}
    </Holder>
  );
}
