import InfoIcon from '@mui/icons-material/InfoOutlined';
import { ChangesPill } from '#ui/actions/changes-pill.tsx';
import { PartialStrip, Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { partlyRead } from '#widgets/query/partly-read.ts';
import { m } from '#i18n/messages.ts';
import type { RequestList } from './use-request-list.ts';
import css from './requests-strips.module.css';

/** What must be said over the rows: where they come from, what was looked at, how old they are. */
export function RequestsStrips({
  list,
  changes,
  onShow,
}: {
  list: RequestList;
  changes: number;
  onShow: () => void;
}) {
  const format = useFormat();
  const { looked, more } = list;
  if (list.isFormer) return null;
  return (
    <>
      {list.source === 'record' && (
        <Strip icon={<InfoIcon aria-hidden="true" />}>
          {m.requests_from_record()} {!list.complete && m.requests_from_record_partial()}
        </Strip>
      )}
      {list.mismatched > 0 && (
        <WarningStrip framed={false}>{m.errors_mismatched({ count: list.mismatched })}</WarningStrip>
      )}
      {list.changed && (
        <WarningStrip
          framed={false}
          action={{ label: m.common_retry(), onSelect: () => void list.refetch() }}
        >
          {partlyRead({ ...list.changed, complete: false, changedWhileReading: true }, (value) =>
            format.number(value),
          )}
        </WarningStrip>
      )}
      {looked && more && looked.of !== undefined && (
        <PartialStrip
          have={looked.have}
          total={looked.of}
          missing={m.requests_checked_here({ count: format.number(looked.of - looked.have) })}
          onLoad={more}
        />
      )}
      <div className={css.over}>{changes > 0 && <ChangesPill count={changes} onShow={onShow} />}</div>
    </>
  );
}
