import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isLeftOut } from './vite-no-ripple.ts';

it.each([
  ['ButtonBase/ButtonBase.mjs', './TouchRipple.mjs'],
  ['Button/Button.mjs', '../CircularProgress/index.mjs'],
  ['IconButton/IconButton.mjs', '../CircularProgress/index.mjs'],
])('The build leaves out what %s imports and never renders, and MUI still imports it', (file, source) => {
  const path = `node_modules/@mui/material/${file}`;
  expect(isLeftOut(source, path)).toBe(true);
  expect(readFileSync(path, 'utf8')).toContain(`from "${source}"`);
});

it('The build leaves out nothing that another file imports', () => {
  expect(isLeftOut('./TouchRipple.mjs', 'node_modules/@mui/material/Chip/Chip.mjs')).toBe(false);
  expect(isLeftOut('../CircularProgress/index.mjs', 'src/ui/actions/button.tsx')).toBe(false);
  expect(isLeftOut('../utils/capitalize.mjs', 'node_modules/@mui/material/Button/Button.mjs')).toBe(false);
});

it('The theme turns the ripple off, which is why it can be left out', () => {
  const theme = readFileSync('src/ui/theme/buttons.ts', 'utf8');
  expect(theme).toContain('disableRipple: true');
});
