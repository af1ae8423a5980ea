import { ink } from './tokens.ts';

/** The box that status and verdict chips share. What fills it says which of the two it is. */
export const chipBox = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  flex: 'none',
  height: 22,
  padding: '0 8px 0 6px',
  border: `1px solid ${ink.line2}`,
  borderRadius: 5,
  background: ink.surface,
  color: ink.text2,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 500,
  letterSpacing: 0,
  whiteSpace: 'nowrap',
  '& svg': { flex: 'none', fontSize: 14, width: 14, height: 14 },
} as const;
