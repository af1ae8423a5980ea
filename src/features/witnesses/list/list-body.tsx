import { lazy, Suspense, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import WitnessIcon from '@mui/icons-material/ApprovalOutlined';
import { ChangesPill } from '#ui/actions/changes-pill.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PartialStrip, WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { partlyRead } from '#widgets/query/partly-read.ts';
import { m } from '#i18n/messages.ts';
import type { WitnessView } from './filter/filter.ts';
import { cardHeight, WitnessCards } from './witness-cards.tsx';
import type { Choosing } from './use-choosing.ts';
import { usePlace } from './list-place.ts';
import { mostRows, type WitnessRows } from './use-witness-rows.ts';
import { SightContext } from './rows-in-sight.tsx';
import { LoadingWitnessTable, WitnessTable } from './witness-table.tsx';
import css from './list-body.module.css';

const NothingListed = lazy(async () => ({ default: (await import('./nothing-listed.tsx')).NothingListed }));

interface BodyProps {
  view: WitnessView;
  list: WitnessRows;
  choosing: Choosing;
  /** The address says which page is in sight. */
  hasPlace: boolean;
  /** Rows that match may be in what was not read. */
  isUnfinished: boolean;
  change: (part: Partial<WitnessView>) => void;
}

/** No row has come: others may, the list changed while it was read, or there is none. */
function NoRows({ view, list, isUnfinished, change }: BodyProps) {
  // The strip above says so.
  if (list.changed) return null;
  if (isUnfinished)
    return <EmptyState icon={<WitnessIcon aria-hidden="true" />} title={m.witnesses_list_none_so_far()} />;
  return <Nothing view={view} onChange={change} />;
}

/** The rows with what must be said over them, or what there is to say in their place. */
export function ListBody(props: BodyProps) {
  const { list } = props;
  const phone = usePhone();
  return (
    <QueryView
      query={list}
      what={m.witnesses_list()}
      loading={
        phone ? (
          <LoadingRows count={12} kind="list" rowHeight={cardHeight} lines={3} picks />
        ) : (
          <LoadingWitnessTable view={props.view} />
        )
      }
    >
      {(rows) => (
        <>
          <ListStrips list={list} />
          {rows.length > 0 ? <Rows {...props} /> : <NoRows {...props} />}
        </>
      )}
    </QueryView>
  );
}

/** There is no row: why, and what hides most. */
export function Nothing(props: { view: WitnessView; onChange: BodyProps['change'] }) {
  return (
    <Suspense fallback={null}>
      <NothingListed {...props} />
    </Suspense>
  );
}

/** What must be said over the rows: how old they are, which of them are missing, and which are new. */
function ListStrips({ list }: { list: WitnessRows }) {
  const format = useFormat();
  const { rows, total, refetch } = list;
  const retry = (): void => void refetch();
  return (
    <>
      {list.missing > 0 && (
        <PartialStrip
          have={rows.filter(({ witness }) => witness).length}
          total={total}
          missing={m.witnesses_list_missing({ count: list.missing })}
          onLoad={retry}
        />
      )}
      {list.mismatched > 0 && (
        <WarningStrip framed={false}>{m.errors_mismatched({ count: list.mismatched })}</WarningStrip>
      )}
      {list.changed && (
        <WarningStrip framed={false} action={{ label: m.common_retry(), onSelect: retry }}>
          {partlyRead({ ...list.changed, complete: false, changedWhileReading: true }, (value) =>
            format.number(value),
          )}
        </WarningStrip>
      )}
      {/* Of very many the first can be gone through; a filter brings the others. */}
      {total > mostRows && rows.length > 0 && (
        <WarningStrip framed={false}>
          {m.witnesses_list_beyond({ count: format.number(rows.length) })}
        </WarningStrip>
      )}
      {list.fresh > 0 && <ChangesPill count={list.fresh} onShow={list.showFresh} />}
    </>
  );
}

function Rows({ view, list: { rows, sight, size }, choosing, hasPlace, change }: BodyProps) {
  const navigate = useNavigate();
  const phone = usePhone();
  const { density } = usePreferences();
  const rowHeight = phone ? cardHeight : density === 'compact' ? 36 : 45;
  const box = useRef<HTMLDivElement>(null);
  usePlace(box, view.page, size * rowHeight, hasPlace, (page) => change({ page }));
  const { checked, toggle, all, none } = choosing;
  return (
    <SightContext value={sight}>
      <div className={css.rows} ref={box}>
        {phone ? (
          <WitnessCards {...{ rows, view, checked }} onToggle={toggle} />
        ) : (
          <WitnessTable
            {...{ rows, view, checked }}
            onSort={change}
            onOpen={(id) => void navigate(paths.witness(id))}
            onAll={(isAll) => (isAll ? all() : none())}
            onToggle={toggle}
          />
        )}
      </div>
    </SightContext>
  );
}
