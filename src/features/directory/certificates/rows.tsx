import { useMemo, type ReactNode } from 'react';
import type { Certificate } from '#contract/resources/resources.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { ListItem } from '#ui/lists/list.tsx';
import { Name } from '#ui/data/name.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { CertificateState } from '#widgets/people/certificate-state.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import {
  dateCell,
  dateColumns,
  RecordCards,
  RecordName,
  RecordTable,
  type RecordTableProps,
} from '../records/rows.tsx';
import { formatSerialNumber } from '#widgets/people/serial-number.ts';
import { certificateList } from './filter.ts';
import css from './rows.module.css';

/** Whose it is; of one whose person did not come, its serial. */
export const certificateName = ({ subject, serialNumber }: Certificate): string =>
  visibleName(subject?.commonName) ?? formatSerialNumber(serialNumber) ?? m.directory_certificate_nameless();

/** The serial under the name. Undefined where the serial itself is the name. */
const serialLine = ({ subject, serialNumber }: Certificate): ReactNode =>
  subject?.commonName ? (
    <span className={css.serial}>{formatSerialNumber(serialNumber) ?? '—'}</span>
  ) : undefined;

const pathOf = ({ id }: Certificate): string | undefined => (id ? paths.certificate(id) : undefined);

export function CertificateTable(props: RecordTableProps<Certificate>) {
  const { language } = usePreferences();
  const now = useServiceNow(60_000);
  // Cells call words: the columns are made anew with the language, and each minute for the days that are left.
  const cells = useMemo(() => columns(language, now), [language, now]);
  return (
    <RecordTable
      {...props}
      label={m.directory_certificates()}
      operations={certificateList.operations}
      columns={cells}
      nameOf={certificateName}
    />
  );
}

export function CertificateCards(props: Pick<RecordTableProps<Certificate>, 'rows' | 'isFormer'>) {
  const now = useServiceNow(60_000);
  return (
    <RecordCards
      {...props}
      label={m.directory_certificates()}
      card={(certificate, at) => (
        <ListItem
          key={certificate.id ?? at}
          title={certificateName(certificate)}
          to={pathOf(certificate)}
          detail={serialLine(certificate)}
        >
          <div className={css.issuer}>{visibleName(certificate.issuer?.commonName)}</div>
          <div>
            <CertificateState certificate={certificate} now={now} />
          </div>
        </ListItem>
      )}
    />
  );
}

function columns(_language: string, now: Date): readonly Column<Certificate>[] {
  return [
    {
      id: 'person',
      head: m.directory_person(),
      cell: (certificate) => (
        <RecordName
          name={certificateName(certificate)}
          to={pathOf(certificate)}
          more={serialLine(certificate)}
        />
      ),
    },
    {
      id: 'issuer',
      head: m.directory_issuer(),
      width: 220,
      cell: ({ issuer }) => <Name lines={2}>{visibleName(issuer?.commonName) ?? '—'}</Name>,
    },
    {
      id: 'state',
      head: m.directory_certificate_standing(),
      width: 292,
      cell: (certificate) => <CertificateState certificate={certificate} now={now} />,
    },
    {
      id: 'starts',
      head: m.directory_from(),
      width: 128,
      align: 'right',
      cell: ({ notBefore }) => dateCell(notBefore),
    },
    ...dateColumns<Certificate>(),
  ];
}
