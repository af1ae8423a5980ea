import { lazy } from 'react';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import { useNavigate } from 'react-router-dom';
import { certificates } from '#client/families/people/certificates.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Certificate } from '#contract/resources/resources.ts';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { dayBounds } from '#widgets/days.ts';
import { usePageName } from '#widgets/address/use-page-name.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { RecordFilters } from '../records/record-filters.tsx';
import { LinkCodeButton } from '../records/link-code-button.tsx';
import type { RecordMessages } from '../records/record-messages.ts';
import { RecordPage } from '../records/record-page.tsx';
import { useCulprit } from '../records/use-culprit.ts';
import { useListView } from '../records/use-list-view.ts';
import { useRecords } from '../records/use-records.ts';
import {
  certificateFilterOf,
  certificateList,
  readTypedCertificate,
  type CertificateView,
} from './filter.ts';
import { certificateFilterLabel, useCertificateValues } from './filter-labels.ts';
import { CertificateCards, CertificateTable } from './rows.tsx';

const CertificatePanel = lazy(async () => ({ default: (await import('./panels.tsx')).CertificatePanel }));

const certificateMessages = (): RecordMessages => ({
  title: m.directory_certificates(),
  what: m.directory_certificates_list(),
  empty: m.directory_certificates_empty(),
  emptyText: m.directory_certificates_empty_text(),
  absent: m.directory_certificates_absent(),
  absentText: m.directory_certificates_absent_text(),
  pages: m.directory_certificates_pages(),
  shown: (count, shown) => m.directory_certificates_shown({ count, shown }),
  match: (count, total) => m.directory_certificates_match({ count, total }),
});

/** The certificates that the service knows, by every argument that the interface has for them. */
export function CertificatesPage() {
  const navigate = useNavigate();
  const { client } = useConnection();
  const { zone } = usePreferences();
  const controls = useListView(certificateList);
  const { view, change } = controls;
  const filterFor = (of: CertificateView) => certificateFilterOf(of, (day) => dayBounds(day, zone));
  const source = certificates(client);
  const list = useRecords(source, { filter: filterFor(view), none: {}, controls });
  const rows = useWithNames(list.rows);
  const labelOf = certificateFilterLabel;
  const valueOf = useCertificateValues(view);
  const culprit = useCulprit(certificateList, { view, source, filterFor, list, labelOf, valueOf, change });
  usePageName(m.directory_certificates());
  return (
    <RecordPage
      place="certificates"
      messages={certificateMessages()}
      icon={<BadgeIcon aria-hidden="true" />}
      {...{ list, controls, culprit }}
      typedAs={typedLabel(view.q)}
      filters={
        <RecordFilters
          kind={certificateList}
          label={m.directory_certificates_search()}
          placeholder={m.directory_certificates_find()}
          {...{ view, labelOf, valueOf }}
          onChange={change}
          panel={(name, close) => <CertificatePanel {...{ name, view, close }} onChange={change} />}
        />
      }
      pathOf={paths.certificate}
      emptyActions={<LinkCodeButton />}
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
function useWithNames(rows: readonly Certificate[]): readonly Certificate[] {
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

/** How the search understands what was typed. */
function typedLabel(q: string): string | undefined {
  const typed = readTypedCertificate(q);
  if (typed === undefined) return undefined;
  if (typed === 'neither') return m.directory_certificates_typed_neither();
  return typed.kind === 'id' ? m.directory_typed_id() : m.directory_certificates_typed_serial();
}
