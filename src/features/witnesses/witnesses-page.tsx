import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { witnesses, type WitnessFilter } from '#client/families/requests/witnesses.ts';
import { useConnection, useOrganizationFilter } from '#client/session/session-context.tsx';
import { ChangesPill } from '#ui/actions/changes-pill.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LiveMark } from '#ui/feedback/live-mark.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { drawnWhole } from '#ui/lists/row-window.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { OfflineStrip, PartialStrip, StaleStrip, Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import SearchIcon from '@mui/icons-material/Search';
import { dayBounds } from '#widgets/days.ts';
import { UnreadStrip } from '#widgets/filters/unread-strip.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { partlyRead } from '#widgets/reading-words.ts';
import { useOnline } from '#widgets/use-online.ts';
import { useSearch } from '#widgets/use-search.ts';
import { m } from '#i18n/messages.ts';
import { readFind } from './filter-find.ts';
import { nonsenseWord } from './filter-words.ts';
import {
  activeFilters,
  filterOf,
  isSteady,
  readView,
  takesOwnForms,
  unreadIn,
  writeView,
  type WitnessView,
} from './filter.ts';
import { useChoosing } from './list-choosing.ts';
import { cardHeight, WitnessCards } from './list-cards.tsx';
import { ChosenBar } from './list-chosen.tsx';
import { ExportChosen } from './list-export.tsx';
import { WitnessesFoot } from './list-foot.tsx';
import { usePrefixSearch, type PrefixSearch } from './list-prefix.ts';
import { mostRows, useWitnessRows } from './list-rows.ts';
import { chosenCount } from './list-selection.ts';
import { SightContext } from './list-sight.tsx';
import { listScroll, WitnessTable } from './list-table.tsx';
import { NewWitness } from './new-witness.tsx';
import { WitnessFilters } from './witness-filters.tsx';
import css from './witnesses-page.module.css';

const NothingListed = lazy(async () => ({ default: (await import('./list-nothing.tsx')).NothingListed }));
const CertifyDialog = lazy(async () => ({ default: (await import('./certify-dialog.tsx')).CertifyDialog }));

type Change = (part: Partial<WitnessView>) => void;

/** Every witness of the organization, with how it is conserved by the service's word. */
export function WitnessesPage() {
  const [search, changeSearch] = useSearch();
  const { capabilities } = useConnection();
  const { timeZone } = usePreferences();
  const view = readView(search);
  const change = useCallback<Change>(
    (part) => {
      // Another filter or order is another list: one begins at its beginning.
      changeSearch((before) => writeView({ ...readView(before), page: 1, ...part }), { replace: true });
    },
    [changeSearch],
  );
  const found = readFind(view.find);
  const nonsense = nonsenseWord(found);
  const chosen = useOrganizationFilter();
  const filterText = JSON.stringify(
    filterOf(view, (day) => dayBounds(day, timeZone), {
      chosen,
      takesExists: takesOwnForms(capabilities),
    }),
  );
  return (
    <WitnessList
      // A list of its own for everything that is asked for.
      key={`${filterText} ${found.kind === 'prefix' ? found.value : ''} ${nonsense === undefined ? '' : 'none'}`}
      view={view}
      filterText={filterText}
      prefix={found.kind === 'prefix' ? found.value : undefined}
      nonsense={nonsense}
      change={change}
    />
  );
}

