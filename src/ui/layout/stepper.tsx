import type { ReactNode } from 'react';
import MuiStep from '@mui/material/Step';
import StepConnector from '@mui/material/StepConnector';
import StepLabel from '@mui/material/StepLabel';
import MuiStepper from '@mui/material/Stepper';
import { styled } from '@mui/material/styles';
import CheckIcon from '@mui/icons-material/Check';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { m } from '#i18n/messages.ts';
import { ink, type } from '../theme/tokens.ts';
import { RunningRing } from '../feedback/running-ring.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const Steps = styled(MuiStepper)({
  gap: 0,
  '& .MuiStepLabel-root': { alignItems: 'flex-start', gap: 10, padding: 0 },
  '& .MuiStepLabel-iconContainer': { padding: 0 },
  '& .MuiStepConnector-root': { marginLeft: 10 },
  '& .MuiStepConnector-line': { minHeight: 16, borderColor: ink.line2 },
  '& .number': {
    ...type.micro,
    display: 'grid',
    placeItems: 'center',
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
  '& .MuiStepLabel-label': {
    ...type.table,
    color: ink.text,
    fontSize: 13.5,
    lineHeight: '20px',
    fontWeight: 550,
  },
  '& .detail': { ...type.caption, display: 'block', fontSize: 12.5, color: ink.text2 },
  '& [data-state="failed"] .detail': { color: ink.fail },
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
    <Steps aria-label={label} orientation="vertical" activeStep={-1} connector={<StepConnector />}>
      {steps.map(({ id, title, detail, state }, index) => (
        <MuiStep key={id} data-state={state} aria-current={state === 'running' ? 'step' : undefined}>
          <StepLabel
            error={state === 'failed'}
            icon={
              <span className="number" aria-hidden="true">
                {state ? marks[state] : index + 1}
              </span>
            }
            optional={detail ? <span className="detail">{detail}</span> : null}
          >
            {title}
            {state && <VisuallyHidden> ({stepWord(state)})</VisuallyHidden>}
          </StepLabel>
        </MuiStep>
      ))}
    </Steps>
  );
}

const marks: Record<NonNullable<Step['state']>, ReactNode> = {
  running: <RunningRing />,
  done: <CheckIcon />,
  failed: <ErrorIcon />,
};

function stepWord(state: NonNullable<Step['state']>): string {
  return state === 'running'
    ? m.common_step_running()
    : state === 'done'
      ? m.common_step_done()
      : m.common_step_failed();
}
