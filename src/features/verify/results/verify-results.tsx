import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { currentMillis } from '#clock/clock.ts';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { NothingMatches } from '#ui/feedback/nothing-matches.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useTrust } from '#widgets/verification/context/use-trust.ts';
import { useSearch } from '#widgets/address/use-search.ts';
import { m } from '#i18n/messages.ts';
import { stateWord } from './item-summary.ts';
import { readShow, rowIn, shownItems, sortName, stateName, type Show } from './shown-rows.ts';
import { useRunInTray } from '../away/use-run-in-tray.ts';
import { useServiceLookUp } from '../look-up/use-service-look-up.tsx';
import { presentVerification } from '../run/load-verification.ts';
import type { Verification } from '../run/verification.ts';
import type { Snapshot } from '../run/snapshot.ts';
import { VerifyDrop } from '../drop/verify-drop.tsx';
import { VerifyFilters } from './verify-filters.tsx';
import { VerifyHead } from './verify-head.tsx';
import { VerifyTable } from './verify-table.tsx';
import css from './verify-results.module.css';

const loadDetail = () => import('../detail/verify-detail.tsx');
const VerifyDetail = lazy(async () => ({ default: (await loadDetail()).VerifyDetail }));
const PrintedReport = lazy(async () => ({
  default: (await import('../export/printed-report.tsx')).PrintedReport,
}));

/** The rows, what is filtered of them, and the one that is looked at. */
export function VerifyResults({
  verification,
  give,
}: {
  verification: Verification;
  give: (what: (verification: Verification) => void) => void;
}) {
  const snapshot = useSyncExternalStore(verification.subscribe, verification.snapshot);
  const { address, change } = useResultsAddress();
  const [search, setSearch] = useState('');
  const [printing, setPrinting] = useState(false);
  const format = useFormat();
  useTrustOf(verification);
  useRunInTray(verification, snapshot);
  useEffect(() => {
    // Most rows that are there are looked at: the first one should not wait for its part of the page.
    loadDetail().catch(() => undefined);
  }, []);
  const service = useServiceLookUp(verification);
  const { items, counts } = snapshot;
  const show = useShow(address, search);
  const rows = useMemo(() => shownItems(items, show), [items, show]);
  const row = rowIn(address);
  const current = row === undefined ? undefined : verification.item(row);
  const checkedCount = items.length - counts.RUNNING;
  const allFailed = checkedCount > 1 && counts.RUNNING === 0 && counts.FAILED === items.length;

  return (
    <div className={css.root}>
      <div className={css.list}>
        <VerifyDrop give={give} />
        {service}
        <VerifyHead verification={verification} snapshot={snapshot} onPrint={() => setPrinting(true)} />
        {snapshot.refused.length > 0 && <RefusedFiles names={snapshot.refused} />}
        {allFailed && <WarningStrip>{m.verify_all_failed()}</WarningStrip>}
        <VerifyFilters
          counts={counts}
          total={items.length}
          state={show.state}
          search={search}
          onState={(chosen) => change({ show: stateName(chosen) })}
          onSearch={setSearch}
        />
        <div className={css.card}>
          {rows.length > 0 ? (
            <VerifyTable
              rows={rows}
              total={items.length}
              current={current?.id}
              sort={show.sort}
              onCurrent={(id) => change({ row: String(id) })}
              onSort={(sort) => change({ sort: sortName(sort) })}
            />
          ) : (
            <NoRows
              counts={counts}
              total={items.length}
              state={show.state}
              search={search}
              onClearSearch={() => setSearch('')}
              onClearState={() => change({ show: undefined })}
            />
          )}
        </div>
      </div>
      {current !== undefined && (
        <Suspense
          fallback={
            <aside>
              <LoadingRows kind="list" />
            </aside>
          }
        >
          <VerifyDetail
            key={current.id}
            verification={verification}
            item={current}
            onRow={(id) => change({ row: String(id) })}
            onClose={() => change({ row: undefined })}
          />
        </Suspense>
      )}
      {printing && (
        <Suspense fallback={null}>
          <PrintedReport
            snapshot={snapshot}
            items={rows}
            wording={format.options}
            onDone={() => setPrinting(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** What is shown, as the address and the search say; it lags behind what is typed. */
function useShow(address: URLSearchParams, search: string): Show {
  const state = address.get('show');
  const order = address.get('sort');
  const sought = useDeferredValue(search);
  return useMemo(
    () => readShow(new URLSearchParams({ show: state ?? '', sort: order ?? '' }), sought),
    [state, order, sought],
  );
}

/** The address of the page, and how parts of it are changed; undefined takes one out. */
function useResultsAddress(): {
  address: URLSearchParams;
  change: (parts: Readonly<Record<string, string | undefined>>) => void;
} {
  const [address, changeAddress] = useSearch();
  const change = (parts: Readonly<Record<string, string | undefined>>) => {
    changeAddress(
      (before) => {
        for (const [name, value] of Object.entries(parts)) {
          if (value === undefined) before.delete(name);
          else before.set(name, value);
        }
        return before;
      },
      { replace: true },
    );
  };
  return { address, change };
}

/** Lets the run of this tab begin and go on where /verify was left, also before its results were there. */
export function RunTrust() {
  const verification = presentVerification();
  return verification ? <TrustOf verification={verification} /> : null;
}

function TrustOf({ verification }: { verification: Verification }) {
  useTrustOf(verification);
  return null;
}

/** Verifies with what the user trusts here and now; again when that changes. Nothing is checked before the first time. */
function useTrustOf(verification: Verification): void {
  const trust = useTrust();
  useEffect(() => {
    if (trust === undefined || verification.hasTrust(trust)) return;
    verification.setContext({ trust, now: currentMillis(), exchanges: [] });
  }, [verification, trust]);
}

function RefusedFiles({ names }: { names: readonly string[] }) {
  return (
    <WarningStrip>
      {m.verify_refused({
        count: names.length,
        names: names.slice(0, 3).join(', ') + (names.length > 3 ? ' …' : ''),
      })}
    </WarningStrip>
  );
}

function NoRows({
  counts,
  total,
  state,
  search,
  onClearSearch,
  onClearState,
}: {
  counts: Snapshot['counts'];
  total: number;
  state: Show['state'];
  search: string;
  onClearSearch: () => void;
  onClearState: () => void;
}) {
  const bySearch = search !== '' && {
    label: m.verify_nothing_matches_search({ text: search }),
    onRemove: onClearSearch,
  };
  const byState = state && {
    label: stateWord(state),
    excludes: total - counts[state],
    onRemove: onClearState,
  };
  return (
    <NothingMatches
      filters={bySearch && byState ? 2 : 1}
      total={total}
      culprit={bySearch || byState}
      onClearAll={() => {
        onClearSearch();
        onClearState();
      }}
    />
  );
}
