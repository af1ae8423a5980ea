import { dateOf } from '#clock/instants.ts';
import { formatRelative, formatUtc } from '../formats/formats.ts';
import { Tip } from '../overlays/tip.tsx';
import { useFormat } from '../formats/use-format.ts';
import { useServiceNow } from '../hooks/use-service-now.ts';
import { visibleText } from '../formats/visible-text.ts';
import css from './instant.module.css';

export interface InstantProps {
  /** A date, or an ISO 8601 string. */
  at: Date | string;
  /**
   * `full` «18 nov 2026, 17:41:07 UTC−06:00» · `minute` the same without seconds · `day` ·
   * `list` «hoy 09:41», «19 nov» · `relative` «hace 4 s», under one hour only.
   */
  form?: 'full' | 'minute' | 'day' | 'list' | 'relative' | undefined;
}

/** An instant where the reader is, with the zone named; UTC on hover and focus; one switch turns all to UTC. */
export function Instant({ at, form = 'full' }: InstantProps) {
  const date = dateOf(at);
  // What came is shown as it is: it is no instant.
  if (Number.isNaN(date.getTime()))
    return <span>{typeof at === 'string' ? visibleText(at, 40) || '—' : '—'}</span>;
  const utc = formatUtc(date);
  return (
    <Tip text={utc}>
      <time className={css.time} dateTime={utc} data-form={form} tabIndex={form === 'full' ? 0 : undefined}>
        {form === 'relative' || form === 'list' ? (
          <Near date={date} form={form} />
        ) : (
          <Far date={date} form={form} />
        )}
      </time>
    </Tip>
  );
}

function Far({ date, form }: { date: Date; form: 'full' | 'minute' | 'day' }) {
  const format = useFormat();
  if (form === 'day') return format.day(date);
  const zone = format.zone(date);
  return (
    <>
      <span>{format.dayTime(date, form === 'full')}</span> <span className={css.zone}>{zone}</span>
    </>
  );
}

function Near({ date, form }: { date: Date; form: 'list' | 'relative' }) {
  const format = useFormat();
  const now = useServiceNow(form === 'relative' ? 1000 : 30_000);
  if (form === 'relative') return formatRelative(date, now) ?? format.inList(date, now);
  return format.inList(date, now);
}
