import { useMemo } from 'react';
import { styled } from '@mui/material/styles';
import LinkedIcon from '@mui/icons-material/LinkOutlined';
import UnlinkedIcon from '@mui/icons-material/LinkOffOutlined';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { FormerAnswer } from '#ui/former-answer.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { ink, mono } from '#ui/ink.ts';
import { Instant } from '#ui/instant.tsx';
import { Link } from '#ui/link.tsx';
import { List, ListItem } from '#ui/list.tsx';
import { Name } from '#ui/name.tsx';
import { usePreferences } from '#ui/preferences.tsx';
import { useNow } from '#ui/use-now.ts';
import { visibleName } from '#ui/visible-text.ts';
import { CertificateState } from '#widgets/certificate-state.tsx';
import { paths } from '#widgets/paths.ts';
import { useRefused } from '#widgets/filters/use-refused.ts';
import { m } from '#i18n/messages.ts';
import type { DirectoryView } from './filter.ts';
import type { DirectoryRow } from './use-directory.ts';

const Two = styled('span')({
  display: 'block',
  minWidth: 0,
  '& > .name': { display: 'block', fontWeight: 500 },
  '& > .code': { display: 'block', fontFamily: mono, fontSize: 12, lineHeight: '15px', color: ink.text2 },
});

const LinkState = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'middle',
  gap: 6,
  color: ink.text2,
  fontSize: 12,
  lineHeight: '16px',
  '& > svg': { flex: 'none', fontSize: 15 },
});

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  '& > ul': { flex: 1, minHeight: 0, overflow: 'auto' },
});

function Linked({ linked }: { linked: boolean | undefined }) {
  if (linked === undefined) return <>—</>;
  return linked ? (
    <LinkState>
      <LinkedIcon aria-hidden="true" />
      {m.directory_linked()}
    </LinkState>
  ) : (
    <LinkState>
      <UnlinkedIcon aria-hidden="true" />
      {m.directory_link_without()}
    </LinkState>
  );
}

interface RowsProps {
  rows: readonly DirectoryRow[];
  tellsLinks: boolean;
  /** The rows are of the page or the filter before. */
  isFormer: boolean;
}

/** One page of people; only what the interface can sort by sorts. */
export function DirectoryTable({
  rows,
  tellsLinks,
  isFormer,
  view,
  total,
  onSort,
  onOpen,
}: RowsProps & {
  view: DirectoryView;
  total: number | undefined;
  onSort: (sort: Pick<DirectoryView, 'sort' | 'order'>) => void;
  onOpen: (id: string) => void;
}) {
  const isRefused = useRefused('/subjects', '/subject');
  const { language } = usePreferences();
  const now = useNow(60_000);
  // Cells call words: the columns are made anew with the language, and each minute for the days that are left.
  const cells = useMemo(() => columns(language, tellsLinks, now), [language, tellsLinks, now]);
  return (
    <FormerAnswer isFormer={isFormer}>
      <Root>
        <DataTable
          label={m.directory_title()}
          columns={cells}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ subject }) => visibleName(subject.commonName) ?? m.directory_unnamed()}
          total={total}
          sort={{ id: view.sort, direction: view.order }}
          sortRefused={isRefused('sort') ? m.common_sort_refused() : undefined}
          onSort={({ id, direction }) =>
            onSort({ sort: id === 'updatedAt' ? 'updatedAt' : 'createdAt', order: direction })
          }
          onOpen={(_, { subject }) => {
            if (subject.id) onOpen(subject.id);
          }}
          pageKeys
        />
      </Root>
    </FormerAnswer>
  );
}

/** The same on the phone. */
export function DirectoryCards({ rows, tellsLinks, isFormer }: RowsProps) {
  const now = useNow(60_000);
  return (
    <FormerAnswer isFormer={isFormer}>
      <Root>
        <List aria-label={m.directory_title()}>
          {rows.map(({ id, subject, linked }) => (
            <ListItem
              key={id}
              title={visibleName(subject.commonName) ?? m.directory_unnamed()}
              to={subject.id ? paths.subject(subject.id) : undefined}
              state={subject.RFC ?? undefined}
              detail={subject.serialNumber ?? undefined}
            >
              <div>
                <CertificateState certificate={subject.certificate} now={now} />
              </div>
              {tellsLinks && linked !== undefined && <Linked linked={linked} />}
            </ListItem>
          ))}
        </List>
      </Root>
    </FormerAnswer>
  );
}

function columns(_language: string, tellsLinks: boolean, now: Date): readonly Column<DirectoryRow>[] {
  const date = (at: string | null | undefined) => (at ? <Instant at={at} form="list" /> : '—');
  return [
    {
      id: 'person',
      head: m.directory_person(),
      cell: ({ subject }) => (
        <Two>
          <span className="name">
            {subject.id ? (
              <Link to={paths.subject(subject.id)}>
                <Name lines={2}>{subject.commonName ?? m.directory_unnamed()}</Name>
              </Link>
            ) : (
              <Name lines={2}>{subject.commonName ?? m.directory_unnamed()}</Name>
            )}
          </span>
          <span className="code">{[subject.RFC, subject.serialNumber].filter(Boolean).join('  ')}</span>
        </Two>
      ),
    },
    {
      id: 'certificate',
      head: m.directory_certificate(),
      width: 246,
      cell: ({ subject }) => <CertificateState certificate={subject.certificate} now={now} />,
    },
    ...(tellsLinks
      ? [
          {
            id: 'link',
            head: m.directory_link(),
            width: 124,
            cell: ({ linked }: DirectoryRow) => <Linked linked={linked} />,
          },
        ]
      : []),
    { id: 'country', head: m.directory_country(), width: 72, cell: ({ subject }) => subject.country ?? '—' },
    {
      id: 'address',
      head: m.directory_address(),
      width: 146,
      cell: ({ subject }) =>
        subject.EVMAddress ? (
          <HashText value={subject.EVMAddress} size="id" copy={false} unfolds={false} />
        ) : (
          '—'
        ),
    },
    {
      id: 'createdAt',
      head: m.directory_created(),
      width: 112,
      align: 'right',
      sortable: true,
      cell: ({ subject }) => date(subject.createdAt),
    },
    {
      id: 'updatedAt',
      head: m.directory_updated(),
      width: 112,
      align: 'right',
      sortable: true,
      cell: ({ subject }) => date(subject.updatedAt),
    },
  ];
}
