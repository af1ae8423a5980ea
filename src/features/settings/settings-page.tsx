import { PageFrame } from '#ui/layout/page-frame.tsx';
import { m } from '#i18n/messages.ts';
import { AboutCard } from './about-card.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { ConnectionCard } from './service/connection-card.tsx';
import { NodesCard } from './trust/nodes-card.tsx';
import { ServiceCard } from './service/service-card.tsx';
import { StoredCard } from './stored-card.tsx';
import { TimeCard } from './time-card.tsx';
import { TrustCard } from './trust/trust-card.tsx';
import css from './settings-page.module.css';

export function SettingsPage() {
  return (
    <PageFrame title={m.shell_nav_settings()}>
      <div className={css.parts}>
        <ConnectionCard />
        <ServiceCard />
        <AppearanceCard />
        <TimeCard />
        <TrustCard />
        <NodesCard />
        <StoredCard />
        <AboutCard />
      </div>
    </PageFrame>
  );
}
