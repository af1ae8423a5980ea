import { lazy } from 'react';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import { useNavigate } from 'react-router-dom';
import { issuers } from '#client/families/people/issuers.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { dayBounds } from '#widgets/days.ts';
import { usePageName } from '#widgets/address/use-page-name.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { LinkCodeButton } from '../records/link-code-button.tsx';
import { RecordFilters } from '../records/record-filters.tsx';
import type { RecordMessages } from '../records/record-messages.ts';
import { RecordPage } from '../records/record-page.tsx';
import { useCulprit } from '../records/use-culprit.ts';
import { useListView } from '../records/use-list-view.ts';
import { useRecords } from '../records/use-records.ts';
import { issuerFilterOf, issuerList, type IssuerView } from './filter.ts';
import { issuerFilterLabel, useIssuerValues } from './filter-labels.ts';
import { IssuerCards, IssuerTable } from './rows.tsx';

const IssuerPanel = lazy(async () => ({ default: (await import('./panels.tsx')).IssuerPanel }));

const issuerMessages = (): RecordMessages => ({
  title: m.directory_issuers(),
  what: m.directory_issuers_list(),
  empty: m.directory_issuers_empty(),
  emptyText: m.directory_issuers_empty_text(),
  absent: m.directory_issuers_absent(),
  absentText: m.directory_issuers_absent_text(),
  pages: m.directory_issuers_pages(),
  shown: (count, shown) => m.directory_issuers_shown({ count, shown }),
  match: (count, total) => m.directory_issuers_match({ count, total }),
});

/** Who issues the certificates of signers, by every argument that the interface has for them. */
export function IssuersPage() {
  const navigate = useNavigate();
  const { client } = useConnection();
  const { zone } = usePreferences();
  const controls = useListView(issuerList);
  const { view, change } = controls;
  const filterFor = (of: IssuerView) => issuerFilterOf(of, (day) => dayBounds(day, zone));
  const source = issuers(client);
  const list = useRecords(source, { filter: filterFor(view), none: {}, controls });
  const labelOf = issuerFilterLabel;
  const valueOf = useIssuerValues(view);
  const culprit = useCulprit(issuerList, { view, source, filterFor, list, labelOf, valueOf, change });
  usePageName(m.directory_issuers());
  return (
    <RecordPage
      place="issuers"
      messages={issuerMessages()}
      icon={<BadgeIcon aria-hidden="true" />}
      {...{ list, controls, culprit }}
      typedAs={undefined}
      filters={
        <RecordFilters
          kind={issuerList}
          label={m.directory_issuers_search()}
          placeholder={m.directory_issuers_find()}
          {...{ view, labelOf, valueOf }}
          onChange={change}
          panel={(name, close) => <IssuerPanel {...{ name, view, close }} onChange={change} />}
        />
      }
      pathOf={paths.issuer}
      emptyActions={<LinkCodeButton />}
      table={() => (
        <IssuerTable
          rows={list.rows}
          isFormer={list.isFormer}
          view={view}
          total={list.count}
          onSort={change}
          onOpen={(id) => void navigate(paths.issuer(id))}
        />
      )}
      cards={() => <IssuerCards rows={list.rows} isFormer={list.isFormer} />}
    />
  );
}
