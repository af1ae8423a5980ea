import { ink } from './ink.ts';

/** The box of everything that is written or chosen in: outline that is seen (3:1), ring on focus. */
export const controlBox = {
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 36,
  padding: '0 10px',
  border: `1px solid ${ink.control}`,
  borderRadius: 6,
  background: ink.surface,
  color: ink.text,
  fontSize: 14,
  lineHeight: '20px',
  transition: 'border-color 120ms ease-out',
  '& svg': { flex: 'none', fontSize: 18, color: ink.text3 },
  '&:focus-within': {
    borderColor: ink.accent,
    outline: `2px solid ${ink.accent}`,
    outlineOffset: 2,
  },
  '&:has([aria-invalid="true"])': { borderColor: ink.fail },
  '&[data-bar]': { minHeight: 'var(--control-height)', fontSize: 13, lineHeight: '18px' },
  '&:has(:disabled)': { borderStyle: 'dashed', borderColor: ink.line2, color: ink.text3 },
  // The font of fields on a phone stays at 16 px: a smaller one makes the page zoom when it is touched.
  '@media (max-width: 599.95px)': { minHeight: 42, fontSize: 16 },
} as const;
