import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { CursorAsk } from '#client/queries/cursor-pages.ts';
import { LiveMark } from '#ui/feedback/live-mark.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { TabPanel, Tabs, usePanelId } from '#ui/layout/tabs.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { useSearch } from '#widgets/address/use-search.ts';
import { FailedPartLine } from '#widgets/query/failed-part-line.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { m } from '#i18n/messages.ts';
import { ExportButton } from './list/export-button.tsx';
import { FilterBuilder } from './builder/filter-builder.tsx';
import { listNames, type ListName } from './filter/fields.ts';
import { everything, placeOf, type FilterNode, type Group } from './filter/tree.ts';
import { faultOfTree, toWhere } from './filter/where.ts';
import { ListBody } from './list/list-body.tsx';
import { useOwnFilter } from './builder/own-filter.ts';
import { Presets } from './builder/presets.tsx';
import { useEndorsementList, type EndorsementList } from './list/use-list.ts';
import { useSaying } from './builder/use-saying.ts';
import { columnOf, isBare, readView, writeView, type EndorsementsView } from './list/view.ts';
import css from './endorsements-page.module.css';

/** Transfers and tokens, as the service reports them, by filters that read as sentences. */
export function EndorsementsPage() {
  const { view, change, bare } = useView();
  const phone = usePhone();
  const { waits, own, isOwnAwaited, readOwn, beginningOf } = useBeginning(view, bare, change);
  // The filter of the list that is not shown: it is there again when one goes back.
  const [other, setOther] = useState<Partial<Record<ListName, Group>>>({});
  const show = (list: ListName): void => {
    if (list === view.list) return;
    setOther({ ...other, [view.list]: view.filter });
    change({ list, filter: other[list] ?? beginningOf(list) });
  };
  const { list } = view;
  // The same filter is the same object, whatever else changes in the address.
  const of = writeView({ ...view, after: undefined });
  const filter = useSame(view.filter, of);
  const panel = usePanelId();
  const say = useSaying(list, filter);
  const [exportFailure, setExportFailure] = useState<string>();
  const asks = !bare && faultOfTree(list, filter) === undefined;
  const ask = useCursorAsk(view, filter, asks);
  // Where the list began; scrolling only says in the address where one is.
  const [begun, setBegun] = useState({ of, after: view.after });
  if (begun.of !== of) setBegun({ of, after: view.after });
  const start = begun.of === of ? begun.after : view.after;
  const found = useEndorsementList(list, ask, start, asks);
  const onScroll = usePlace(found, view.after, (after) => change({ after }, 'replace'));
  const words = useCountWords(list, found);
  const filterTo = (next: Group): void => change({ filter: next });

  return (
    <PageFrame
      fill
      title={m.endorsements_title()}
      mark={<LiveMark updatedAt={found.data ? found.dataUpdatedAt : 0} />}
      sub={<span role="status">{asks ? words : ''}</span>}
      actions={
        <ExportButton
          list={list}
          ask={ask}
          disabled={!asks || !found.data || found.rows.length === 0}
          onFailure={setExportFailure}
        />
      }
    >
      <div className={css.bars}>
        <div className={css.tabs}>
          <Tabs
            label={m.endorsements_tabs()}
            panelId={panel}
            selected={list}
            tabs={listNames.map((id) => ({
              id,
              label: id === 'events' ? m.endorsements_tab_events() : m.endorsements_tab_tokens(),
            }))}
            onSelect={show}
          />
        </div>
        {/* Not before it is known what it begins with: the rows would move. */}
        {waits ? (
          <ComingFilters list={list} rows={phone ? 3 : 1} onChange={filterTo} />
        ) : (
          <div className={css.filters}>
            <FilterBuilder key={list} list={list} tree={filter} say={say} own={own} onChange={filterTo} />
            <Presets list={list} tree={filter} own={own} isOwnAwaited={isOwnAwaited} onChange={filterTo} />
            {readOwn && <FailedPartLine text={m.endorsements_own_failed()} refetch={readOwn} />}
          </div>
        )}
      </div>
      <TabPanel key={waits ? 'waits' : 'list'} className={css.panel} id={panel} selected={list}>
        {view.nonsense.length > 0 && (
          <WarningStrip framed={false}>
            {m.endorsements_nonsense({ parts: view.nonsense.join(', ') })}
          </WarningStrip>
        )}
        {exportFailure && <WarningStrip framed={false}>{exportFailure}</WarningStrip>}
        <ListBody
          // A list of its own for everything that is requested.
          key={of}
          view={view}
          waits={waits}
          asks={asks}
          found={found}
          begun={start !== undefined}
          onBeginning={() => {
            setBegun({ of, after: undefined });
            change({ after: undefined }, 'replace');
          }}
          onFilter={filterTo}
          onOrder={(next) => change({ order: next })}
          onList={show}
          onScroll={onScroll}
        />
      </TabPanel>
    </PageFrame>
  );
}

