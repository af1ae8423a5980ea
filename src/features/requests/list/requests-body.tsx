import { lazy, Suspense } from 'react';
import { useHydrated } from '#client/queries/hydration.ts';
import { useClient } from '#client/session/session-context.tsx';
import { FormerAnswer } from '#ui/feedback/former-answer.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { boardOrder } from './board/board-columns.ts';
import { columnWord } from './board/column-word.ts';
import type { Reading } from './filter/matching.ts';
import { awaited } from '../standing.ts';
import { RequestsList } from './requests-list.tsx';
import { LoadingRequests, RequestsTable, type RequestsTableProps } from './requests-table.tsx';
import css from './requests-body.module.css';

// Few screens have one of these.
const RequestsBoard = lazy(async () => ({
  default: (await import('./board/requests-board.tsx')).RequestsBoard,
}));
const NoRequests = lazy(async () => ({ default: (await import('./no-requests.tsx')).NoRequests }));

interface RequestsBodyProps extends Omit<RequestsTableProps, 'names'> {
  reading: Reading;
}

/** The rows, or what there is to say in their place. */
export function RequestsBody(props: RequestsBodyProps) {
  const { list } = props;
  const phone = usePhone();
  const isBoard = !phone && props.view.look === 'board';
  const loading = isBoard ? (
    <LoadingBoard />
  ) : phone ? (
    <LoadingCards />
  ) : (
    <LoadingRequests view={props.view} />
  );
  return (
    <QueryView
      query={list}
      what={m.requests_what_list()}
      loading={loading}
      // Nothing is only said by the answer to the present question.
      isEmpty={() => props.held.rows.length === 0}
      empty={
        list.isFormer ? (
          loading
        ) : (
          <Suspense fallback={loading}>
            <NoRequests {...props} />
          </Suspense>
        )
      }
      // The rows must not move under the pointer.
      staleness="below"
    >
      {() => (
        <FormerAnswer isFormer={list.isFormer}>
          <Rows {...props} />
        </FormerAnswer>
      )}
    </QueryView>
  );
}

/** Cards of a phone: a name of one line or two, who is awaited, and the progress. */
const LoadingCards = () => <LoadingRows count={12} kind="list" rowHeight={111} lines={3} picks />;

/** Columns of cards under their headings, as they come. */
function LoadingBoard() {
  return (
    <div className={css.board}>
      {boardOrder
        .filter((column) => column !== 'unknown')
        .map((column, at) => (
          // For a screen reader one of them is enough.
          <section key={column} aria-hidden={at > 0 || undefined}>
            <h2>{columnWord(column)}</h2>
            <LoadingRows
              kind="list"
              rowHeight={column === 'waiting' ? 112 : 86}
              lines={column === 'waiting' ? 3 : 2}
              ends={false}
              count={3}
            />
          </section>
        ))}
    </div>
  );
}

/** The rows in the form that fits the screen and the view. */
function Rows(props: RequestsBodyProps) {
  const { view, list, held, picked, onPicked } = props;
  const phone = usePhone();
  const names = useHydrated(
    useClient(),
    'listSubjects',
    held.rows.flatMap((row) => awaited(row) ?? []),
  );
  if (phone)
    return <RequestsList rows={held.rows} changed={held.changed} {...{ names, list, picked, onPicked }} />;
  if (view.look === 'board')
    return (
      <Suspense fallback={<LoadingBoard />}>
        <RequestsBoard
          rows={held.rows}
          names={names}
          changed={held.changed}
          current={view.selected}
          onCurrent={(selected) => props.change({ selected }, 'replace')}
        />
      </Suspense>
    );
  return <RequestsTable {...props} names={names} />;
}
