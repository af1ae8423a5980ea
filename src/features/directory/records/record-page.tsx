import { styled } from '@mui/material/styles';
import { useNavigate } from 'react-router-dom';
import type { ReactNode } from 'react';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import { Button } from '#ui/button.tsx';
import { ChangesPill } from '#ui/changes-pill.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ink } from '#ui/ink.ts';
import { LiveMark } from '#ui/live-mark.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { NothingMatches } from '#ui/nothing-matches.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { OfflineStrip, StaleStrip, WarningStrip } from '#ui/strips.tsx';
import { useFormat } from '#ui/use-format.ts';
import { usePhone } from '#ui/use-media-query.ts';
import { UnreadStrip } from '#widgets/filters/unread-strip.tsx';
import { IdForm } from '#widgets/id-form.tsx';
import { usePageName } from '#widgets/page-name.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { useOnline } from '#widgets/use-online.ts';
import { m } from '#i18n/messages.ts';
import { sizes } from '../people/filter.ts';
import { Pager } from '../pager.tsx';
import type { ListView } from './list-view.ts';
import { DirectoryPlaces } from './places.tsx';
import type { Records } from './use-records.ts';

const Bar = styled('div')({ padding: '0 var(--page-padding) 12px' });
const Said = styled('p')({
  padding: '0 var(--page-padding) 10px',
  color: ink.text2,
  fontSize: 12,
  lineHeight: '16px',
});
const Form = styled('form')({ display: 'flex', alignItems: 'flex-end', gap: 8, textAlign: 'left' });

/** What one list calls its things. */
export interface RecordWords {
  readonly title: string;
  /** What was to be read, with its article: «la lista de certificados». */
  readonly what: string;
  readonly empty: string;
  readonly emptyText: string;
  readonly absent: string;
  readonly absentText: string;
  readonly pages: string;
  /** «12 certificados»; `shown` is formatted. */
  readonly shown: (count: number, shown: string) => string;
  readonly match: (count: string, total: string) => string;
}

/** A list below the directory: filters, one page of rows, and each of the six states in its own words. */
export function RecordPage<Item>({
  place,
  words,
  list,
  view,
  narrowed,
  filters,
  said,
  unread,
  culprit,
  onDropUnread,
  onClearAll,
  onTurn,
  onSize,
  pathOf,
  table,
  cards,
}: {
  place: 'certificates' | 'issuers';
  words: RecordWords;
  list: Records<Item>;
  view: ListView;
  narrowed: boolean;
  filters: ReactNode;
  /** How what was typed is understood, where that has to be said. */
  said: string | undefined;
  /** Arguments of the address that are not understood. */
  unread: readonly string[];
  /** The filter that hides most. */
  culprit: { readonly label: string; readonly excludes: number; readonly onRemove: () => void } | undefined;
  onDropUnread: () => void;
  onClearAll: () => void;
  onTurn: (page: number) => void;
  onSize: (size: ListView['size']) => void;
  pathOf: (id: string) => string;
  table: () => ReactNode;
  cards: () => ReactNode;
}) {
  const navigate = useNavigate();
  const phone = usePhone();
  const online = useOnline();
  const format = useFormat();
  usePageName(words.title);
  const ready = list.state === 'ready';
  const waiting = <LoadingRows count={12} kind={phone ? 'list' : 'table'} />;
  const body = (): ReactNode => {
    if (list.state === 'loading') return waiting;
    if (list.state === 'absent')
      return (
        <EmptyState
          icon={<BadgeIcon aria-hidden="true" />}
          title={words.absent}
          text={words.absentText}
          actions={
            <IdForm
              form={Form}
              label={m.directory_id()}
              submit={m.common_open()}
              onSubmit={(id) => void navigate(pathOf(id))}
            />
          }
        />
      );
    if (list.state === 'failed')
      return (
        <QueryFailure error={list.error} what={words.what} onRetry={list.retry} retrying={list.retrying} />
      );
    if (list.rows.length > 0) return phone ? cards() : table();
    if (list.isFormer) return waiting;
    if (view.page > 1)
      return (
        <EmptyState
          icon={<BadgeIcon aria-hidden="true" />}
          title={m.directory_past_end({ page: view.page })}
          text={m.directory_past_end_text()}
          actions={<Button onClick={() => onTurn(1)}>{m.directory_page_first()}</Button>}
        />
      );
    if (narrowed) return <NothingMatches total={list.all} culprit={culprit} onClearAll={onClearAll} />;
    return <EmptyState icon={<BadgeIcon aria-hidden="true" />} title={words.empty} text={words.emptyText} />;
  };
  return (
    <PageFrame
      title={words.title}
      fill
      mark={ready && !list.isFormer ? <LiveMark updatedAt={list.updatedAt} /> : undefined}
      sub={
        <span role="status">
          {/* An empty line keeps its height: what is below must not move when the count comes. */}
          {!ready || list.isFormer || list.count === undefined
            ? '\u00a0'
            : narrowed && list.all !== undefined
              ? words.match(format.number(list.count), format.number(list.all))
              : words.shown(list.count, format.number(list.count))}
        </span>
      }
    >
      <DirectoryPlaces current={place} />
      <Bar>{filters}</Bar>
      {said !== undefined && <Said>{said}</Said>}
      <UnreadStrip names={unread} onDrop={onDropUnread} />
      {!online && list.updatedAt > 0 ? (
        <OfflineStrip savedAt={list.updatedAt} />
      ) : list.stale ? (
        <StaleStrip updatedAt={list.updatedAt} onRetry={list.retry} />
      ) : null}
      {list.mismatched > 0 && (
        <WarningStrip framed={false}>{m.errors_mismatched({ count: list.mismatched })}</WarningStrip>
      )}
      {list.twice > 0 && (
        <WarningStrip framed={false} action={{ label: m.common_retry(), onSelect: list.retry }}>
          {m.directory_records_twice({ count: list.twice })}
        </WarningStrip>
      )}
      {list.changes > 0 && <ChangesPill count={list.changes} onShow={list.retry} />}
      {body()}
      {ready && list.rows.length > 0 && (
        <Pages words={words} list={list} view={view} onTurn={onTurn} onSize={onSize} />
      )}
    </PageFrame>
  );
}

function Pages<Item>({
  words,
  list,
  view,
  onTurn,
  onSize,
}: {
  words: RecordWords;
  list: Records<Item>;
  view: ListView;
  onTurn: (page: number) => void;
  onSize: (size: ListView['size']) => void;
}) {
  const format = useFormat();
  const first = (view.page - 1) * Number(view.size) + 1;
  const range = { first: format.number(first), last: format.number(first + list.rows.length - 1) };
  return (
    <Pager
      label={words.pages}
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
      onSize={(chosen) => onSize(sizes.find((known) => known === chosen) ?? '50')}
    />
  );
}
