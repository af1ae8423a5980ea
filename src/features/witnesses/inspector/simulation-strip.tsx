import { styled } from '@mui/material/styles';
import SimulationIcon from '@mui/icons-material/ScienceOutlined';
import { ink, media } from '#ui/theme/tokens.ts';
import { m } from '#i18n/messages.ts';
import type { TamperPlace } from '../tamper.ts';
import { objectOfPlace } from './tamper-words.ts';

const Root = styled('div')({
  // Under the top bar, which stays in sight too.
  position: 'sticky',
  zIndex: 5,
  top: 52,
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 32,
  padding: '6px var(--page-padding)',
  background: ink.text,
  color: ink.surface,
  fontSize: 13,
  lineHeight: '18px',
  '& > svg': { flex: 'none', fontSize: 18 },
  '& > strong': { fontWeight: 600 },
  [media.phone]: { flexWrap: 'wrap', rowGap: 0 },
});

/** Across the page as long as a simulation runs: what was bent, and that nothing of it is kept. */
export function SimulationStrip({ where }: { where: TamperPlace | undefined }) {
  return (
    <Root role="status">
      <SimulationIcon aria-hidden="true" />
      <strong>{m.inspector_sim()}</strong>
      <span>
        {where === undefined
          ? m.inspector_sim_working()
          : m.inspector_sim_strip({ object: objectOfPlace(where) })}
      </span>
    </Root>
  );
}
