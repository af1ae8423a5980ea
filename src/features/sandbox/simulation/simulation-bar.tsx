import { styled } from '@mui/material/styles';
import SimulationIcon from '@mui/icons-material/ScienceOutlined';
import { ink, type } from '#ui/theme/tokens.ts';
import { m } from '#i18n/messages.ts';

const Root = styled('div')({
  ...type.body,
  position: 'sticky',
  zIndex: 900,
  top: 52,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 44,
  padding: '8px var(--page-padding)',
  background: ink.text,
  color: ink.surface,
  fontWeight: 550,
  '& > svg': { flex: 'none', fontSize: 20 },
});

/** Says, as long as one is here and however far one scrolls, that one acts as somebody else. */
export function SimulationBar({ name }: { name: string | undefined }) {
  return (
    <Root role="note">
      <SimulationIcon aria-hidden="true" />
      <span>{name === undefined ? m.sandbox_bar() : m.sandbox_bar_as({ name })}</span>
    </Root>
  );
}
