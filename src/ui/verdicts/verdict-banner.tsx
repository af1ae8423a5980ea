import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, media, type } from '../theme/tokens.ts';
import { VerdictShape, type VerdictState } from './verdict-shape.tsx';

const Root = styled('section')({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  padding: '14px 18px',
  border: `1px solid ${ink.line}`,
  borderRadius: 10,
  background: ink.surface,
  '& > svg': { fontSize: 32, width: 32, height: 32 },
  '& > .words': { flex: 1, minWidth: 0 },
  '& > .words > .sentence': { ...type.verdict },
  '& > .words > .facts': {
    ...type.body,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 10px',
    marginTop: 2,
    color: ink.text2,
  },
  '& > .actions': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '&[data-state="PASSED"]': { borderColor: ink.passLine, background: ink.passTint },
  '&[data-state="PASSED"][data-warned]': { background: ink.surface },
  '&[data-state="INDETERMINATE"]': { borderColor: ink.indetLine, background: ink.indetTint },
  '&[data-state="FAILED"]': { borderColor: ink.failLine, background: ink.failTint },
  [media.phone]: {
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    '& > svg': { width: 28, height: 28 },
    '& > .words > .sentence': { fontSize: 16, lineHeight: '22px' },
    '& > .actions': { width: '100%' },
  },
});

/**
 * The verdict first: a sentence about the world («Este documento existía a más tardar el …»), then the
 * chip and the counts by basis. A pass with warnings has no tint.
 */
export function VerdictBanner({
  state,
  warned,
  sentence,
  facts,
  actions,
  level = 2,
}: {
  state: VerdictState;
  /** Passed, and something warns. */
  warned?: boolean | undefined;
  sentence: ReactNode;
  facts?: ReactNode;
  actions?: ReactNode;
  /** Heading level of the sentence. */
  level?: 2 | 3;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Root data-state={state} data-warned={warned || undefined}>
      <VerdictShape state={state} behind={ink.indetTint} />
      <div className="words">
        <Heading className="sentence">{sentence}</Heading>
        {facts ? <div className="facts">{facts}</div> : null}
      </div>
      {actions ? <div className="actions">{actions}</div> : null}
    </Root>
  );
}
