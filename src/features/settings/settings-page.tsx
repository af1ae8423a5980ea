import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Anchor } from '#ui/actions/link.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { paths, withQuery } from '#widgets/paths.ts';
import { AppearTogether } from '#widgets/query/appear-together.tsx';
import { m } from '#i18n/messages.ts';
import { AboutCard } from './about-card.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { ConnectionCard } from './service/connection-card.tsx';
import { ContractsCard } from './trust/contracts-card.tsx';
import { NodesCard } from './trust/nodes-card.tsx';
import { ServiceCard } from './service/service-card.tsx';
import { LoadingStoredCard, StoredCard } from './stored-card.tsx';
import { TimeCard } from './time-card.tsx';
import css from './settings-page.module.css';

// Reading certificates is heavy: it comes after the page.
const TrustCard = lazy(async () => ({ default: (await import('./trust/trust-card.tsx')).TrustCard }));

const loading = (
  <Card flush>
    <LoadingRows kind="list" />
  </Card>
);

const settingsParts = ['connection', 'appearance', 'trust', 'nodes', 'stored'] as const;
type SettingsPart = (typeof settingsParts)[number];

/** An index of short pages; which one is open stands in the address. */
export function SettingsPage() {
  const [search] = useSearchParams();
  const current = settingsParts.find((part) => part === search.get('part')) ?? 'connection';
  return (
    <PageFrame title={m.shell_nav_settings()}>
      <div className={css.columns}>
        <nav className={css.index} aria-label={m.settings_index()}>
          {settingsParts.map((part) => (
            <Anchor
              key={part}
              to={withQuery(paths.settings, { part: part === 'connection' ? undefined : part })}
              aria-current={part === current ? 'page' : undefined}
            >
              {partName(part)}
            </Anchor>
          ))}
        </nav>
        <div className={css.parts}>
          <Part part={current} />
        </div>
      </div>
    </PageFrame>
  );
}

function Part({ part }: { part: SettingsPart }) {
  switch (part) {
    case 'connection':
      return (
        <>
          <ConnectionCard />
          <ServiceCard />
          <AboutCard />
        </>
      );
    case 'appearance':
      return (
        <>
          <AppearanceCard />
          <TimeCard />
        </>
      );
    case 'trust':
      return (
        <Suspense fallback={loading}>
          <TrustCard />
        </Suspense>
      );
    case 'nodes':
      return (
        <>
          <NodesCard />
          <ContractsCard />
        </>
      );
    case 'stored':
      return (
        <AppearTogether loading={<LoadingStoredCard />}>
          <StoredCard />
        </AppearTogether>
      );
  }
}

function partName(part: SettingsPart): string {
  switch (part) {
    case 'connection':
      return m.settings_index_connection();
    case 'appearance':
      return m.settings_index_appearance();
    case 'trust':
      return m.settings_trust();
    case 'nodes':
      return m.settings_index_nodes();
    case 'stored':
      return m.settings_index_stored();
  }
}
