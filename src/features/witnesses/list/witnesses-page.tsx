import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { witnesses, type WitnessFilter } from '#client/families/requests/witnesses.ts';
import { useConnection, useOrganizationFilter } from '#client/session/session-context.tsx';
import { ListFoot } from '#ui/lists/list-foot.tsx';
import { LiveMark } from '#ui/feedback/live-mark.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { useFocusAfterSelection } from '#ui/lists/use-focus-after-selection.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import SearchIcon from '@mui/icons-material/Search';
import { dayBounds } from '#widgets/days.ts';
import { StrategiesLegend } from '#widgets/marks/strategies-legend.tsx';
import { UnreadStrip } from '#widgets/filters/unread-strip.tsx';
import { useSearch } from '#widgets/address/use-search.ts';
import { m } from '#i18n/messages.ts';
import { readFind } from './filter/filter-find.ts';
import { nonsenseWord } from './filter/filter-texts.ts';
import {
  activeFilters,
  filterOf,
  isSteady,
  readView,
  takesOwnForms,
  unreadIn,
  writeView,
  type WitnessView,
} from './filter/filter.ts';
import { LoadingGroups, mostGrouped } from './grouped/group-layout.tsx';
import { ListBody, Nothing } from './list-body.tsx';
import { useChoosing, type Choosing } from './use-choosing.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { ExportChosen } from './export-chosen.tsx';

import { usePrefixSearch, type PrefixSearch } from './use-prefix-search.ts';
import { useWitnessRows, type WitnessRows } from './use-witness-rows.ts';
import { chosenCount } from './selection.ts';
import { NewWitness } from '../new/new-witness.tsx';
import { WitnessFilters } from './filter/witness-filters.tsx';
import css from './witnesses-page.module.css';

const CertifyDialog = lazy(async () => ({
  default: (await import('../certify/certify-dialog.tsx')).CertifyDialog,
}));

const GroupedList = lazy(async () => ({
  default: (await import('./grouped/grouped-list.tsx')).GroupedList,
}));

type Change = (part: Partial<WitnessView>) => void;

/** Every witness of the organization, with how it is conserved by the service's word. */
export function WitnessesPage() {
  const [search, changeSearch] = useSearch();
  const { capabilities } = useConnection();
  const { zone } = usePreferences();
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
    filterOf(view, (day) => dayBounds(day, zone), {
      chosen,
      takesExists: takesOwnForms(capabilities),
    }),
  );
  return (
    <WitnessList
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
  // A list of its own for everything that is requested, under filters that stay while one types in them.
  const name = `${filterText} ${prefix ?? ''} ${nonsense === undefined ? '' : 'none'}`;
  // Written by `filterOf` just above.
  const filter = useMemo(() => JSON.parse(filterText) as WitnessFilter, [filterText]);
  const whole = useWitnessRows(
    filter,
    view.page,
    isSteady(view),
    nonsense === undefined && prefix === undefined,
  );
  const searched = usePrefixSearch(filter, nonsense === undefined ? prefix : undefined);
  const list = prefix === undefined ? whole : { ...whole, ...asList(searched) };
  const choosing = useChoosing(name, list.rows, whole.pinned, whole.size, prefix !== undefined);
  // Of a list that was read in part nobody knows that nothing in it begins so: the strip says how much was read.
  const isPart = prefix !== undefined && (searched.isFetching || searched.cut);
  const isReady = nonsense === undefined && list.data !== undefined;
  // The beginning of a hash is searched row by row, and what is not understood has no rows.
  const isGrouped = view.group === 'request' && nonsense === undefined && prefix === undefined;
  // It keeps its place while the rows are read.
  const isComing = nonsense === undefined && list.data === undefined && !list.isError;
  const hasFoot = nonsense === undefined && (isComing || list.rows.length > 0);
  const { client } = useConnection();
  const grouped = useQuery({ ...witnesses(client).whole(filter, mostGrouped), enabled: isGrouped });
  const shown = isGrouped ? grouped : list;
  const words = useCountWords(view, isReady ? list.total : undefined, isPart);

  return (
    <PageFrame
      title={m.witnesses_title()}
      fill
      mark={<LiveMark updatedAt={prefix === undefined && nonsense === undefined ? whole.dataUpdatedAt : 0} />}
      // Of a list that could not be read no count comes; its line stays, so that nothing moves.
      sub={
        <>
          <span role="status">{shown.isError && !shown.data ? m.common_not_loaded() : words}</span>
          {isReady && list.rows.length > 0 && (
            <>
              {' · '}
              <StrategiesLegend />
            </>
          )}
        </>
      }
      actions={<NewWitness />}
    >
      <div className={css.bar}>
        <WitnessFilters view={view} onChange={change} />
      </div>
      <Unread />
      {isGrouped ? (
        <Suspense fallback={<LoadingGroups sort={view} />}>
          <GroupedList key={name} filter={filter} view={view} change={change} />
        </Suspense>
      ) : nonsense === undefined ? (
        <>
          {prefix !== undefined && <PrefixStrip search={searched} />}
          <ListBody
            key={name}
            {...{ view, list, choosing, change }}
            hasPlace={prefix === undefined}
            isUnfinished={isPart && searched.cut}
          />
        </>
      ) : (
        <>
          <WarningStrip framed={false}>{nonsense}</WarningStrip>
          <Nothing view={view} onChange={change} />
        </>
      )}
      {!isGrouped && <Chosen key={name} {...{ choosing, list }} pinned={whole.pinned} hasFoot={hasFoot} />}
    </PageFrame>
  );
}

