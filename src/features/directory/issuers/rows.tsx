import { useMemo } from 'react';
import type { Issuer } from '#contract/resources/resources.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { ListItem } from '#ui/lists/list.tsx';
import { Name } from '#ui/data/name.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { formatCountry } from '#ui/formats/formats.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { paths } from '#widgets/paths.ts';
import { m, type Locale } from '#i18n/messages.ts';
import {
  dateColumns,
  RecordCards,
  RecordName,
  RecordTable,
  type RecordTableProps,
} from '../records/rows.tsx';
import { Code } from '../parts.tsx';
import { issuerList } from './filter.ts';

export const issuerName = ({ commonName, organization }: Issuer): string =>
  visibleName(commonName) ?? visibleName(organization) ?? m.directory_issuer_nameless();

const pathOf = ({ id }: Issuer): string | undefined => (id ? paths.issuer(id) : undefined);

export function IssuerTable(props: RecordTableProps<Issuer>) {
  const { language } = usePreferences();
  // Cells call words, so the columns are made anew with the language and with nothing else.
  const cells = useMemo(() => columns(language), [language]);
  return (
    <RecordTable
      {...props}
      label={m.directory_issuers()}
      operations={issuerList.operations}
      columns={cells}
      nameOf={issuerName}
    />
  );
}

export function IssuerCards(props: Pick<RecordTableProps<Issuer>, 'rows' | 'isFormer'>) {
  const { language } = usePreferences();
  return (
    <RecordCards
      {...props}
      label={m.directory_issuers()}
      card={(issuer, at) => (
        <ListItem
          key={issuer.id ?? at}
          title={issuerName(issuer)}
          to={pathOf(issuer)}
          detail={[visibleName(issuer.organization), townOf(issuer, language)].filter(Boolean).join(' · ')}
        />
      )}
    />
  );
}

const townOf = ({ localityName, stateOrProvinceName, country }: Issuer, locale: Locale): string =>
  [localityName, stateOrProvinceName, country && formatCountry(country, locale)].filter(Boolean).join(', ');

function columns(language: Locale): readonly Column<Issuer>[] {
  return [
    {
      id: 'issuer',
      head: m.directory_issuer(),
      cell: (issuer) => (
        <RecordName
          name={issuerName(issuer)}
          to={pathOf(issuer)}
          more={issuer.commonName && issuer.organization && <Name lines={2}>{issuer.organization}</Name>}
        />
      ),
    },
    {
      id: 'rfc',
      head: m.directory_rfc(),
      width: 140,
      cell: ({ RFC }) => (RFC ? <Code>{RFC}</Code> : '—'),
    },
    {
      id: 'place',
      head: m.directory_issuer_place(),
      width: 220,
      cell: (issuer) => townOf(issuer, language) || '—',
    },
    {
      id: 'hash',
      head: m.directory_fingerprint(),
      width: 190,
      cell: ({ hash }) => (hash ? <HashText value={hash} unfolds={false} /> : '—'),
    },
    ...dateColumns<Issuer>(),
  ];
}
