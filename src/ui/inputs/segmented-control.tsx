import type { ReactNode } from 'react';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { styled } from '@mui/material/styles';
import { ink, ring } from '../theme/tokens.ts';

const Group = styled(RadioGroup)({
  display: 'inline-flex',
  flexDirection: 'row',
  flexWrap: 'nowrap',
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
  '& svg': { fontSize: 16 },
  // The whole segment is the button.
  '& .MuiRadio-root': { position: 'absolute', inset: 0, padding: 0, borderRadius: 4 },
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
  return (
    <Group
      aria-label={label}
      className={className}
      value={value}
      // Safe: the values of the buttons are those of the options.
      onChange={(_, next) => onChange(next as Value)}
    >
      {options.map((option) => (
        <label key={option.value}>
          <Radio value={option.value} disabled={option.disabled} icon={<span />} checkedIcon={<span />} />
          {option.label}
        </label>
      ))}
    </Group>
  );
}
