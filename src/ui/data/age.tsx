import { dateOf } from '#clock/instants.ts';
import { formatAge } from '../formats/formats.ts';
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
  const waited = now.getTime() - dateOf(since).getTime();
  return (
    <span className={css.text} data-look={late ? 'late' : stuck && waited >= twoDays ? 'stuck' : undefined}>
      {formatAge(waited)}
    </span>
  );
}
