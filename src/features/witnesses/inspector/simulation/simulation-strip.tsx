import SimulationIcon from '@mui/icons-material/ScienceOutlined';
import { m } from '#i18n/messages.ts';
import type { TamperPlace } from './tamper.ts';
import { objectOfPlace } from './tamper-texts.ts';
import css from './simulation-strip.module.css';

/** Over the margin of the page, which does not move, as long as a simulation runs: what was altered, and that nothing of it is stored. */
export function SimulationStrip({ where }: { where: TamperPlace | undefined }) {
  return (
    <div className={css.root} role="status">
      <div className={css.strip}>
        <SimulationIcon aria-hidden="true" />
        <strong>{m.inspector_sim()}</strong>
        <span>
          {where === undefined
            ? m.inspector_sim_working()
            : m.inspector_sim_strip({ object: objectOfPlace(where) })}
        </span>
      </div>
    </div>
  );
}
