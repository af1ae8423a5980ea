import { useSearchParams } from 'react-router-dom';
import OrganizationIcon from '@mui/icons-material/DomainOutlined';
import { useConnection } from '#client/session/session-context.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { TabPanel, Tabs, usePanelId } from '#ui/layout/tabs.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { KeysPart } from './keys/keys-part.tsx';
import { LinksPart } from './people/links-part.tsx';
import { MembersPart } from './people/members-part.tsx';
import { ProfilePart } from './profile/profile-part.tsx';
import { RecordPart } from './record-part.tsx';
import css from './organization-page.module.css';

const tabs = ['profile', 'members', 'keys', 'links', 'record'] as const;
type Tab = (typeof tabs)[number];

/** The page of the organization that one works for: who it is, who acts for it, and with what. */
export function OrganizationPage() {
  const { organization } = useConnection();
  const [search, setSearch] = useSearchParams();
  const panelId = usePanelId();
  const wanted = search.get('tab');
  const tab: Tab = tabs.find((known) => known === wanted) ?? 'profile';
  if (!organization)
    return (
      <PageFrame title={m.organization_title()}>
        <EmptyState
          icon={<OrganizationIcon aria-hidden="true" />}
          title={m.organization_unknown()}
          text={m.organization_unknown_text()}
        />
      </PageFrame>
    );
  const { id } = organization;
  return (
    <PageFrame
      title={visibleName(organization.name) ?? m.organization_title()}
      documentTitle={m.organization_title()}
      sub={<HashText value={id} label={m.organization_id()} size="id" />}
    >
      <div className={css.bar}>
        <Tabs
          label={m.organization_title()}
          panelId={panelId}
          selected={tab}
          tabs={tabs.map((known) => ({ id: known, label: tabWord(known) }))}
          onSelect={(chosen) => {
            setSearch(chosen === 'profile' ? {} : { tab: chosen }, { replace: true });
          }}
        />
      </div>
      <TabPanel id={panelId} selected={tab}>
        {/* What was written or shown for one organization must not stay for another. */}
        <div className={css.parts} key={id}>
          {partOf(tab, id)}
        </div>
      </TabPanel>
    </PageFrame>
  );
}

function partOf(tab: Tab, id: string) {
  switch (tab) {
    case 'profile':
      return <ProfilePart id={id} />;
    case 'members':
      return <MembersPart id={id} />;
    case 'keys':
      return <KeysPart id={id} />;
    case 'links':
      return <LinksPart id={id} />;
    case 'record':
      return <RecordPart />;
  }
}

function tabWord(tab: Tab): string {
  switch (tab) {
    case 'profile':
      return m.organization_general();
    case 'members':
      return m.organization_members();
    case 'keys':
      return m.organization_keys();
    case 'links':
      return m.organization_links();
    case 'record':
      return m.organization_record();
  }
}