function WitnessList({
  view,
  filterText,
  prefix,
  nonsense,
  change,
}: {
  view: WitnessView;
  filterText: string;
  prefix: string | undefined;
  nonsense: string | undefined;
  change: Change;
}) {
  const navigate = useNavigate();
  const phone = usePhone();
  const online = useOnline();
  const format = useFormat();
  const { density } = usePreferences();
  // Written by `filterOf` just above.
  const filter = useMemo(() => JSON.parse(filterText) as WitnessFilter, [filterText]);
  const whole = useWitnessRows(
    filter,
    view.page,
    isSteady(view),
    nonsense === undefined && prefix === undefined,
  );
  const [search, changeSearch] = useSearch();
  const searched = usePrefixSearch(filter, nonsense === undefined ? prefix : undefined);
  const list = prefix === undefined ? whole : { ...whole, ...asList(searched) };
  const { rows, total } = list;
  const choosing = useChoosing(rows, whole.pinned, whole.size, prefix !== undefined);
  const [certifying, setCertifying] = useState(false);
  const count = chosenCount(choosing.selection, total);
  useHotkeys({ Escape: choosing.none }, count > 0 && !certifying);

  const rowHeight = phone ? cardHeight : density === 'compact' ? 36 : 45;
  const box = useRef<HTMLDivElement>(null);
  usePlace(box, view.page, whole.size * rowHeight, rows.length > 0 && prefix === undefined, (page) =>
    change({ page }),
  );
  // Of a list that was read in part nobody knows that nothing in it begins so: the strip says how much was read.
  const isPart = prefix !== undefined && (searched.searching || searched.cut);
  const searchedInPart = isPart && nonsense === undefined && searched.cut && rows.length === 0;
  const failed = nonsense === undefined && list.state === 'failed';
  const loading = nonsense === undefined && list.state === 'loading';
  const isReady = nonsense === undefined && list.state === 'ready';
  const words = useCountWords(view, isReady ? total : undefined, isPart);

  return (
    <PageFrame
      title={m.witnesses_title()}
      fill
      mark={whole.updatedAt > 0 ? <LiveMark updatedAt={whole.updatedAt} /> : undefined}
      sub={<span role="status">{words}</span>}
      actions={<NewWitness />}
    >
      <div className={css.bar}>
        <WitnessFilters view={view} onChange={change} />
      </div>
      <UnreadStrip
        names={unreadIn(search)}
        onDrop={() => {
          changeSearch((before) => writeView(readView(before)), { replace: true });
        }}
      />
      {nonsense !== undefined && <WarningStrip framed={false}>{nonsense}</WarningStrip>}
      {prefix !== undefined && nonsense === undefined && <PrefixStrip search={searched} />}
      {!online && whole.updatedAt > 0 ? (
        <OfflineStrip savedAt={whole.updatedAt} />
      ) : list.stale ? (
        <StaleStrip updatedAt={whole.updatedAt} onRetry={list.retry} />
      ) : null}
      {list.missing > 0 && list.state === 'ready' && (
        <PartialStrip
          have={rows.filter(({ witness }) => witness).length}
          total={total}
          missing={m.witnesses_list_missing({ count: list.missing })}
          onLoad={list.retry}
        />
      )}
      {list.mismatched > 0 && (
        <WarningStrip framed={false}>{m.errors_mismatched({ count: list.mismatched })}</WarningStrip>
      )}
      {list.changed && (
        <WarningStrip framed={false} action={{ label: m.common_retry(), onSelect: list.retry }}>
          {partlyRead({ ...list.changed, complete: false, changedWhileReading: true }, (value) =>
            format.number(value),
          )}
        </WarningStrip>
      )}
      {total > mostRows && rows.length > 0 && <BeyondStrip rows={rows.length} />}
      {list.fresh > 0 && <ChangesPill count={list.fresh} onShow={list.showFresh} />}
      {failed ? (
        <QueryFailure
          error={list.error}
          what={m.witnesses_list()}
          onRetry={list.retry}
          retrying={list.busy}
        />
      ) : loading ? (
        <LoadingRows count={12} kind={phone ? 'list' : 'table'} />
      ) : searchedInPart ? (
        <EmptyState title={m.witnesses_list_none_so_far()} />
      ) : rows.length === 0 || nonsense !== undefined ? (
        <Suspense fallback={null}>
          <NothingListed view={view} onChange={change} />
        </Suspense>
      ) : (
        <SightContext value={list.sight}>
          <div className={css.rows} ref={box}>
            {phone ? (
              <WitnessCards rows={rows} checked={choosing.checked} onToggle={choosing.toggle} />
            ) : (
              <WitnessTable
                rows={rows}
                view={view}
                onSort={change}
                onOpen={(id) => void navigate(paths.witness(id))}
                checked={choosing.checked}
                onAll={(all) => (all ? choosing.all() : choosing.none())}
                onToggle={choosing.toggle}
              />
            )}
          </div>
        </SightContext>
      )}
      {count > 0 || choosing.note ? (
        <ChosenBar
          count={count}
          total={total}
          all={choosing.selection.all}
          note={choosing.note}
          onAll={choosing.all}
          onNone={choosing.none}
          onCertify={() => setCertifying(true)}
          exporting={<ExportChosen selection={choosing.selection} filter={whole.pinned} count={count} />}
        />
      ) : phone || rows.length === 0 ? null : (
        <WitnessesFoot />
      )}
      {certifying && (
        <Suspense fallback={null}>
          <CertifyDialog
            source={
              choosing.selection.all
                ? { kind: 'filter', filter: whole.pinned, except: choosing.selection.ids, total }
                : { kind: 'ids', ids: [...choosing.selection.ids] }
            }
            onClose={() => setCertifying(false)}
            onStarted={() => {
              setCertifying(false);
              choosing.none();
            }}
          />
        </Suspense>
      )}
    </PageFrame>
  );
}

