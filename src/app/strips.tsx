import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { styled } from '@mui/material/styles';
import SimulationIcon from '@mui/icons-material/ScienceOutlined';
import { pulse } from '#api/families/pulse.ts';
import { useConnection, useSession } from '#api/session-context.tsx';
import { OfflineStrip, Strip } from '#ui/strips.tsx';
import { paths } from '#widgets/paths.ts';
import { useOnline } from '#widgets/use-online.ts';
import { m } from '#words/words.ts';

const KeyRefusedPanel = lazy(async () => ({
  default: (await import('./key-refused-panel.tsx')).KeyRefusedPanel,
}));

// On the lines of the page below.
const Root = styled('div')({
  '& > [role="status"]': { paddingInline: 'var(--page-padding)' },
});

/** What holds for every page, across it under the top bar. */
export function Strips() {
  const { keyRefused, demo } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { client } = useConnection();
  const online = useOnline();
  // What is on screen is as old as the last answer; the shell asks often.
  const { dataUpdatedAt } = useQuery(pulse(client).read());
  return (
    <Root>
      {demo && pathname !== paths.sandbox && (
        <Strip
          icon={<SimulationIcon aria-hidden="true" />}
          action={{ label: m.shell_demo_inbox(), onSelect: () => void navigate(paths.sandbox) }}
        >
          {m.shell_demo()}
        </Strip>
      )}
      {!online && <OfflineStrip savedAt={dataUpdatedAt} />}
      {keyRefused && (
        <Suspense fallback={null}>
          <KeyRefusedPanel />
        </Suspense>
      )}
    </Root>
  );
}