/** The place of the filters until it is known what the list begins with. */
function ComingFilters({
  list,
  rows,
  onChange,
}: {
  list: ListName;
  rows: number;
  onChange: (tree: Group) => void;
}) {
  return (
    <div className={css.filters}>
      <div className={css.coming}>
        <LoadingRows kind="queue" count={rows} />
      </div>
      {/* Another takes its place: the focus would go with it. */}
      <div inert aria-hidden="true">
        <Presets list={list} tree={everything} own={undefined} isOwnAwaited {...{ onChange }} />
      </div>
    </div>
  );
}

/** A list begins with what is the organization's own, unless the reader put that off. */
function useBeginning(
  view: EndorsementsView,
  bare: boolean,
  change: (part: Partial<EndorsementsView>, how: 'replace') => void,
): {
  waits: boolean;
  own: FilterNode | undefined;
  /** It is not known yet whether the organization has a filter of its own. */
  isOwnAwaited: boolean;
  readOwn: (() => unknown) | undefined;
  beginningOf: (list: ListName) => Group;
} {
  const ownOf = { events: useOwnFilter('events'), tokens: useOwnFilter('tokens') };
  const { filter: own, isAwaited, readAgain } = ownOf[view.list];
  useEffect(() => {
    if (bare && own) change({ filter: own }, 'replace');
  }, [bare, own, change]);
  const node = own?.items[0];
  const isOwn = node !== undefined && placeOf(view.filter, node) >= 0;
  return {
    waits: bare || own === undefined,
    own: node,
    isOwnAwaited: isAwaited,
    readOwn: readAgain,
    beginningOf: (list) => (isOwn ? ownOf[list].filter : undefined) ?? everything,
  };
}

/** The view that the address names, and how it is changed. */
function useView(): {
  view: EndorsementsView;
  change: (part: Partial<EndorsementsView>, how?: 'step' | 'replace') => void;
  /** The address does not say what is shown. */
  bare: boolean;
} {
  const { search } = useLocation();
  const [, changeSearch] = useSearch();
  const view = useMemo(() => readView(search), [search]);
  const change = useCallback(
    (part: Partial<EndorsementsView>, how: 'step' | 'replace' = 'step') => {
      // Another filter or order is another list, and begins at its beginning.
      changeSearch((before) => writeView({ ...readView(before.toString()), after: undefined, ...part }), {
        replace: how === 'replace',
      });
    },
    [changeSearch],
  );
  return { view, change, bare: isBare(search) };
}

/** @param asks false: the filter is not one that a service takes */
function useCursorAsk({ list, order }: EndorsementsView, filter: Group, asks: boolean): CursorAsk {
  return useMemo<CursorAsk>(
    () => ({
      ...(asks && filter.items.length > 0 && { where: toWhere(filter) }),
      orderBy: columnOf(list, order),
      orderDirection: order.direction,
    }),
    [asks, filter, list, order],
  );
}

/** Milliseconds after scrolling until the address says where one is. */
const placeMilliseconds = 300;

/** The value of the first time that it was called by this name. */
function useSame<Value>(value: Value, name: string): Value {
  const [first, setFirst] = useState({ name, value });
  if (first.name !== name) setFirst({ name, value });
  return first.name === name ? first.value : value;
}

/** Says in the address which page of the list is in sight, once scrolling pauses. */
function usePlace(
  { places }: EndorsementList,
  after: string | undefined,
  onPlace: (after: string | undefined) => void,
): (scrolled: HTMLElement) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ places, after, onPlace });
  useEffect(() => {
    latest.current = { places, after, onPlace };
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((scrolled) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const top = scrolled.getBoundingClientRect().top + 40;
      const first = [...scrolled.querySelectorAll<HTMLElement>('[data-index]')].find(
        (row) => row.getBoundingClientRect().bottom > top,
      );
      const index = Number(first?.dataset.index ?? 0);
      const place = latest.current.places.findLast(({ row }) => row <= index);
      if (place && place.after !== latest.current.after) latest.current.onPlace(place.after);
    }, placeMilliseconds);
  }, []);
}

/** How many there are, or how many were read of more. */
function useCountWords(list: ListName, { data, rows, complete, isError }: EndorsementList): string {
  const format = useFormat();
  if (!data) return isError ? m.common_not_loaded() : '';
  const words = { count: rows.length, shown: format.number(rows.length) };
  if (list === 'events')
    return complete ? m.endorsements_count_events(words) : m.endorsements_count_events_more(words);
  return complete ? m.endorsements_count_tokens(words) : m.endorsements_count_tokens_more(words);
}
