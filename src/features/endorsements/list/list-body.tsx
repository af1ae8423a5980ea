import { useNavigate } from 'react-router-dom';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import SwapIcon from '@mui/icons-material/SwapHorizOutlined';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import { isAbsent } from '#client/session/capabilities.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { ChangesPill } from '#ui/actions/changes-pill.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListFoot } from '#ui/lists/list-foot.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { NothingMatches } from '#ui/feedback/nothing-matches.tsx';
import { StateLayout } from '#ui/feedback/state-layout.tsx';
import { Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryFailure } from '#widgets/query/query-failure.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { useRetry } from '#widgets/query/use-retry.ts';
import { m } from '#i18n/messages.ts';
import type { ListName } from '../filter/fields.ts';
import { faultWords } from '../filter/sentence.ts';
import { everything, isEverything, wrongIn, type FilterNode, type Group } from '../filter/tree.ts';
import { faultOfTree } from '../filter/where.ts';
import { cardHeights, EndorsementCards } from './rows-cards.tsx';
import { EndorsementTable, LoadingEndorsementTable } from './rows-table.tsx';
import type { EndorsementList } from './use-list.ts';
import type { EndorsementsView, Order } from './view.ts';
import css from './list-body.module.css';

export interface BodyProps {
  readonly view: EndorsementsView;
  /** It is not known yet which filter the list begins with. */
  readonly waits: boolean;
  /** Whether the filter can be sent. */
  readonly asks: boolean;
  readonly found: EndorsementList;
  /** The list begins behind a cursor of the address. */
  readonly begun: boolean;
  readonly onBeginning: () => void;
  readonly onFilter: (tree: Group) => void;
  readonly onOrder: (order: Order) => void;
  readonly onList: (list: ListName) => void;
  readonly onScroll: (scrolled: HTMLElement) => void;
}

/** The rows, or what there is to say in their place, and what must be said over them. */
export function ListBody(props: BodyProps) {
  const { view, waits, asks, found, begun, onFilter } = props;
  const phone = usePhone();
  const loading = phone ? (
    <LoadingRows count={12} kind="list" rowHeight={cardHeights[view.list]} lines={3} />
  ) : (
    <LoadingEndorsementTable list={view.list} order={view.order} />
  );
  const foot = !phone && <ListFoot keys={['move', 'open', 'help']} />;
  if (waits)
    return (
      <>
        {loading}
        {foot}
      </>
    );
  if (!asks) return <WrongFilter view={view} onFilter={onFilter} />;
  return (
    <>
      <QueryView
        // A further page that failed has a strip of its own.
        query={{ ...found, isError: found.isError && found.moreError === undefined }}
        loading={loading}
        failed={() => <Failed {...props} />}
        // The rows must not move under the pointer.
        staleness="below"
      >
        {() => <ReadList {...props} />}
      </QueryView>
      {/* It keeps its place while the rows are read. */}
      {(found.data ? found.rows.length > 0 || begun : !found.isError) && foot}
    </>
  );
}

function ReadList(props: BodyProps) {
  const { found, begun, onBeginning } = props;
  return (
    <>
      <div className={css.over}>
        {found.fresh > 0 && <ChangesPill count={found.fresh} onShow={found.showFresh} />}
      </div>
      {found.mismatched > 0 && (
        <WarningStrip framed={false}>{m.errors_mismatched({ count: found.mismatched })}</WarningStrip>
      )}
      {begun && !found.fromStart && (
        <Strip
          icon={<UpIcon aria-hidden="true" />}
          action={
            found.earlier
              ? { label: m.endorsements_show_earlier(), onSelect: found.earlier }
              : { label: m.endorsements_start(), onSelect: onBeginning }
          }
        >
          {m.endorsements_earlier()}
        </Strip>
      )}
      {found.rows.length === 0 && !begun ? <NoRows {...props} /> : <ReadRows {...props} />}
      {found.endless && <WarningStrip below>{m.endorsements_endless()}</WarningStrip>}
      {found.moreError !== undefined && (
        <WarningStrip below action={found.more && { label: m.common_retry(), onSelect: found.more }}>
          <FailureText error={found.moreError} words={m.endorsements_more_failed} />
        </WarningStrip>
      )}
    </>
  );
}

