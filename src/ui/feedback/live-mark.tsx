import { styled } from '@mui/material/styles';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { m } from '#i18n/messages.ts';
import { formatAge } from '../formats/formats.ts';
import { ink } from '../theme/tokens.ts';
import { useFormat } from '../formats/use-format.ts';
import { useNow } from '../hooks/use-now.ts';

const Root = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  color: ink.text2,
  fontSize: 12.5,
  lineHeight: '18px',
  whiteSpace: 'nowrap',
  '& > .dot': { width: 7, height: 7, borderRadius: 4, background: ink.accent },
  '& > svg': { fontSize: 16, color: ink.indet },
});

/**
 * «En vivo, hace 4 s»: the seconds count, nothing pulses. Over a minute old it becomes a warning with the time. Before
 * anything was received (0) there is no time to show.
 */
export function LiveMark({ updatedAt }: { updatedAt: Date | number }) {
  const now = useNow(1000);
  const format = useFormat();
  const at = new Date(updatedAt);
  if (!(at.getTime() > 0)) return null;
  const age = Math.max(0, now.getTime() - at.getTime());
  if (age > 60_000) {
    return (
      <Root>
        <WarningIcon aria-hidden="true" />
        {m.common_live_stale({ time: format.time(at, true) })}
      </Root>
    );
  }
  return (
    <Root>
      <span className="dot" aria-hidden="true" />
      {m.common_live({ age: formatAge(age) })}
    </Root>
  );
}
