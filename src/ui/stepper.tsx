import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import CheckIcon from '@mui/icons-material/Check';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { m } from '#words/words.ts';
import { ink, type } from './ink.ts';
import { RunningRing } from './running-ring.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const Root = styled('ol')({
  '& > li': { position: 'relative', display: 'flex', gap: 10, paddingBottom: 16 },
  '& > li:not(:last-child)::before': {
    content: '""',
    position: 'absolute',
    left: 10,
    top: 24,
    bottom: 2,
    width: 1,
    background: ink.line2,
  },
  '& > li:last-child': { paddingBottom: 0 },
  '& .number': {
    ...type.micro,
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    width: 21,
    height: 21,
    border: `1px solid ${ink.line2}`,
    borderRadius: 11,
    background: ink.surface,
    color: ink.text2,
    '& svg': { fontSize: 14 },
  },
  '& [data-state="running"] .number': { borderColor: 'transparent', '& svg': { width: 18, height: 18 } },
  '& [data-state="failed"] .number': { borderColor: ink.fail, color: ink.fail },
  '& > li > div > .title': { ...type.table, fontSize: 13.5, lineHeight: '20px', fontWeight: 550 },
  '& > li > div > .detail': { ...type.caption, fontSize: 12.5, color: ink.text2 },
  '& > [data-state="failed"] > div > .detail': { color: ink.fail },
});

export interface Step {
  id: string;
  title: ReactNode;
  detail?: ReactNode;
  /** Absent: it has not begun. */
  state?: 'running' | 'done' | 'failed' | undefined;
}

/** What will happen, in order, and how far it is. */
export function Stepper({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <Root aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          data-state={step.state}
          aria-current={step.state === 'running' ? 'step' : undefined}
        >
          <span className="number" aria-hidden="true">
            {step.state === 'running' ? (
              <RunningRing />
            ) : step.state === 'done' ? (
              <CheckIcon />
            ) : step.state === 'failed' ? (
              <ErrorIcon />
            ) : (
              index + 1
            )}
          </span>
          <div>
            <div className="title">
              {step.title}
              {step.state && <VisuallyHidden> ({stepWord(step.state)})</VisuallyHidden>}
            </div>
            {step.detail ? <div className="detail">{step.detail}</div> : null}
          </div>
        </li>
      ))}
    </Root>
  );
}

function stepWord(state: NonNullable<Step['state']>): string {
  return state === 'running'
    ? m.common_step_running()
    : state === 'done'
      ? m.common_step_done()
      : m.common_step_failed();
}
