import SimulationIcon from '@mui/icons-material/ScienceOutlined';
import { m } from '#i18n/messages.ts';
import css from './simulation-bar.module.css';

/** Says, as long as one is here and however far one scrolls, that one acts as somebody else. */
export function SimulationBar({ name }: { name: string | undefined }) {
  return (
    <div className={css.root} role="note">
      <SimulationIcon aria-hidden="true" />
      <span>{name === undefined ? m.sandbox_bar() : m.sandbox_bar_as({ name })}</span>
    </div>
  );
}
