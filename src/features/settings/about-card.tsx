import { build } from '#proofs/build.ts';
import { Card } from '#ui/layout/card.tsx';
import { m } from '#i18n/messages.ts';
import css from './about-card.module.css';

export function AboutCard() {
  return (
    <Card title={m.settings_about()}>
      <div className={css.body}>
        <p>{m.settings_about_what()}</p>
        <p>{m.settings_about_proof()}</p>
        <p>{m.settings_about_leaves()}</p>
        <p>{m.settings_version({ build: build.replace('testigo/', 'Testigo ') })}</p>
      </div>
    </Card>
  );
}
