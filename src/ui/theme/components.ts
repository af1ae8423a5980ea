import type { ThemeOptions } from '@mui/material/styles';
import { ink } from './tokens.ts';
import { buttonComponents } from './buttons.ts';
import { floatingComponents } from './overlays.ts';
import { inputComponents } from './inputs.ts';
import { surfaceComponents } from './surfaces.ts';
import { tabComponents } from './tabs.ts';

/** How MUI's components look. Only those that are rendered have an entry. */
export const components: NonNullable<ThemeOptions['components']> = {
  ...buttonComponents,
  ...inputComponents,
  ...floatingComponents,
  ...surfaceComponents,
  ...tabComponents,
  MuiLinearProgress: {
    styleOverrides: {
      root: {
        height: 6,
        border: `1px solid ${ink.control}`,
        borderRadius: 3,
        backgroundColor: 'transparent',
      },
      bar: { backgroundColor: ink.accent, '@media (forced-colors: active)': { background: 'Highlight' } },
      determinate: { '& > .MuiLinearProgress-bar': { transition: 'transform 120ms ease-out' } },
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: false },
    styleOverrides: { root: { backgroundColor: ink.line }, rounded: { borderRadius: 3 } },
  },
};
