import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { DropZone } from '#ui/inputs/drop-zone.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FormerAnswer } from '#ui/feedback/former-answer.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { NothingMatches } from '#ui/feedback/nothing-matches.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { handOver } from '#widgets/files/handover.ts';
import { paths } from '#widgets/paths.ts';
import { partlyRead } from '#widgets/query/partly-read.ts';
import { m } from '#i18n/messages.ts';
import { filterWord, tabWord, useFilterValue } from './filter/filter-labels.ts';
import type { Reading } from './filter/matching.ts';
import { RequestsTable, type RequestsTableProps } from './requests-table.tsx';
import { useCounts } from './use-counts.ts';
import { activeFilters, alone, plainView, without, type FilterName, type RequestsView } from './view.ts';
import css from './requests-body.module.css';

// Its words are many and seldom needed; they come behind the page, before anything can have failed.
const failing = import('#widgets/query/query-failure.tsx');
failing.catch(() => undefined);
const QueryFailure = lazy(async () => ({ default: (await failing).QueryFailure }));
// A screen has one of its forms, and the table is what most of them have.
const RequestsList = lazy(async () => ({ default: (await import('./requests-list.tsx')).RequestsList }));
const RequestsBoard = lazy(async () => ({
  default: (await import('./board/requests-board.tsx')).RequestsBoard,
}));

interface BodyProps extends RequestsTableProps {
  reading: Reading;
  /** How many there are without any filter, where it is known. */
  all: number | undefined;
}

/** The rows, or what there is to say in their place: six different states, each in its own words. */
export function RequestsBody(props: BodyProps) {
  const { view, list, held, names } = props;
  const phone = usePhone();
  if (list.state === 'loading') return <LoadingRows count={12} kind={phone ? 'list' : 'table'} />;
  if (list.state === 'failed')
    return (
      <div className={css.beside}>
        <Suspense fallback={<LoadingRows count={12} kind={phone ? 'list' : 'table'} />}>
          <QueryFailure
            error={list.error}
            what={m.requests_what_list()}
            onRetry={list.retry}
            retrying={list.retrying}
          />
        </Suspense>
      </div>
    );
  // Nothing is only said by the answer to the present question.
  if (held.rows.length === 0 && list.isFormer)
    return <LoadingRows count={12} kind={phone ? 'list' : 'table'} />;
  if (held.rows.length === 0) return <Nothing {...props} />;
  return (
    <FormerAnswer isFormer={list.isFormer}>
      {phone ? (
        <Suspense fallback={<LoadingRows count={12} kind="list" />}>
          <RequestsList rows={held.rows} names={names} list={list} changed={held.changed} />
        </Suspense>
      ) : view.look === 'board' ? (
        <Suspense fallback={<LoadingRows count={6} />}>
          <RequestsBoard
            rows={held.rows}
            names={names}
            changed={held.changed}
            current={view.selected}
            onCurrent={(selected) => props.change({ selected }, 'replace')}
          />
        </Suspense>
      ) : (
        <RequestsTable {...props} />
      )}
    </FormerAnswer>
  );
}

function Nothing({ view, change, list, reading, all }: BodyProps) {
  const navigate = useNavigate();
  const format = useFormat();
  const active = activeFilters(view);
  // Of a list that was read in part, or that changed meanwhile, nobody knows that nothing in it matches.
  const searched = list.changed ?? (!list.complete && list.more ? list.looked : undefined);
  if (searched)
    return (
      <EmptyState
        title={m.requests_none_looked()}
        text={[
          list.changed ? undefined : m.requests_none_looked_text({ count: searched.have }),
          partlyRead(
            { ...searched, complete: false, changedWhileReading: list.changed !== undefined },
            (value) => format.number(value),
          ),
        ]
          .filter(Boolean)
          .join(' ')}
        actions={
          <>
            {list.more && <Button onClick={list.more}>{m.requests_look_further()}</Button>}
            {list.changed && <Button onClick={list.retry}>{m.common_retry()}</Button>}
            {active.length > 0 && (
              <Button
                variant="text"
                onClick={() => change({ ...plainView, sort: view.sort, look: view.look })}
              >
                {m.common_clear_all()}
              </Button>
            )}
          </>
        }
      />
    );
  if (active.length > 0) return <NoMatch {...{ view, change, reading, all, active }} />;
  if (view.tab !== 'all')
    return (
      <EmptyState
        title={m.requests_tab_empty({ tab: tabWord(view.tab) })}
        text={list.source === 'record' ? m.requests_tab_empty_record() : emptyTabText(view.tab)}
        actions={<Button onClick={() => change({ tab: 'all' })}>{m.requests_see_all()}</Button>}
      />
    );
  if (list.source === 'record')
    return (
      <EmptyState
        title={m.requests_empty_record()}
        text={m.requests_empty_record_text()}
        actions={<LinkButton to={paths.newRequest}>{m.requests_new()}</LinkButton>}
      />
    );
  return (
    <div className={css.around}>
      <DropZone
        title={m.requests_empty_title()}
        text={m.requests_empty_text()}
        accept=".pdf,.txt,.json,application/pdf,text/plain,application/json"
        primary={false}
        onFiles={([file]) => {
          if (!file) return;
          handOver(file);
          void navigate(paths.newRequest);
        }}
        actions={
          <LinkButton variant="text" to={paths.newRequest}>
            {m.requests_empty_write()}
          </LinkButton>
        }
      />
    </div>
  );
}

function emptyTabText(tab: RequestsView['tab']): string {
  switch (tab) {
    case 'waiting':
      return m.requests_tab_empty_waiting();
    case 'unwitnessed':
      return m.requests_tab_empty_unwitnessed();
    case 'rejected':
      return m.requests_tab_empty_rejected();
    case 'drafts':
      return m.requests_tab_empty_drafts();
    case 'all':
      return '';
  }
}

/** Things exist, the filters hide them: which one hides most. */
function NoMatch({
  view,
  change,
  reading,
  all,
  active,
}: Pick<BodyProps, 'view' | 'change' | 'reading' | 'all'> & { active: readonly FilterName[] }) {
  const valueOf = useFilterValue(view);
  const counts = useCounts(
    active.map((name) => alone(view, name)),
    reading,
  );
  const known = active.flatMap((name, index) => {
    const count = counts[index];
    return count?.value === undefined || count.least ? [] : [{ name, lets: count.value }];
  });
  const worst = known.length === active.length ? known.sort((a, b) => a.lets - b.lets)[0] : undefined;
  const name = worst?.name ?? (active.length === 1 ? active[0] : undefined);
  return (
    <div className={css.beside}>
      <NothingMatches
        total={all}
        culprit={
          name && {
            label: `${filterWord(name)}: ${valueOf(name) ?? ''}`,
            excludes: worst && all !== undefined ? all - worst.lets : undefined,
            onRemove: () => change(without(view, name)),
          }
        }
        onClearAll={() => change({ ...plainView, sort: view.sort, look: view.look })}
      />
    </div>
  );
}