/**
 * How many match, and of how many where something narrows the list.
 *
 * @param isPart more may match in what was not read
 */
function useCountWords(view: WitnessView, count: number | undefined, isPart: boolean): string {
  const { client } = useConnection();
  const format = useFormat();
  const narrowed = activeFilters(view).length > 0;
  const mine = useOrganizationFilter();
  const all = useQuery({ ...witnesses(client).count(mine), enabled: narrowed, staleTime: 15_000 });
  if (count === undefined) return '';
  if (isPart) return m.witnesses_list_so_far({ shown: format.number(count) });
  return narrowed && all.data != null
    ? m.witnesses_list_match({ count: format.number(count), total: format.number(all.data) })
    : m.witnesses_list_count({ count, shown: format.number(count) });
}

/** What a search by the beginning of a hash says in the words of a list. */
function asList({ rows, searching, error, retry }: PrefixSearch) {
  return {
    rows,
    total: rows.length,
    state: error
      ? ('failed' as const)
      : rows.length > 0 || !searching
        ? ('ready' as const)
        : ('loading' as const),
    error,
    retry,
    busy: searching,
    fresh: 0,
    missing: 0,
    stale: false,
    changed: undefined,
    mismatched: 0,
  };
}

/** Of very many the first can be gone through; a filter brings the others. */
function BeyondStrip({ rows }: { rows: number }) {
  const format = useFormat();
  return (
    <WarningStrip framed={false}>{m.witnesses_list_beyond({ count: format.number(rows) })}</WarningStrip>
  );
}

function PrefixStrip({ search: { read, of, searching, cut } }: { search: PrefixSearch }) {
  const format = useFormat();
  const numbers = { read: format.number(read), total: of === undefined ? '—' : format.number(of) };
  return (
    <Strip icon={<SearchIcon aria-hidden="true" />} tone={cut ? 'warn' : undefined}>
      {searching
        ? m.witnesses_list_prefix_reading(numbers)
        : cut
          ? m.witnesses_list_prefix_cut(numbers)
          : m.witnesses_list_prefix_done(numbers)}
    </Strip>
  );
}

/** Milliseconds after scrolling until the address says where one is. */
const placeMilliseconds = 300;

/** Begins where the address says, and says in the address where one is: the page of the interface in sight. */
function usePlace(
  box: RefObject<HTMLDivElement | null>,
  page: number,
  pageHeight: number,
  ready: boolean,
  onPage: (page: number) => void,
): void {
  const start = useRef(page);
  const latest = useRef({ page, onPage });
  useEffect(() => {
    latest.current = { page, onPage };
  });
  useEffect(() => {
    const scrolled = box.current?.querySelector<HTMLElement>(`.${listScroll}`);
    if (!ready || !scrolled) return undefined;
    const target = (start.current - 1) * pageHeight;
    start.current = 1;
    let placed = target === 0;
    // What draws long lists comes after the page and begins at the top: then the list is brought to its place.
    const place = (): void => {
      if (placed || scrolled.querySelectorAll('[data-index]').length >= drawnWhole) return;
      placed = true;
      drawn.disconnect();
      scrolled.scrollTop = target;
      scrolled.dispatchEvent(new Event('scroll'));
    };
    const drawn = new MutationObserver(place);
    if (!placed) drawn.observe(scrolled, { childList: true, subtree: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = (): void => {
      clearTimeout(timer);
      if (!placed) return;
      timer = setTimeout(() => {
        const now = Math.floor((scrolled.scrollTop + 1) / pageHeight) + 1;
        if (now !== latest.current.page) latest.current.onPage(now);
      }, placeMilliseconds);
    };
    scrolled.addEventListener('scroll', note, { passive: true });
    return () => {
      clearTimeout(timer);
      drawn.disconnect();
      scrolled.removeEventListener('scroll', note);
    };
  }, [box, ready, pageHeight]);
}
