import { useMemo } from 'react';
import { styled } from '@mui/material/styles';
import type { Certificate } from '#contract/resources.ts';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { FormerAnswer } from '#ui/former-answer.tsx';
import { ink, mono } from '#ui/ink.ts';
import { Instant } from '#ui/instant.tsx';
import { Link } from '#ui/link.tsx';
import { List, ListItem } from '#ui/list.tsx';
import { Name } from '#ui/name.tsx';
import { usePreferences } from '#ui/preferences.tsx';
import { useNow } from '#ui/use-now.ts';
import { visibleName } from '#ui/visible-text.ts';
import { CertificateState } from '#widgets/certificate-state.tsx';
import { useRefused } from '#widgets/filters/use-refused.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#words/words.ts';
import { serialWord, type CertificateView } from './filter.ts';

const Two = styled('span')({
  display: 'block',
  minWidth: 0,
  '& > .name': { display: 'block', fontWeight: 500 },
  '& > .code': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontFamily: mono,
    fontSize: 12,
    lineHeight: '15px',
    color: ink.text2,
  },
});

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  '& > ul': { flex: 1, minHeight: 0, overflow: 'auto' },
});

interface RowsProps {
  rows: readonly Certificate[];
  /** The rows are of the page or the filter before. */
  isFormer: boolean;
}

/** Whose it is; of one whose person did not come, its serial. */
export const certificateName = ({ subject, serialNumber }: Certificate): string =>
  visibleName(subject?.commonName) ?? serialWord(serialNumber) ?? m.directory_certificate_nameless();

/** One page of certificates; only what the interface can sort by sorts. */
export function CertificateTable({
  rows,
  isFormer,
  view,
  total,
  onSort,
  onOpen,
}: RowsProps & {
  view: CertificateView;
  total: number | undefined;
  onSort: (sort: Pick<CertificateView, 'sort' | 'order'>) => void;
  onOpen: (id: string) => void;
}) {
  const isRefused = useRefused('/certificates');
  const { language } = usePreferences();
  const now = useNow(60_000);
  // Cells call words: the columns are made anew with the language, and each minute for the days that are left.
  const cells = useMemo(() => columns(language, now), [language, now]);
  return (
    <FormerAnswer isFormer={isFormer}>
      <Root>
        <DataTable
          label={m.directory_certificates()}
          columns={cells}
          rows={rows}
          rowKey={({ id }) => id ?? ''}
          rowName={certificateName}
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
export function CertificateCards({ rows, isFormer }: RowsProps) {
  const now = useNow(60_000);
  return (
    <FormerAnswer isFormer={isFormer}>
      <Root>
        <List aria-label={m.directory_certificates()}>
          {rows.map((certificate, at) => (
            <ListItem
              key={certificate.id ?? at}
              title={certificateName(certificate)}
              to={certificate.id ? paths.certificate(certificate.id) : undefined}
              detail={visibleName(certificate.issuer?.commonName) ?? undefined}
            >
              <div>
                <CertificateState certificate={certificate} now={now} />
              </div>
            </ListItem>
          ))}
        </List>
      </Root>
    </FormerAnswer>
  );
}

function columns(_language: string, now: Date): readonly Column<Certificate>[] {
  const date = (at: string | null | undefined) => (at ? <Instant at={at} form="list" /> : '—');
  return [
    {
      id: 'person',
      head: m.directory_person(),
      cell: (certificate) => (
        <Two>
          <span className="name">
            {certificate.id ? (
              <Link to={paths.certificate(certificate.id)}>
                <Name lines={2}>{certificateName(certificate)}</Name>
              </Link>
            ) : (
              <Name lines={2}>{certificateName(certificate)}</Name>
            )}
          </span>
          {certificate.subject?.commonName && (
            <span className="code">{serialWord(certificate.serialNumber) ?? '—'}</span>
          )}
        </Two>
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
      width: 246,
      cell: (certificate) => <CertificateState certificate={certificate} now={now} />,
    },
    {
      id: 'starts',
      head: m.directory_from(),
      width: 128,
      align: 'right',
      cell: ({ notBefore }) => date(notBefore),
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
