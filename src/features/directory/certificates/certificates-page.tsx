import { lazy } from 'react';
import { useNavigate } from 'react-router-dom';
import { certificates } from '#client/families/people/certificates.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Certificate } from '#contract/resources.ts';
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
import {
  certificateFilterOf,
  certificateList,
  readTypedCertificate,
  type CertificateView,
} from './filter.ts';
import { certificateFilterWord, useCertificateValues } from './filter-labels.ts';
import { CertificateCards, CertificateTable } from './rows.tsx';

const CertificatePanel = lazy(async () => ({ default: (await import('./panels.tsx')).CertificatePanel }));

/** The certificates that the service knows, by every argument that the interface has for them. */
export function CertificatesPage() {
  const [search, changeSearch] = useSearch();
  const navigate = useNavigate();
  const { client } = useConnection();
  const { timeZone } = usePreferences();
  const view = certificateList.read(search);
  const active = certificateList.active(view);
  const filterFor = (of: CertificateView) => certificateFilterOf(of, (day) => dayBounds(day, timeZone));
  const source = certificates(client);
  const list = useRecords(source, {
    filter: filterFor(view),
    none: {},
    narrowed: active.length > 0,
    page: view.page,
    size: Number(view.size),
  });
  const rows = useWhole(list.rows);
  const valueOf = useCertificateValues(view);
  const isRefused = useRefused(certificateList.operation);
  const change = (part: Partial<CertificateView>): void => {
    changeSearch(
      (before) => certificateList.write(certificateList.changed(certificateList.read(before), part)),
      {
        replace: true,
      },
    );
  };
  const culprit = useCulprit(certificateList, {
    view,
    source,
    filterFor,
    empty: list.state === 'ready' && list.rows.length === 0 && !list.isFormer,
    labelOf: (name) => [certificateFilterWord(name), valueOf(name)].filter(Boolean).join(': '),
    change,
  });
  return (
    <RecordPage
      place="certificates"
      words={{
        title: m.directory_certificates(),
        what: m.directory_certificates_list(),
        empty: m.directory_certificates_empty(),
        emptyText: m.directory_certificates_empty_text(),
        absent: m.directory_certificates_absent(),
        absentText: m.directory_certificates_absent_text(),
        pages: m.directory_certificates_pages(),
        shown: (count, shown) => m.directory_certificates_shown({ count, shown }),
        match: (count, total) => m.directory_certificates_match({ count, total }),
      }}
      list={list}
      view={view}
      narrowed={active.length > 0}
      said={typedWord(view.q)}
      unread={certificateList.unreadIn(search)}
      culprit={culprit}
      filters={
        <FilterChips
          search={
            <TypedSearch
              label={m.directory_certificates_search()}
              placeholder={m.directory_certificates_find()}
              value={view.q}
              refused={isRefused(certificateList.argumentOf.q)}
              onChange={(q) => change({ q })}
            />
          }
          names={certificateList.names.filter((name) => name !== 'q')}
          wordOf={certificateFilterWord}
          valueOf={valueOf}
          isRefused={(name) => isRefused(certificateList.argumentOf[name])}
          onClear={(name) => change(certificateList.without(view, name))}
          panelStyle={{ width: 272 }}
          panel={(name, close) => (
            <CertificatePanel name={name} view={view} onChange={change} close={close} />
          )}
        />
      }
      onDropUnread={() => {
        changeSearch((before) => certificateList.write(certificateList.read(before)), { replace: true });
      }}
      onClearAll={() =>
        change({ ...certificateList.plain, sort: view.sort, order: view.order, size: view.size })
      }
      // A page is gone to, so that Back leads to the one before.
      onTurn={(page) =>
        changeSearch((before) => certificateList.write({ ...certificateList.read(before), page }))
      }
      onSize={(size) => change({ size })}
      pathOf={paths.certificate}
      table={() => (
        <CertificateTable
          rows={rows}
          isFormer={list.isFormer}
          view={view}
          total={list.count}
          onSort={change}
          onOpen={(id) => void navigate(paths.certificate(id))}
        />
      )}
      cards={() => <CertificateCards rows={rows} isFormer={list.isFormer} />}
    />
  );
}

/** Certificates with the person and the issuer that came as `{id}` filled in, as far as they are known (Rule WI-14). */
function useWhole(rows: readonly Certificate[]): readonly Certificate[] {
  const { client } = useConnection();
  const people = useHydrated(
    client,
    'listSubjects',
    rows.flatMap(({ subject }) => (isStub(subject) ? [subject.id] : [])),
  );
  const issuers = useHydrated(
    client,
    'listIssuers',
    rows.flatMap(({ issuer }) => (isStub(issuer) ? [issuer.id] : [])),
  );
  return rows.map((row) => ({
    ...row,
    subject: people[row.subject?.id ?? ''] ?? row.subject,
    issuer: issuers[row.issuer?.id ?? ''] ?? row.issuer,
  }));
}

/** As what the search took what was typed. */
function typedWord(q: string): string | undefined {
  const typed = readTypedCertificate(q);
  if (typed === undefined) return undefined;
  if (typed === 'neither') return m.directory_certificates_typed_neither();
  return typed.kind === 'id' ? m.directory_typed_id() : m.directory_certificates_typed_serial();
}
