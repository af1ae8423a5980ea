import type { ReactNode } from 'react';
import MuiStep from '@mui/material/Step';
import StepConnector from '@mui/material/StepConnector';
import StepLabel from '@mui/material/StepLabel';
import MuiStepper from '@mui/material/Stepper';
import CheckIcon from '@mui/icons-material/Check';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import { m } from '#i18n/messages.ts';
import { RunningRing } from '../feedback/running-ring.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import css from './stepper.module.css';

export interface Step {
  id: string;
  title: ReactNode;
  detail?: ReactNode;
  /** Absent: it has not begun. A step that only the service reports as done has no tick: nothing here computed it. */
  state?: 'running' | 'done' | 'reported' | 'failed' | undefined;
}

/** What will happen, in order, and how far it is. */
export function Stepper({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <MuiStepper
      className={css.steps}
      aria-label={label}
      orientation="vertical"
      activeStep={-1}
      connector={<StepConnector />}
    >
      {steps.map(({ id, title, detail, state }, index) => (
        <MuiStep key={id} data-state={state} aria-current={state === 'running' ? 'step' : undefined}>
          <StepLabel
            error={state === 'failed'}
            icon={
              <span className={css.number} aria-hidden="true">
                {state ? marks[state] : index + 1}
              </span>
            }
            optional={detail ? <span className={css.detail}>{detail}</span> : null}
          >
            {title}
            {state && <VisuallyHidden> ({stepWord(state)})</VisuallyHidden>}
          </StepLabel>
        </MuiStep>
      ))}
    </MuiStepper>
  );
}

const marks: Record<NonNullable<Step['state']>, ReactNode> = {
  running: <RunningRing />,
  done: <CheckIcon />,
  reported: <QuoteIcon />,
  failed: <ErrorIcon />,
};

function stepWord(state: NonNullable<Step['state']>): string {
  switch (state) {
    case 'running':
      return m.common_step_running();
    case 'done':
      return m.common_step_done();
    case 'reported':
      return m.common_step_reported();
    case 'failed':
      return m.common_step_failed();
  }
}
