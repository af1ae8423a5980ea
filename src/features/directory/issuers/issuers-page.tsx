import { lazy } from 'react';
import { useNavigate } from 'react-router-dom';
import { issuers } from '#client/families/people/issuers.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { usePreferences } from '#ui/preferences.tsx';
import { dayBounds } from '#widgets/days.ts';
import { FilterChips } from '#widgets/filters/filter-chips.tsx';
import { TypedSearch } from '#widgets/filters/typed-search.tsx';
import { useRefused } from '#widgets/filters/use-refused.ts';
import { paths } from '#widgets/paths.ts';
import { useSearch } from '#widgets/use-search.ts';
import { m } from '#i18n/messages.ts';
import { RecordPage } from '../records/record-page.tsx';
import { useCulprit } from '../records/use-culprit.ts';
import { useRecords } from '../records/use-records.ts';
import { issuerFilterOf, issuerList, type IssuerView } from './filter.ts';
import { issuerFilterWord, useIssuerValues } from './filter-labels.ts';
import { IssuerCards, IssuerTable } from './rows.tsx';

const IssuerPanel = lazy(async () => ({ default: (await import('./panels.tsx')).IssuerPanel }));

/** Who issues the certificates of signers, by every argument that the interface has for them. */
export function IssuersPage() {
  const [search, changeSearch] = useSearch();
  const navigate = useNavigate();
  const { client } = useConnection();
  const { timeZone } = usePreferences();
  const view = issuerList.read(search);
  const active = issuerList.active(view);
  const filterFor = (of: IssuerView) => issuerFilterOf(of, (day) => dayBounds(day, timeZone));
  const source = issuers(client);
  const list = useRecords(source, {
    filter: filterFor(view),
    none: {},
    narrowed: active.length > 0,
    page: view.page,
    size: Number(view.size),
  });
  const valueOf = useIssuerValues(view);
  const isRefused = useRefused(issuerList.operation);
  const change = (part: Partial<IssuerView>): void => {
    changeSearch((before) => issuerList.write(issuerList.changed(issuerList.read(before), part)), {
      replace: true,
    });
  };
  const culprit = useCulprit(issuerList, {
    view,
    source,
    filterFor,
    empty: list.state === 'ready' && list.rows.length === 0 && !list.isFormer,
    labelOf: (name) => [issuerFilterWord(name), valueOf(name)].filter(Boolean).join(': '),
    change,
  });
  return (
    <RecordPage
      place="issuers"
      words={{
        title: m.directory_issuers(),
        what: m.directory_issuers_list(),
        empty: m.directory_issuers_empty(),
        emptyText: m.directory_issuers_empty_text(),
        absent: m.directory_issuers_absent(),
        absentText: m.directory_issuers_absent_text(),
        pages: m.directory_issuers_pages(),
        shown: (count, shown) => m.directory_issuers_shown({ count, shown }),
        match: (count, total) => m.directory_issuers_match({ count, total }),
      }}
      list={list}
      view={view}
      narrowed={active.length > 0}
      said={undefined}
      unread={issuerList.unreadIn(search)}
      culprit={culprit}
      filters={
        <FilterChips
          search={
            <TypedSearch
              label={m.directory_issuers_search()}
              placeholder={m.directory_issuers_find()}
              value={view.q}
              refused={isRefused(issuerList.argumentOf.q)}
              onChange={(q) => change({ q })}
            />
          }
          names={issuerList.names.filter((name) => name !== 'q')}
          wordOf={issuerFilterWord}
          valueOf={valueOf}
          isRefused={(name) => isRefused(issuerList.argumentOf[name])}
          onClear={(name) => change(issuerList.without(view, name))}
          panelStyle={{ width: 272 }}
          panel={(name, close) => <IssuerPanel name={name} view={view} onChange={change} close={close} />}
        />
      }
      onDropUnread={() => {
        changeSearch((before) => issuerList.write(issuerList.read(before)), { replace: true });
      }}
      onClearAll={() => change({ ...issuerList.plain, sort: view.sort, order: view.order, size: view.size })}
      // A page is gone to, so that Back leads to the one before.
      onTurn={(page) => changeSearch((before) => issuerList.write({ ...issuerList.read(before), page }))}
      onSize={(size) => change({ size })}
      pathOf={paths.issuer}
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
