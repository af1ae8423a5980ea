import { styled } from '@mui/material/styles';
import { ink, type } from '../theme/tokens.ts';

const Cap = styled('kbd')({
  ...type.micro,
  display: 'inline-block',
  minWidth: 20,
  padding: '2px 5px',
  border: `1px solid ${ink.line2}`,
  borderRadius: 4,
  background: ink.surface,
  color: ink.text2,
  fontFamily: 'inherit',
  textAlign: 'center',
  // Where there is no keyboard there are no keys.
  '@media (hover: none)': { display: 'none' },
  '[data-variant="contained"] &': { background: 'none', borderColor: 'currentColor', color: 'inherit' },
});

const Row = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 4, whiteSpace: 'nowrap' });

const mac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac');

/** Key caps: `['mod+k']` is «Ctrl K», or «⌘ K» on a Mac; several are alternatives or a series. */
export function Shortcut({ keys }: { keys: readonly string[] }) {
  return (
    <Row aria-hidden="true">
      {keys.map((key) => (
        <Cap key={key}>
          {key.replace('mod+', mac ? '⌘ ' : 'Ctrl ').replace(/ \w$/, (end) => end.toUpperCase())}
        </Cap>
      ))}
    </Row>
  );
}
