import { useNavigate } from 'react-router-dom';
import RequestsIcon from '@mui/icons-material/DescriptionOutlined';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { DropZone } from '#ui/inputs/drop-zone.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NothingMatches } from '#ui/feedback/nothing-matches.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { handOver } from '#widgets/files/handover.ts';
import { paths } from '#widgets/paths.ts';
import { partlyRead } from '#widgets/query/partly-read.ts';
import { m } from '#i18n/messages.ts';
import { filterWord, tabWord, useFilterValue } from './filter/filter-labels.ts';
import type { Reading } from './filter/matching.ts';
import { useAllCount, useCounts } from './use-counts.ts';
import type { RequestList } from './use-request-list.ts';
import { activeFilters, alone, plainView, without, type FilterName, type RequestsView } from './view.ts';
import css from './no-requests.module.css';

interface NoRequestsProps {
  view: RequestsView;
  change: (part: Partial<RequestsView>) => void;
  list: RequestList;
  reading: Reading;
}

/** Why there is no row: not all was read, the filters hide them, the tab is empty, or there is no request at all. */
export function NoRequests(props: NoRequestsProps) {
  const { view, change, list } = props;
  const active = activeFilters(view);
  const all = useAllCount(props.reading);
  // Of a list that was read in part, or that changed meanwhile, nobody knows that nothing in it matches.
  const searched = list.changed ?? (!list.complete && list.more ? list.looked : undefined);
  if (searched) return <NoneSoFar {...props} searched={searched} />;
  // A filter hides nothing where there is nothing.
  if (active.length > 0 && all !== 0) return <NoMatch {...props} {...{ all, active }} />;
  if (view.tab !== 'all' && all !== 0)
    return (
      <EmptyState
        icon={<RequestsIcon aria-hidden="true" />}
        title={m.requests_tab_empty({ tab: tabWord(view.tab) })}
        text={list.source === 'record' ? m.requests_tab_empty_record() : emptyTabText(view.tab)}
        actions={<Button onClick={() => change({ tab: 'all' })}>{m.requests_see_all()}</Button>}
      />
    );
  if (list.source === 'record')
    return (
      <EmptyState
        icon={<RequestsIcon aria-hidden="true" />}
        title={m.requests_empty_record()}
        text={m.requests_empty_record_text()}
        actions={<LinkButton to={paths.newRequest}>{m.requests_new()}</LinkButton>}
      />
    );
  return <FirstDocument />;
}

function NoneSoFar({
  view,
  change,
  list,
  searched,
}: NoRequestsProps & { searched: NonNullable<NoRequestsProps['list']['looked']> }) {
  const format = useFormat();
  const read = partlyRead(
    { ...searched, complete: false, changedWhileReading: list.changed !== undefined },
    (value) => format.number(value),
  );
  const looked = list.changed ? undefined : m.requests_none_looked_text({ count: searched.have });
  return (
    <EmptyState
      icon={<RequestsIcon aria-hidden="true" />}
      title={m.requests_none_looked()}
      text={[looked, read].filter(Boolean).join(' ')}
      actions={
        <>
          {list.more && <Button onClick={list.more}>{m.requests_look_further()}</Button>}
          {list.changed && <Button onClick={() => void list.refetch()}>{m.common_retry()}</Button>}
          {activeFilters(view).length > 0 && (
            <Button variant="text" onClick={() => change(withoutFilters(view))}>
              {m.common_clear_all()}
            </Button>
          )}
        </>
      }
    />
  );
}

/** The organization has no request yet: a document that is dropped here begins the first. */
function FirstDocument() {
  const navigate = useNavigate();
  return (
    <div className={css.around}>
      <DropZone
        title={m.requests_empty_title()}
        titleOnPhone={m.requests_empty_title_phone()}
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
}: Pick<NoRequestsProps, 'view' | 'change' | 'reading'> & {
  all: number | undefined;
  active: readonly FilterName[];
}) {
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
    <NothingMatches
      filters={active.length}
      total={all}
      culprit={
        name && {
          label: `${filterWord(name)}: ${valueOf(name) ?? ''}`,
          excludes: worst && all !== undefined ? all - worst.lets : undefined,
          onRemove: () => change(without(view, name)),
        }
      }
      onClearAll={() => change(withoutFilters(view))}
    />
  );
}

/** What the filters say is gone, how the list is drawn stays. */
const withoutFilters = ({ sort, look, hidden, saved }: RequestsView): RequestsView => ({
  ...plainView,
  sort,
  look,
  hidden,
  saved,
});
