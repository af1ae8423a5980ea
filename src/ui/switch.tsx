import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { styled } from '@mui/material/styles';
import { ink, ring, type } from './ink.ts';

const Root = styled('label')({
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: 12,
  cursor: 'pointer',
  '& > input': { position: 'absolute', opacity: 0, width: 32, height: 24, margin: 0, cursor: 'pointer' },
  '& > .track': {
    flex: 'none',
    width: 32,
    height: 20,
    padding: 3,
    border: `1px solid ${ink.control}`,
    borderRadius: 10,
    background: ink.surface,
    transition: 'background-color 120ms ease-out, border-color 120ms ease-out',
  },
  '& > .track::after': {
    content: '""',
    display: 'block',
    width: 12,
    height: 12,
    borderRadius: 6,
    background: ink.control,
    transition: 'transform 120ms ease-out, background-color 120ms ease-out',
  },
  '& > input:checked + .track': { background: ink.accent, borderColor: ink.accent },
  '&[data-danger] > input:checked + .track': { background: ink.fail, borderColor: ink.fail },
  '& > input:checked + .track::after': { transform: 'translateX(12px)', background: ink.surface },
  '& > input:focus-visible + .track': ring,
  '& > input:disabled + .track': { borderStyle: 'dashed' },
  '&:has(input:disabled)': { cursor: 'default', color: ink.text3 },
  '& > .words': { ...type.body, fontWeight: 500 },
  '& .help': { ...type.table, fontWeight: 400, color: ink.text2, display: 'block' },
  '@media (forced-colors: active)': { '& > .track': { forcedColorAdjust: 'none' } },
});

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  label: ReactNode;
  /** What being on means, under the label. */
  help?: ReactNode;
  /** On means something that must not be overlooked, as when a simulation runs. */
  danger?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Something that is on or off at once. What waits for a «Save» is a checkbox. */
export function Switch({ label, help, danger, ref, ...rest }: SwitchProps) {
  const id = useId();
  return (
    <Root data-danger={danger || undefined}>
      <input
        ref={ref}
        type="checkbox"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={help ? `${id}-help` : undefined}
        {...rest}
      />
      <span className="track" aria-hidden="true" />
      <span className="words">
        <span id={`${id}-label`}>{label}</span>
        {help ? (
          <span className="help" id={`${id}-help`}>
            {help}
          </span>
        ) : null}
      </span>
    </Root>
  );
}