/** Parts of the address that this page does not know. */
function Unread() {
  const [search, changeSearch] = useSearch();
  return (
    <UnreadStrip
      names={unreadIn(search)}
      onDrop={() => {
        changeSearch((before) => writeView(readView(before)), { replace: true });
      }}
    />
  );
}

/** What is chosen and what to do with it; the keys of the list while nothing is. */
function Chosen({
  choosing,
  list: { total },
  pinned,
  hasFoot,
}: {
  choosing: Choosing;
  list: Pick<WitnessRows, 'total'>;
  pinned: WitnessFilter;
  /** There are rows, or they come. */
  hasFoot: boolean;
}) {
  const phone = usePhone();
  const [certifying, setCertifying] = useState(false);
  const { selection, note, all, none } = choosing;
  const count = chosenCount(selection, total);
  useHotkeys({ Escape: none }, count > 0 && !certifying);
  const isChoosing = count > 0 || !!note;
  useFocusAfterSelection(isChoosing);
  return (
    <>
      {isChoosing && (
        <ChosenBar
          {...{ count, total, note }}
          all={selection.all}
          onAll={all}
          onNone={none}
          onCertify={() => setCertifying(true)}
          exporting={<ExportChosen selection={selection} filter={pinned} count={count} />}
        />
      )}
      {!isChoosing && !phone && hasFoot && <ListFoot keys={['move', 'choose', 'open', 'help']} />}
      {certifying && (
        <Suspense fallback={null}>
          <CertifyDialog
            source={
              selection.all
                ? { kind: 'filter', filter: pinned, except: selection.ids, total }
                : { kind: 'ids', ids: [...selection.ids] }
            }
            onClose={() => setCertifying(false)}
            onStarted={() => {
              setCertifying(false);
              none();
            }}
          />
        </Suspense>
      )}
    </>
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
  return narrowed && all.data
    ? m.witnesses_list_match({ count: format.number(count), total: format.number(all.data) })
    : m.witnesses_list_count({ count, shown: format.number(count) });
}

/** A search by the beginning of a hash as a list. */
const asList = ({ data, error, isError, isFetching, refetch, rows }: PrefixSearch) => ({
  data,
  error,
  isError,
  isFetching,
  refetch,
  rows,
  total: rows.length,
  fresh: 0,
  missing: 0,
  changed: undefined,
  mismatched: 0,
});

function PrefixStrip({ search: { read, of, isFetching, cut } }: { search: PrefixSearch }) {
  const format = useFormat();
  const numbers = { read: format.number(read), total: of === undefined ? '—' : format.number(of) };
  return (
    <Strip icon={<SearchIcon aria-hidden="true" />} tone={cut ? 'warn' : undefined}>
      {isFetching
        ? m.witnesses_list_prefix_reading(numbers)
        : cut
          ? m.witnesses_list_prefix_cut(numbers)
          : m.witnesses_list_prefix_done(numbers)}
    </Strip>
  );
}
