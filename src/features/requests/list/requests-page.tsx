import { lazy, Suspense, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import AddIcon from '@mui/icons-material/Add';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import BulkIcon from '@mui/icons-material/LibraryAddOutlined';
import BoardIcon from '@mui/icons-material/ViewKanbanOutlined';
import DensityIcon from '@mui/icons-material/DensityMediumOutlined';
import TableIcon from '@mui/icons-material/TableRowsOutlined';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { WithInspector } from '#ui/layout/inspector.tsx';
import { FormerMark } from '#ui/feedback/former-answer.tsx';
import { LiveMark } from '#ui/feedback/live-mark.tsx';
import { ListFoot } from '#ui/lists/list-foot.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { TabPanel, usePanelId } from '#ui/layout/tabs.tsx';
import { useFirstInteraction } from '#ui/hooks/use-first-interaction.ts';
import { useFocusAfterSelection } from '#ui/lists/use-focus-after-selection.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { StrategiesLegend } from '#widgets/marks/strategies-legend.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import type { Reading } from './filter/matching.ts';
import { LateExportButton } from './export/late-export-button.ts';
import { PickedBar } from './picked-bar.tsx';
import { RequestsBody } from './requests-body.tsx';
import { RequestsFilters } from './filter/requests-filters.tsx';
import { RequestsStrips } from './requests-strips.tsx';
import { RequestsTabs } from './requests-tabs.tsx';
import { useAllCount } from './use-counts.ts';
import { useHeldRows } from './use-stable-rows.ts';
import { useRequestCount } from './use-request-count.ts';
import { isAnswered, useReading, useRequestList } from './use-request-list.ts';
import { useView } from './use-view.ts';
import { plainView, type RequestsView } from './view.ts';
import { ColumnsButton } from './views/columns-button.tsx';
import { ViewsButton } from './views/views-button.tsx';
import css from './requests-page.module.css';

const loadInspector = () => import('../detail/request-inspector.tsx');
const RequestInspector = lazy(async () => ({ default: (await loadInspector()).RequestInspector }));

/** Every request of the organization: what each waits for, found, filtered and followed. */
export function RequestsPage() {
  const phone = usePhone();
  const { selected } = useView().view;
  // A phone is too narrow for a pane: what an address selects has its own page.
  return phone && selected !== undefined ? <Navigate replace to={paths.request(selected)} /> : <Requests />;
}

function Requests() {
  const navigate = useNavigate();
  const phone = usePhone();
  const { view, change } = useView();
  const reading = useReading(view);
  const list = useRequestList(view, reading);
  const held = useHeldRows(list);
  const panel = usePanelId();
  // Rows of another question are not chosen any more.
  const [choice, setChoice] = useState({ of: '', ids: nothingPicked });
  const picked = choice.of === list.of ? choice.ids : nothingPicked;
  const pick = (ids: ReadonlySet<string>): void => setChoice({ of: list.of, ids });
  useFocusAfterSelection(picked.size > 0);
  const [exportFailure, setExportFailure] = useState<string>();
  const ready = list.data !== undefined;
  // The pane is near: fetched when somebody begins to act on the rows, so that the first Enter opens it at once.
  useFirstInteraction(() => void loadInspector().catch(() => undefined), ready && !phone);
  const shown = held.rows.find(({ id }) => id === view.selected);
  return (
    <WithInspector data-fill="">
      <PageFrame
        fill
        title={m.shell_nav_requests()}
        mark={<LiveMark updatedAt={ready && !list.isFormer ? list.dataUpdatedAt : 0} />}
        sub={<CountLine {...{ view, reading, list }} hasRows={held.rows.length > 0} />}
        actions={
          <>
            <ListActions
              {...{ view, change, reading, list }}
              isPicking={picked.size > 0}
              onExportFailure={setExportFailure}
            />
            <LinkButton variant="contained" icon={<AddIcon aria-hidden="true" />} to={paths.newRequest}>
              {m.requests_new()}
            </LinkButton>
          </>
        }
      >
        <div className={css.bars}>
          <div className={css.tabs}>
            <RequestsTabs {...{ view, change, reading, list }} panelId={panel} />
            <ViewsButton view={view} change={change} />
          </div>
          <div className={css.filters}>
            <RequestsFilters view={view} change={change} reading={reading} />
          </div>
        </div>
        <TabPanel className={css.panel} id={panel} selected={view.tab}>
          {exportFailure && <WarningStrip framed={false}>{exportFailure}</WarningStrip>}
          <RequestsStrips list={list} changes={held.changes} onShow={held.show} />
          <RequestsBody
            {...{ view, change, list, held, reading, picked }}
            onPicked={(ids) => {
              // Nor are those that are still shown of the one before.
              if (!list.isFormer) pick(ids);
            }}
            onOpen={(id) => void navigate(paths.request(id))}
          />
        </TabPanel>
        {picked.size > 0 ? (
          <PickedBar
            {...{ view, reading, list, held, picked }}
            onPicked={pick}
            onExportFailure={setExportFailure}
          />
        ) : (
          !phone && hasFoot(list, held.rows.length) && <ListFoot keys={keysOf(view.look)} />
        )}
      </PageFrame>
      {view.selected !== undefined && (
        <Suspense fallback={<aside aria-busy="true" />}>
          <RequestInspector
            key={view.selected}
            id={view.selected}
            row={shown}
            onClose={() => {
              change({ selected: plainView.selected }, 'replace');
              focusRow(view.selected ?? '');
            }}
          />
        </Suspense>
      )}
    </WithInspector>
  );
}

/** Cards of the board are buttons: it has no keys of rows and no choice. */
const keysOf = (look: string) =>
  look === 'board' ? (['help'] as const) : (['move', 'choose', 'open', 'help'] as const);

/** How many there are, and the legend of the marks of their rows. */
function CountLine({
  view,
  reading,
  list,
  hasRows,
}: {
  view: RequestsView;
  reading: Reading;
  list: ReturnType<typeof useRequestList>;
  hasRows: boolean;
}) {
  const phone = usePhone();
  const count = useRequestCount(view, list, useAllCount(reading, isAnswered(list)));
  const isFormer = list.isFormer && hasRows;
  return (
    <>
      {/* Of a list that could not be read no count comes; its line stays, so that nothing moves. */}
      <span role="status">
        {isFormer ? <FormerMark /> : list.isError && !list.data ? m.common_not_loaded() : count}
      </span>
      {hasRows && !(isFormer && phone) && (
        <>
          {(isFormer || count) && ' · '}
          <StrategiesLegend />
        </>
      )}
    </>
  );
}

/** It keeps its place while the rows are read; where there are none, there is nothing to count or to move in. */
function hasFoot(list: ReturnType<typeof useRequestList>, rows: number): boolean {
  return list.data === undefined ? !list.isError : list.isFormer || rows > 0;
}

/** Gives the focus back to the row that was open. */
function focusRow(id: string): void {
  document
    .querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
    ?.closest('tr')
    ?.focus();
}

const nothingPicked: ReadonlySet<string> = new Set();

/** How the list is shown, and what can be done with all of it; a phone shows it one way. */
function ListActions({
  view,
  change,
  reading,
  list,
  isPicking,
  onExportFailure,
}: Pick<ReturnType<typeof useView>, 'view' | 'change'> & {
  reading: ReturnType<typeof useReading>;
  list: ReturnType<typeof useRequestList>;
  /** Rows are chosen: their bar exports them. */
  isPicking: boolean;
  onExportFailure: (failure: string | undefined) => void;
}) {
  const phone = usePhone();
  return (
    <>
      {!phone && <LookActions view={view} change={change} />}
      <Suspense
        fallback={
          <Button disabled iconOnPhone icon={<DownloadIcon aria-hidden="true" />}>
            {m.requests_export()}
          </Button>
        }
      >
        <LateExportButton
          {...{ view, reading, list }}
          // All that matches.
          picked={nothingPicked}
          iconOnPhone
          disabled={isPicking}
          onFailure={onExportFailure}
        />
      </Suspense>
      <LinkButton iconOnPhone icon={phone ? <BulkIcon aria-hidden="true" /> : undefined} to={paths.bulk}>
        {m.bulk_title()}
      </LinkButton>
    </>
  );
}

/** How the list is shown. */
function LookActions({ view, change }: Pick<ReturnType<typeof useView>, 'view' | 'change'>) {
  const { density, set } = usePreferences();
  return (
    <>
      {/* First, so that its absence moves nothing. */}
      {view.look === 'table' && <ColumnsButton view={view} change={change} />}
      <IconButton
        label={view.look === 'board' ? m.requests_look_table() : m.requests_look_board()}
        icon={view.look === 'board' ? <TableIcon /> : <BoardIcon />}
        onClick={() => change({ look: view.look === 'board' ? 'table' : 'board' })}
      />
      <IconButton
        label={density === 'compact' ? m.requests_density_comfortable() : m.requests_density_compact()}
        aria-pressed={density === 'compact'}
        icon={<DensityIcon />}
        onClick={() => set({ density: density === 'compact' ? 'comfortable' : 'compact' })}
      />
    </>
  );
}
