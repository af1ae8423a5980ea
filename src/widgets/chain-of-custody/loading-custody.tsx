import type { ReactNode } from 'react';
import { LoadingBar, LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { LoadingFacts } from '#ui/layout/loading-facts.tsx';
import { LoadingTable } from '#ui/layout/loading-table.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { usePhone, useRail } from '#ui/hooks/use-media-query.ts';
import { m } from '#i18n/messages.ts';
import { CustodyColumns } from './custody-columns.tsx';
import { boxHeightOf, eventColumns, rowHeightOf } from './event-columns.ts';
import view from './custody-view.module.css';
import table from './events-table.module.css';
import panel from './moment-panel.module.css';

/**
 * The places of what `CustodyView` shows of a chain: the drawing and the events, then whoever holds the token, the
 * event and its checks. That they load is spoken once.
 */
export function LoadingCustody({
  checks,
  below,
}: {
  /** The place of the checks. */
  checks: ReactNode;
  /** The place of what stands under the table. */
  below: ReactNode;
}) {
  const phone = usePhone();
  const isStacked = useRail();
  const { density } = usePreferences();
  // Blocks are known of some services only.
  const columns = eventColumns(phone)
    .filter(({ id }) => id !== 'block')
    .map((column) => ({ ...column, cell: () => null }));
  return (
    <CustodyColumns
      main={
        <>
          <section className={view.drawing} data-coming="">
            <div className="head">
              <h2>{m.tokens_who_when()}</h2>
            </div>
            <div className="coming">
              <LoadingRows kind="people" count={1} lines={2} rowHeight={phone ? 70 : 62} />
            </div>
          </section>
          <div
            className={table.box}
            style={{ height: boxHeightOf(rowHeightOf(phone, density), 1) }}
            aria-hidden="true"
          >
            <LoadingTable columns={columns} count={1} />
          </div>
          {!isStacked && below}
        </>
      }
      side={
        <>
          <section className={panel.root} data-coming="" aria-hidden="true">
            <div>
              <p className={panel.at}>{m.tokens_now_holder()}</p>
              <LoadingRows kind="people" count={1} lines={2} rowHeight={66} ends={false} />
            </div>
            <div>
              <div className="head">
                <LoadingBar width={64} />
              </div>
              <LoadingFacts labels={factLabels()} />
            </div>
            <div>{checks}</div>
          </section>
          {isStacked && below}
        </>
      }
    />
  );
}

/** Of an event, without what only some services have of it. */
const factLabels = (): readonly string[] => [
  m.tokens_fact_time(),
  m.tokens_column_from(),
  m.tokens_column_to(),
  m.tokens_fact_id(),
  m.tokens_column_link(),
];
