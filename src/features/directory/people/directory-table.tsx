import { useMemo, type ReactNode } from 'react';
import LinkedIcon from '@mui/icons-material/LinkOutlined';
import UnlinkedIcon from '@mui/icons-material/LinkOffOutlined';
import type { Column } from '#ui/lists/data-table.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { ListItem } from '#ui/lists/list.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { formatCountry } from '#ui/formats/formats.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { shownAddress } from '#widgets/holders/shown-address.ts';
import { CertificateState } from '#widgets/people/certificate-state.tsx';
import { codesOf } from '#widgets/people/company-rfc.ts';
import { paths } from '#widgets/paths.ts';
import { m, type Locale } from '#i18n/messages.ts';
import {
  dateColumns,
  RecordCards,
  RecordName,
  RecordTable,
  type RecordTableProps,
} from '../records/rows.tsx';
import { directoryList } from './filter.ts';
import type { DirectoryRow } from './use-directory.ts';
import css from './directory-table.module.css';

function Linked({ linked }: { linked: boolean | undefined }) {
  if (linked === undefined) return <>—</>;
  return linked ? (
    <span className={css.linkState}>
      <LinkedIcon aria-hidden="true" />
      {m.directory_linked()}
    </span>
  ) : (
    <span className={css.linkState}>
      <UnlinkedIcon aria-hidden="true" />
      {m.directory_link_without()}
    </span>
  );
}

const nameOf = ({ commonName }: DirectoryRow): string => visibleName(commonName) ?? m.directory_unnamed();
/** RFC and CURP; a company has no CURP of its own. */
const codesLine = (row: DirectoryRow): ReactNode => {
  const codes = codesOf(row);
  return codes.length > 0 && <span className={css.code}>{codes.join('  ')}</span>;
};
const pathOf = ({ id }: DirectoryRow): string | undefined => (id ? paths.subject(id) : undefined);

/** One page of people; only what the interface can sort by sorts. */
export function DirectoryTable({
  hasLinks,
  ...props
}: RecordTableProps<DirectoryRow> & {
  hasLinks: boolean;
}) {
  const { language } = usePreferences();
  const now = useServiceNow(60_000);
  // Cells read messages: the columns are made again with the language, and each minute for the days that are left.
  const cells = useMemo(() => columns(language, hasLinks, now), [language, hasLinks, now]);
  return (
    <RecordTable
      {...props}
      label={m.directory_title()}
      operations={directoryList.operations}
      columns={cells}
      nameOf={nameOf}
    />
  );
}

/** The same on the phone. */
export function DirectoryCards({
  hasLinks,
  ...props
}: Pick<RecordTableProps<DirectoryRow>, 'rows' | 'isFormer'> & { hasLinks: boolean }) {
  const now = useServiceNow(60_000);
  return (
    <RecordCards
      {...props}
      label={m.directory_title()}
      card={(row, at) => (
        <ListItem key={row.id ?? at} title={nameOf(row)} to={pathOf(row)} detail={codesLine(row)}>
          <div>
            <CertificateState certificate={row.certificate} now={now} />
          </div>
          {hasLinks && (
            <div className={css.link}>{row.linked !== undefined && <Linked linked={row.linked} />}</div>
          )}
        </ListItem>
      )}
    />
  );
}

function columns(language: Locale, hasLinks: boolean, now: Date): readonly Column<DirectoryRow>[] {
  const link = {
    id: 'link',
    head: m.directory_link(),
    width: 124,
    cell: ({ linked }: DirectoryRow) => <Linked linked={linked} />,
  };
  return [
    {
      id: 'person',
      head: m.directory_person(),
      cell: (row) => (
        <RecordName name={row.commonName ?? m.directory_unnamed()} to={pathOf(row)} more={codesLine(row)} />
      ),
    },
    {
      id: 'certificate',
      head: m.directory_certificate(),
      width: 292,
      cell: ({ certificate }) => <CertificateState certificate={certificate} now={now} />,
    },
    ...(hasLinks ? [link] : []),
    {
      id: 'country',
      head: m.directory_country(),
      width: 88,
      cell: ({ country }) => (country ? formatCountry(country, language) : '—'),
    },
    {
      id: 'address',
      head: m.directory_address(),
      width: 146,
      cell: ({ EVMAddress }) =>
        EVMAddress ? (
          <HashText value={shownAddress(EVMAddress)} size="id" copy={false} unfolds={false} />
        ) : (
          '—'
        ),
    },
    ...dateColumns<DirectoryRow>(),
  ];
}
