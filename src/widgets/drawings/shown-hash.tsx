import { m } from '#i18n/messages.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { byteChanges, piecesOf } from './marked-hash.ts';
import css from './shown-hash.module.css';

/**
 * A value of a drawing: cut in the middle, whole for those who listen. `stored` is what it was before it was altered:
 * an altered byte is underlined, and a value that came out otherwise bears the sign for «not equal».
 */
export function ShownHash({
  value,
  stored,
  consequence = false,
  short = false,
}: {
  value: string;
  stored?: string | undefined;
  /** It was not altered itself: it came out otherwise because something before it was. */
  consequence?: boolean | undefined;
  short?: boolean | undefined;
}) {
  const pieces = piecesOf(value, consequence ? undefined : stored, short ? 8 : 10, short ? 6 : 8);
  return (
    <span className={css.root} data-tone={stored === undefined ? undefined : 'fail'}>
      <span aria-hidden="true">
        {consequence && stored !== undefined && <span className={css.other}>≠</span>}
        {pieces.map(({ kind, text, at }) => {
          if (kind === 'differs') return <mark key={at}>{text}</mark>;
          return (
            <span key={at} className={kind === 'dots' ? css.dots : undefined}>
              {text}
            </span>
          );
        })}
      </span>
      <VisuallyHidden>
        {value}
        {consequence && stored !== undefined && ` (${m.inspector_draw_came_out_otherwise()})`}
      </VisuallyHidden>
    </span>
  );
}

/** «1 byte alterado», with which byte it is, what it was and what it is now. */
export function AlteredNote({ value, stored }: { value: string; stored: string }) {
  const changes = byteChanges(value, stored);
  const [first] = changes;
  const named =
    first !== undefined && changes.length === 1
      ? m.inspector_draw_altered_byte({ byte: first.byte, was: first.was, is: first.is })
      : undefined;
  return (
    <span className="altered" title={named}>
      {m.inspector_draw_altered({ count: changes.length })}
      {named !== undefined && <VisuallyHidden>, {named}</VisuallyHidden>}
    </span>
  );
}
