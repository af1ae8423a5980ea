import { dateOf, isoOf } from '#clock/instants.ts';
import { formatAge } from '../formats/formats.ts';
import { useFormat } from '../formats/use-format.ts';
import { useServiceNow } from '../hooks/use-service-now.ts';
import css from './age.module.css';

const twoDays = 2 * 86_400_000;

/** How long something has waited since `since`. Heavier from two days on if it is stuck, amber past its limit. */
export function Age({
  since,
  stuck = false,
  late = false,
}: {
  since: Date | string;
  stuck?: boolean | undefined;
  late?: boolean | undefined;
}) {
  const now = useServiceNow(30_000);
  const format = useFormat();
  const at = dateOf(since);
  const waited = now.getTime() - at.getTime();
  const isDated = Number.isFinite(waited);
  return (
    <time
      className={css.text}
      data-look={late ? 'late' : stuck && waited >= twoDays ? 'stuck' : undefined}
      dateTime={isDated ? isoOf(at) : undefined}
      title={isDated ? format.dayTime(at) : undefined}
    >
      {formatAge(waited)}
    </time>
  );
}
