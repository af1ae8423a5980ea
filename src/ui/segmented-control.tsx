import { useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, ring } from './ink.ts';

const Root = styled('div')({
  display: 'inline-flex',
  minHeight: 'var(--control-height)',
  padding: 2,
  border: `1px solid ${ink.line2}`,
  borderRadius: 6,
  background: ink.surface,
  '& label': {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    padding: '0 11px',
    borderRadius: 4,
    color: ink.text2,
    fontSize: 13,
    lineHeight: '18px',
    cursor: 'pointer',
    transition: 'background-color 120ms ease-out',
  },
  '& label:hover': { background: ink.hover },
  '& label:has(:checked)': { background: ink.accentTint, color: ink.accent, fontWeight: 500 },
  '& label:has(:focus-visible)': ring,
  '& label:has(:disabled)': { color: ink.text3, cursor: 'default' },
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'inherit' },
  '& svg': { fontSize: 16 },
});

/** One of a few, all in sight. Arrow keys move, as in every radio group. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  options,
  className,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  className?: string | undefined;
}) {
  const name = useId();
  return (
    <Root role="radiogroup" aria-label={label} className={className}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => {
              onChange(option.value);
            }}
          />
          {option.label}
        </label>
      ))}
    </Root>
  );
}
