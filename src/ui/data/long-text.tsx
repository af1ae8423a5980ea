import { useState } from 'react';
import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import { visibleText } from '../formats/visible-text.ts';

/** Beyond it nobody reads a message, and whoever needs it copies it. */
const mostUnfolded = 100_000;

/** A text of any length: the first characters of a long one, and all of it on demand. Its lines stay lines. */
export function LongText({ children, most }: { children: string; most: number }) {
  const [whole, setWhole] = useState(false);
  const isLong = children.length > most;
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      <bdi>
        {children
          .slice(0, mostUnfolded)
          .slice(0, isLong && !whole ? most : undefined)
          .split('\n')
          .map((line) => visibleText(line, mostUnfolded))
          .join('\n')}
        {isLong && (!whole || children.length > mostUnfolded) && '…'}
      </bdi>
      {isLong && (
        <>
          {' '}
          <Button variant="text" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? m.common_text_less() : m.common_text_whole()}
          </Button>
        </>
      )}
    </span>
  );
}
