import { useId, type ReactNode } from 'react';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { CheckPaper } from '#widgets/report/section-card.tsx';
import css from './folded-card.module.css';

/** A card of which only the title is shown until it is opened. */
export function FoldedCard({
  title,
  note,
  children,
}: {
  title: string;
  /** At the right of the title: a basis. */
  note?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <CheckPaper role="group" aria-labelledby={id}>
      <Disclosure
        className={css.root}
        summary={
          <>
            <h2 id={id}>{title}</h2>
            {note}
          </>
        }
      >
        <div className={css.body}>{children}</div>
      </Disclosure>
    </CheckPaper>
  );
}
