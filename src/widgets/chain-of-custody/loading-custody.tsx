import type { ReactNode } from 'react';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { usePhone, useRail } from '#ui/hooks/use-media-query.ts';
import { m } from '#i18n/messages.ts';
import { CustodyColumns } from './custody-columns.tsx';
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
          <div className={table.box} aria-hidden="true">
            <LoadingRows count={phone ? 1 : 2} rowHeight={phone ? 96 : 38.5} />
          </div>
          {!isStacked && below}
        </>
      }
      side={
        <>
          <section className={panel.root} data-coming="" aria-hidden="true">
            <div>
              <LoadingRows kind="people" count={1} lines={3} rowHeight={90} />
            </div>
            <div>
              <LoadingRows kind="facts" count={6} rowHeight={27} />
            </div>
            <div>{checks}</div>
          </section>
          {isStacked && below}
        </>
      }
    />
  );
}
