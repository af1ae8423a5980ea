import { useMemo } from 'react';
import { styled } from '@mui/material/styles';
import type { Issuer } from '#contract/resources.ts';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { FormerAnswer } from '#ui/former-answer.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { ink } from '#ui/ink.ts';
import { Instant } from '#ui/instant.tsx';
import { Link } from '#ui/link.tsx';
import { List, ListItem } from '#ui/list.tsx';
import { Name } from '#ui/name.tsx';
import { usePreferences } from '#ui/preferences.tsx';
import { visibleName } from '#ui/visible-text.ts';
import { useRefused } from '#widgets/filters/use-refused.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#words/words.ts';
import type { IssuerView } from './filter.ts';

const Two = styled('span')({
  display: 'block',
  minWidth: 0,
  '& > .name': { display: 'block', fontWeight: 500 },
  '& > .more': { display: 'block', fontSize: 12, lineHeight: '15px', color: ink.text2 },
});

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  '& > ul': { flex: 1, minHeight: 0, overflow: 'auto' },
});

interface RowsProps {
  rows: readonly Issuer[];
  /** The rows are of the page or the filter before. */
  isFormer: boolean;
}

export const issuerName = ({ commonName, organization }: Issuer): string =>
  visibleName(commonName) ?? visibleName(organization) ?? m.directory_issuer_nameless();

/** One page of issuers; only what the interface can sort by sorts. */
export function IssuerTable({
  rows,
  isFormer,
  view,
  total,
  onSort,
  onOpen,
}: RowsProps & {
  view: IssuerView;
  total: number | undefined;
  onSort: (sort: Pick<IssuerView, 'sort' | 'order'>) => void;
  onOpen: (id: string) => void;
}) {
  const isRefused = useRefused('/issuers');
  const { language } = usePreferences();
  // Cells call words, so the columns are made anew with the language and with nothing else.
  const cells = useMemo(() => columns(language), [language]);
  return (
    <FormerAnswer isFormer={isFormer}>
      <Root>
        <DataTable
          label={m.directory_issuers()}
          columns={cells}
          rows={rows}
          rowKey={({ id }) => id ?? ''}
          rowName={issuerName}
          total={total}
          sort={{ id: view.sort, direction: view.order }}
          sortRefused={isRefused('sort') ? m.common_sort_refused() : undefined}
          onSort={({ id, direction }) =>
            onSort({ sort: id === 'updatedAt' ? 'updatedAt' : 'createdAt', order: direction })
          }
          onOpen={(_, { id }) => {
            if (id) onOpen(id);
          }}
          pageKeys
        />
      </Root>
    </FormerAnswer>
  );
}

/** The same on the phone. */
export function IssuerCards({ rows, isFormer }: RowsProps) {
  return (
    <FormerAnswer isFormer={isFormer}>
      <Root>
        <List aria-label={m.directory_issuers()}>
          {rows.map((issuer, at) => (
            <ListItem
              key={issuer.id ?? at}
              title={issuerName(issuer)}
              to={issuer.id ? paths.issuer(issuer.id) : undefined}
              detail={[visibleName(issuer.organization), townOf(issuer)].filter(Boolean).join(' · ')}
            />
          ))}
        </List>
      </Root>
    </FormerAnswer>
  );
}

const townOf = ({ localityName, stateOrProvinceName, country }: Issuer): string =>
  [localityName, stateOrProvinceName, country].filter(Boolean).join(', ');

function columns(_language: string): readonly Column<Issuer>[] {
  const date = (at: string | null | undefined) => (at ? <Instant at={at} form="list" /> : '—');
  return [
    {
      id: 'issuer',
      head: m.directory_issuer(),
      cell: (issuer) => (
        <Two>
          <span className="name">
            {issuer.id ? (
              <Link to={paths.issuer(issuer.id)}>
                <Name lines={2}>{issuerName(issuer)}</Name>
              </Link>
            ) : (
              <Name lines={2}>{issuerName(issuer)}</Name>
            )}
          </span>
          {issuer.commonName && issuer.organization && (
            <span className="more">
              <Name lines={2}>{issuer.organization}</Name>
            </span>
          )}
        </Two>
      ),
    },
    { id: 'rfc', head: m.directory_rfc(), width: 140, cell: ({ RFC }) => RFC ?? '—' },
    { id: 'place', head: m.directory_issuer_place(), width: 220, cell: (issuer) => townOf(issuer) || '—' },
    {
      id: 'hash',
      head: m.directory_fingerprint(),
      width: 190,
      cell: ({ hash }) => (hash ? <HashText value={hash} unfolds={false} /> : '—'),
    },
    {
      id: 'createdAt',
      head: m.directory_created(),
      width: 112,
      align: 'right',
      sortable: true,
      cell: ({ createdAt }) => date(createdAt),
    },
    {
      id: 'updatedAt',
      head: m.directory_updated(),
      width: 112,
      align: 'right',
      sortable: true,
      cell: ({ updatedAt }) => date(updatedAt),
    },
  ];
}
