import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ChangesPill } from '#ui/changes-pill.tsx';
import { ink } from '#ui/ink.ts';
import { LiveMark } from '#ui/live-mark.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { OfflineStrip, StaleStrip, WarningStrip } from '#ui/strips.tsx';
import { useFormat } from '#ui/use-format.ts';
import { usePhone } from '#ui/use-media-query.ts';
import { UnreadStrip } from '#widgets/filters/unread-strip.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { useOnline } from '#widgets/use-online.ts';
import { useSearch } from '#widgets/use-search.ts';
import { m } from '#i18n/messages.ts';
import { DirectoryFilters } from './directory-filters.tsx';
import { NobodyListed, NoDirectory, PastTheEnd } from './directory-empty.tsx';
import { DirectoryCards, DirectoryTable } from './directory-table.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { ExportButton } from './export-button.tsx';
import {
  activeFilters,
  changed,
  readView,
  sizes,
  unreadIn,
  writeView,
  type DirectoryView,
} from './filter.ts';
import { typedAs } from './filter-labels.ts';
import { Pager } from '../pager.tsx';
import { DirectoryPlaces } from '../records/places.tsx';
import { useDirectory, type Directory } from './use-directory.ts';

const Bar = styled('div')({ padding: '0 var(--page-padding) 12px' });

const Said = styled('p')({
  padding: '0 var(--page-padding) 10px',
  color: ink.text2,
  fontSize: 12,
  lineHeight: '16px',
});

/** The people that the organization can reach, by every argument that the interface has for them. */
export function DirectoryPage() {
  const [search, changeSearch] = useSearch();
  const navigate = useNavigate();
  const phone = usePhone();
  const online = useOnline();
  const view = readView(search);
  const list = useDirectory(view);
  const [exportFailure, setExportFailure] = useState<string>();
  const change = (part: Partial<DirectoryView>): void => {
    changeSearch((before) => writeView(changed(readView(before), part)), { replace: true });
  };
  // A page is gone to, so that Back leads to the one before.
  const turnTo = (page: number): void => {
    changeSearch((before) => writeView({ ...readView(before), page }));
  };
  const said = typedAs(view);
  const ready = list.state === 'ready';
  return (
    <PageFrame
      title={m.directory_title()}
      fill
      mark={ready && !list.isFormer ? <LiveMark updatedAt={list.updatedAt} /> : undefined}
      sub={<CountWords list={list} narrowed={activeFilters(view).length > 0} />}
      actions={
        <ExportButton
          view={view}
          disabled={!ready || list.isFormer || list.rows.length === 0}
          onFailure={setExportFailure}
        />
      }
    >
      <DirectoryPlaces current="people" />
      <Bar>
        <DirectoryFilters view={view} onChange={change} />
      </Bar>
      {said !== undefined && <Said>{said}</Said>}
      <UnreadStrip
        names={unreadIn(search)}
        onDrop={() => {
          changeSearch((before) => writeView(readView(before)), { replace: true });
        }}
      />
      <Elsewhere view={view} onChange={change} />
      {exportFailure !== undefined && <WarningStrip framed={false}>{exportFailure}</WarningStrip>}
      {!online && list.updatedAt > 0 ? (
        <OfflineStrip savedAt={list.updatedAt} />
      ) : list.stale ? (
        <StaleStrip updatedAt={list.updatedAt} onRetry={list.retry} />
      ) : null}
      {list.mismatched > 0 && (
        <WarningStrip framed={false}>{m.errors_mismatched({ count: list.mismatched })}</WarningStrip>
      )}
      {list.linksFailed && (
        <WarningStrip framed={false} action={{ label: m.common_retry(), onSelect: list.linksFailed }}>
          {m.directory_links_unread()}
        </WarningStrip>
      )}
      {list.changes > 0 && <ChangesPill count={list.changes} onShow={list.retry} />}
      {list.state === 'loading' ? (
        <LoadingRows count={12} kind={phone ? 'list' : 'table'} />
      ) : list.state === 'absent' ? (
        <NoDirectory />
      ) : list.state === 'failed' ? (
        <QueryFailure
          error={list.error}
          what={m.directory_list()}
          onRetry={list.retry}
          retrying={list.retrying}
        />
      ) : list.rows.length === 0 && list.isFormer ? (
        <LoadingRows count={12} kind={phone ? 'list' : 'table'} />
      ) : list.rows.length === 0 ? (
        view.page > 1 ? (
          <PastTheEnd page={view.page} onFirst={() => turnTo(1)} />
        ) : (
          <NobodyListed view={view} all={list.all} onChange={change} />
        )
      ) : phone ? (
        <DirectoryCards rows={list.rows} tellsLinks={list.tellsLinks} isFormer={list.isFormer} />
      ) : (
        <DirectoryTable
          rows={list.rows}
          tellsLinks={list.tellsLinks}
          isFormer={list.isFormer}
          view={view}
          total={list.count}
          onSort={change}
          onOpen={(id) => void navigate(paths.subject(id))}
        />
      )}
      {ready && list.rows.length > 0 && <Pages view={view} list={list} onTurn={turnTo} onChange={change} />}
    </PageFrame>
  );
}

function CountWords({ list, narrowed }: { list: Directory; narrowed: boolean }) {
  const format = useFormat();
  const { state, count, all } = list;
  const text =
    state !== 'ready' || list.isFormer || count === undefined
      ? '\u00a0'
      : narrowed && all !== undefined
        ? m.directory_match({ count: format.number(count), total: format.number(all) })
        : m.directory_shown({ count, shown: format.number(count) });
  return <span role="status">{text}</span>;
}

function Pages({
  view,
  list,
  onTurn,
  onChange,
}: {
  view: DirectoryView;
  list: Directory;
  onTurn: (page: number) => void;
  onChange: (part: Partial<DirectoryView>) => void;
}) {
  const format = useFormat();
  const size = Number(view.size);
  const first = (view.page - 1) * size + 1;
  const range = {
    first: format.number(first),
    last: format.number(first + list.rows.length - 1),
  };
  return (
    <Pager
      label={m.directory_pages()}
      place={
        list.isFormer
          ? ''
          : list.count === undefined
            ? m.directory_page_range(range)
            : m.directory_page_range_of({ ...range, total: format.number(list.count) })
      }
      onBack={view.page > 1 ? () => onTurn(view.page - 1) : undefined}
      onNext={list.hasNext ? () => onTurn(view.page + 1) : undefined}
      size={view.size}
      sizes={sizes}
      onSize={(chosen) => onChange({ size: sizes.find((known) => known === chosen) ?? '50' })}
    />
  );
}
