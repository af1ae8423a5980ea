import type { ReactNode } from 'react';
import { visibleText } from '../formats/visible-text.ts';

/**
 * A name that somebody else chose: isolated from the direction of the text around it, broken where it has no spaces,
 * with what hides or reorders characters written out.
 *
 * @param lines of a long name that are shown; the rest is in its title. The rule for each number is in base.css.
 */
export function Name({ children, lines }: { children: string; lines?: 2 | 3 | 6 | undefined }) {
  const text = visibleText(children);
  // A short one needs no more lines than any other text, and stays in its line.
  return text.length > 60 ? (
    <bdi title={text} data-lines={lines}>
      {text}
    </bdi>
  ) : (
    <bdi>{text}</bdi>
  );
}

/** Text as a name, anything else as it is: for parts of a page that take both. */
export const named = (value: ReactNode, lines: 2 | 3 | 6): ReactNode =>
  typeof value === 'string' ? <Name lines={lines}>{value}</Name> : value;
