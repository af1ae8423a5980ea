import { ink, mono } from '../theme/tokens.ts';

/** The list of options under a field that searches. */
export const optionListLook = {
  border: `1px solid ${ink.line2}`,
  borderRadius: '8px',
  boxShadow: ink.shadow,
  fontSize: 13,
  lineHeight: '18px',
  '& .MuiAutocomplete-listbox': { maxHeight: 320, padding: '4px' },
  '& .MuiAutocomplete-listbox .MuiAutocomplete-option': {
    display: 'block',
    padding: '6px 10px',
    borderRadius: '6px',
    '&.Mui-focused': { background: ink.accentTint },
    '&[aria-disabled="true"]': { opacity: 1, color: ink.text3 },
  },
  '& .MuiAutocomplete-loading, & .MuiAutocomplete-noOptions': { padding: '10px 14px' },
  '& .name': { fontWeight: 500 },
  '& .code': { fontFamily: mono, fontSize: 12, lineHeight: '16px', color: ink.text2 },
} as const;

/** It stands 4 px from its field, above or below it. */
export const optionListGap = [{ name: 'offset', options: { offset: [0, 4] } }];
