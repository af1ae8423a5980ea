import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentTime } from '#clock/clock.ts';
import { rates, startOfWeek } from '#client/families/rates.ts';
import { useClient } from '#client/session/session-context.tsx';
import { Link } from '#ui/actions/link.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { paths, withQuery } from '#widgets/paths.ts';
import { convert } from '#widgets/rates/convert.ts';
import { decimalWords, periodWords, seriesWords, valueWord } from '#widgets/rates/rate-words.ts';
import { m } from '#i18n/messages.ts';

/** What the amount is in the other currency, with the bucket it is said by; nothing where no rate is known. */
export function IouRate({ amount, currency }: { amount: string; currency: string }) {
  const format = useFormat();
  const [start] = useState(() => startOfWeek(currentTime()));
  const known = currency === 'MXN' || currency === 'USD';
  const bucket = useQuery({ ...rates(useClient()).newest(start), enabled: known, retry: false }).data;
  const rate = bucket?.direct.close;
  if (!known || !bucket || rate === undefined) return null;
  const inPesos = currency === 'MXN';
  const to = inPesos ? 'USDC' : 'MXN';
  const made = convert(amount, rate, inPesos ? 'divide' : 'multiply', to);
  if (!made) return null;
  const query = { bucket: String(bucket.id), amount, of: inPesos ? 'quote' : undefined };
  return (
    <p className="words">
      {m.compose_iou_rate({ amount: decimalWords(made.amount, format.options), currency: to })}{' '}
      {m.rates_rate({ base: 'USDC', rate: decimalWords(rate, format.options), quote: 'MXN' })}.{' '}
      {m.rates_source({
        value: valueWord('close'),
        period: periodWords('weekly-bucket', bucket.id, format.options),
        series: seriesWords('weekly-bucket', { base: 'USDC', quote: 'MXN' }),
      })}{' '}
      {!inPesos && m.compose_iou_rate_usdc()}{' '}
      <Link to={withQuery(paths.rates, query)}>{m.compose_iou_rate_open()}</Link>
    </p>
  );
}
