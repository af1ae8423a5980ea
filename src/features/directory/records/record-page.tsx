import type { ReactNode } from 'react';
import { isAbsent } from '#client/session/capabilities.ts';
import { ChangesPill } from '#ui/actions/changes-pill.tsx';
import { FormerMark } from '#ui/feedback/former-answer.tsx';
import { LiveMark } from '#ui/feedback/live-mark.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { UnreadStrip } from '#widgets/filters/unread-strip.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { ListPager } from './list-pager.tsx';
import { DirectoryPlaces, type Place } from './places.tsx';
import type { RecordMessages } from './record-messages.ts';
import { AbsentList, EmptyPage, type Culprit } from './record-states.tsx';
import type { ListControls } from './use-list-view.ts';
import type { Records } from './use-records.ts';
import css from './record-page.module.css';

interface RecordPageProps {
  place: Place;
  messages: RecordMessages;
  icon: ReactNode;
  list: Records<unknown>;
  controls: ListControls;
  filters: ReactNode;
  /** How what was typed is understood, where that has to be said. */
  typedAs: string | undefined;
  /** Of the filters that hide everything, the one that hides most. */
  culprit: Culprit | undefined;
  pathOf: (id: string) => string;
  /** Of the page. */
  actions?: ReactNode;
  /** Actions where the list is empty without a filter. */
  emptyActions?: ReactNode;
  /** Between the filters and the list. */
  hints?: ReactNode;
  /** About the rows. */
  warnings?: ReactNode;
  table: () => ReactNode;
  cards: () => ReactNode;
}

/** A list of the directory: filters, and one page of rows by its state. */
export function RecordPage({
  place,
  messages,
  icon,
  list,
  controls,
  filters,
  typedAs,
  culprit,
  pathOf,
  actions,
  emptyActions,
  hints,
  warnings,
  table,
  cards,
}: RecordPageProps) {
  const phone = usePhone();
  const pager = <ListPager label={messages.pages} list={list} controls={controls} />;
  const loading = (
    <>
      {phone ? (
        // A person has a line more than a record.
        <LoadingRows
          count={12}
          kind="list"
          rowHeight={place === 'issuers' ? 84 : 103}
          lines={3}
          ends={false}
        />
      ) : (
        table()
      )}
      {/* Another takes its place: the focus would go with it. */}
      <div className={css.pagerComing} inert aria-hidden="true">
        {pager}
      </div>
    </>
  );
  const states = { messages, icon };
  return (
    <PageFrame
      title={messages.title}
      fill
      mark={<LiveMark updatedAt={list.data && !list.isFormer ? list.dataUpdatedAt : 0} />}
      // Of a list that could not be read no count comes; its line stays, so that nothing moves.
      sub={
        list.isError && !list.data ? (
          <span role="status">{m.common_not_loaded()}</span>
        ) : (
          <Count list={list} isNarrowed={controls.filters > 0} messages={messages} />
        )
      }
      actions={actions}
    >
      <DirectoryPlaces current={place} />
      <div className={css.bar}>{filters}</div>
      {typedAs !== undefined && <p className={css.typedAs}>{typedAs}</p>}
      <UnreadStrip names={controls.unread} onDrop={controls.dropUnread} />
      {hints}
      <QueryView
        query={list}
        what={messages.what}
        loading={loading}
        failed={(error) => (isAbsent(error) ? <AbsentList {...states} pathOf={pathOf} /> : undefined)}
      >
        {() => (
          <>
            <RowWarnings list={list} />
            {warnings}
            {list.changes > 0 && <ChangesPill count={list.changes} onShow={() => void list.refetch()} />}
            {list.rows.length > 0 ? (
              <>
                {phone ? cards() : table()}
                {pager}
              </>
            ) : list.isFormer ? (
              loading
            ) : (
              <EmptyPage {...states} {...{ list, controls, culprit }} actions={emptyActions} />
            )}
          </>
        )}
      </QueryView>
    </PageFrame>
  );
}

function RowWarnings({ list: { mismatched, twice, refetch } }: { list: Records<unknown> }) {
  return (
    <>
      {mismatched > 0 && (
        <WarningStrip framed={false}>{m.errors_mismatched({ count: mismatched })}</WarningStrip>
      )}
      {twice > 0 && (
        <WarningStrip framed={false} action={{ label: m.common_retry(), onSelect: () => void refetch() }}>
          {m.directory_records_twice({ count: twice })}
        </WarningStrip>
      )}
    </>
  );
}

function Count({
  list: { data, rows, count, all, isFormer },
  isNarrowed,
  messages,
}: {
  list: Records<unknown>;
  isNarrowed: boolean;
  messages: RecordMessages;
}) {
  const format = useFormat();
  const text = (): string => {
    // An empty line keeps its height: what is below must not move when the count comes.
    if (!data || isFormer || count === undefined) return '\u00a0';
    if (isNarrowed && all !== undefined && all > 0)
      return messages.match(format.number(count), format.number(all));
    return messages.shown(count, format.number(count));
  };
  return <span role="status">{isFormer && rows.length > 0 ? <FormerMark /> : text()}</span>;
}
