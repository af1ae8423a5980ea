import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import SimulationIcon from '@mui/icons-material/ScienceOutlined';
import { useSession } from '#client/session/session-context.tsx';
import { Strip } from '#ui/feedback/strips.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import css from './strips.module.css';

const LateStrips = lazy(async () => ({ default: (await import('./late-strips.tsx')).LateStrips }));

/** What holds for every page, across it under the top bar. */
export function Strips() {
  const { demo } = useSession();
  const navigate = useNavigate();
  const phone = usePhone();
  return (
    <div className={css.root}>
      {demo && (
        <div className={css.demo}>
          <Strip
            icon={<SimulationIcon aria-hidden="true" />}
            action={{ label: m.shell_demo_inbox(), onSelect: () => void navigate(paths.sandboxSigners) }}
          >
            {phone ? m.shell_demo_short() : m.shell_demo()}
          </Strip>
        </div>
      )}
      <Suspense fallback={null}>
        <LateStrips />
      </Suspense>
    </div>
  );
}
