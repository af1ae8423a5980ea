import { dateOf, isoOf } from '#clock/instants.ts';
import { formatAge } from '../formats/formats.ts';
import { useFormat } from '../formats/use-format.ts';
import { useServiceNow } from '../hooks/use-service-now.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import css from './age.module.css';

const twoDays = 2 * 86_400_000;

/** How long something has waited since `since`. Heavier from two days on if it is stuck, amber past its limit. */
export function Age({
  since,
  stuck = false,
  late = false,
  words,
}: {
  since: Date | string;
  stuck?: boolean | undefined;
  late?: boolean | undefined;
  /** What the number says, to those who listen and under the pointer. */
  words?: ((age: string) => string) | undefined;
}) {
  const now = useServiceNow(30_000);
  const format = useFormat();
  const at = dateOf(since);
  const waited = now.getTime() - at.getTime();
  const isDated = Number.isFinite(waited);
  const age = formatAge(waited);
  const meaning = words?.(age);
  return (
    <time
      className={css.text}
      data-look={late ? 'late' : stuck && waited >= twoDays ? 'stuck' : undefined}
      dateTime={isDated ? isoOf(at) : undefined}
      title={isDated ? [meaning, format.dayTime(at)].filter(Boolean).join(' · ') : undefined}
    >
      {meaning ? (
        <>
          <span aria-hidden="true">{age}</span>
          <VisuallyHidden>{meaning}</VisuallyHidden>
        </>
      ) : (
        age
      )}
    </time>
  );
}