/** That there is nothing, or nothing that matches, where the list was read to its end. */
function NoRows({ view: { list, filter }, found, onFilter }: BodyProps) {
  if (!found.complete)
    return (
      <EmptyState
        icon={<SwapIcon aria-hidden="true" />}
        title={m.endorsements_none_read()}
        actions={found.more && <Button onClick={found.more}>{m.common_show_more()}</Button>}
      />
    );
  if (!isEverything(filter))
    return <NothingMatches filters={filter.items.length} onClearAll={() => onFilter(everything)} />;
  return (
    <EmptyState
      icon={<SwapIcon aria-hidden="true" />}
      title={list === 'events' ? m.endorsements_none_events() : m.endorsements_none_tokens()}
      text={list === 'events' ? m.endorsements_none_text() : m.endorsements_none_tokens_text()}
      actions={<LinkButton to={paths.witnesses}>{m.endorsements_to_witnesses()}</LinkButton>}
    />
  );
}

function ReadRows({ view, found, onOrder, onScroll }: BodyProps) {
  const navigate = useNavigate();
  const phone = usePhone();
  // After a failure it is for the reader to go on, in the strip below.
  const onEnd = found.moreError === undefined ? found.more : undefined;
  return (
    <div
      className={css.rows}
      onScrollCapture={(event) => {
        if (event.target instanceof HTMLElement) onScroll(event.target);
      }}
    >
      {phone ? (
        <EndorsementCards list={view.list} rows={found.rows} onEnd={onEnd} />
      ) : (
        <EndorsementTable
          list={view.list}
          rows={found.rows}
          total={found.complete ? found.rows.length : undefined}
          order={view.order}
          onOrder={onOrder}
          onOpen={({ token, event }) => {
            if (token !== undefined) void navigate(paths.token(token, event));
          }}
          onEnd={onEnd}
        />
      )}
    </div>
  );
}

/** What of the address is not understood; nothing is requested meanwhile. */
function WrongFilter({ view: { list, filter }, onFilter }: Pick<BodyProps, 'view' | 'onFilter'>) {
  const wrong = wrongIn(filter);
  const fault = faultOfTree(list, filter);
  return (
    <StateLayout
      role="alert"
      tone="fail"
      icon={<ErrorIcon />}
      title={wrong.length > 0 ? m.endorsements_wrong_title() : fault ? faultWords(fault) : ''}
      text={
        <>
          {wrong.map((part, at) => (
            <span key={at} style={{ display: 'block', overflowWrap: 'anywhere' }}>
              {part.text ? `«${part.text}»: ` : ''}
              {faultWords(part.fault)}
            </span>
          ))}
          <span style={{ display: 'block', marginTop: 8 }}>{m.endorsements_wrong_text()}</span>
        </>
      }
      actions={
        <>
          {wrong.length > 0 && (
            <Button onClick={() => onFilter(withoutWrong(filter) ?? everything)}>
              {m.endorsements_wrong_remove()}
            </Button>
          )}
          <Button variant="text" onClick={() => onFilter(everything)}>
            {m.endorsements_clear()}
          </Button>
        </>
      }
    />
  );
}

function withoutWrong(group: Group): Group | undefined {
  const items = group.items.flatMap((item): FilterNode[] => {
    if (item.kind === 'wrong') return [];
    const left = item.kind === 'group' ? withoutWrong(item) : item;
    return left ? [left] : [];
  });
  return items.length > 0 ? { ...group, items } : undefined;
}

function Failed({ view: { list }, found, begun, onBeginning, onList }: BodyProps) {
  const events = list === 'events';
  const { retry, retrying } = useRetry(found.refetch);
  if (isAbsent(found.error))
    return (
      <EmptyState
        icon={<SwapIcon aria-hidden="true" />}
        title={events ? m.endorsements_absent_events() : m.endorsements_absent_tokens()}
        text={m.endorsements_absent_text()}
        actions={
          <Button onClick={() => onList(events ? 'tokens' : 'events')}>
            {events ? m.endorsements_see_tokens() : m.endorsements_see_events()}
          </Button>
        }
      />
    );
  return (
    <>
      <QueryFailure
        error={found.error}
        what={events ? m.endorsements_the_events() : m.endorsements_the_tokens()}
        onRetry={retry}
        retrying={retrying}
      />
      {begun && (
        <div style={{ padding: '0 var(--rows-padding)' }}>
          <Button onClick={onBeginning}>{m.endorsements_start()}</Button>
        </div>
      )}
    </>
  );
}
