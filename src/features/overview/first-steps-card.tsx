import { LinkButton } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { paths, withQuery } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import css from './first-steps-card.module.css';

/** What an organization without any request does first. */
export function FirstStepsCard() {
  const steps = [
    {
      title: m.overview_step_person(),
      text: m.overview_step_person_text(),
      action: m.overview_step_person_action(),
      to: withQuery(paths.organization, { tab: 'links' }),
    },
    {
      title: m.overview_step_request(),
      text: m.overview_step_request_text(),
      action: m.overview_new(),
      to: paths.newRequest,
    },
    {
      title: m.overview_step_verify(),
      text: m.overview_step_verify_text(),
      action: m.overview_step_verify_action(),
      to: paths.verify,
    },
  ];
  return (
    <Card title={m.overview_steps()}>
      <p className={css.text}>{m.overview_steps_text()}</p>
      <ol className={css.steps}>
        {steps.map(({ title, text, action, to }) => (
          <li key={to}>
            <span>
              <strong>{title}</strong>
              <span>{text}</span>
            </span>
            <LinkButton to={to}>{action}</LinkButton>
          </li>
        ))}
      </ol>
    </Card>
  );
}
