import { createContext, use } from 'react';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { m } from '#i18n/messages.ts';
import { formatAge } from '../formats/formats.ts';
import { useFormat } from '../formats/use-format.ts';
import { useNow } from '../hooks/use-now.ts';
import css from './live-mark.module.css';

/** Whether what is on screen can be read anew: without a network, or while the service refuses the key, nothing is live. */
export const LiveContext = createContext(true);

/**
 * «En vivo, hace 4 s»: the seconds count, nothing pulses. Over a minute old, or where nothing can be read anew, it
 * becomes a warning with the time. Before anything was received (0) there is no time to show: its place is empty, so
 * that nothing moves when it comes.
 */
export function LiveMark({ updatedAt }: { updatedAt: Date | number }) {
  const isLive = use(LiveContext);
  const now = useNow(1000);
  const format = useFormat();
  const at = new Date(updatedAt);
  if (!(at.getTime() > 0)) return <span className={css.place} aria-hidden="true" />;
  const age = Math.max(0, now.getTime() - at.getTime());
  if (!isLive || age > 60_000) {
    return (
      <span className={css.root}>
        <WarningIcon aria-hidden="true" />
        {m.common_live_stale({ time: format.time(at, true) })}
      </span>
    );
  }
  return (
    <span className={css.root}>
      <span className={css.dot} aria-hidden="true" />
      {m.common_live({ age: formatAge(age) })}
    </span>
  );
}
