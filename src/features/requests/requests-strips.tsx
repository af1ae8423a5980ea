import InfoIcon from '@mui/icons-material/InfoOutlined';
import { ChangesPill } from '#ui/changes-pill.tsx';
import { PartialStrip, StaleStrip, Strip, WarningStrip } from '#ui/strips.tsx';
import { useFormat } from '#ui/use-format.ts';
import { useOnline } from '#widgets/use-online.ts';
import { m } from '#words/words.ts';
import type { RequestList } from './use-request-list.ts';

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
  const online = useOnline();
  const { looked, more } = list;
  return (
    <>
      {list.source === 'record' && (
        <Strip icon={<InfoIcon aria-hidden="true" />}>
          {m.requests_from_record()} {!list.complete && m.requests_from_record_partial()}
        </Strip>
      )}
      {/* Without a network the shell says it, once for every page. */}
      {list.stale && online && <StaleStrip updatedAt={list.updatedAt} onRetry={list.retry} />}
      {list.mismatched > 0 && (
        <WarningStrip framed={false}>{m.errors_mismatched({ count: list.mismatched })}</WarningStrip>
      )}
      {looked && more && looked.of !== undefined && (
        <PartialStrip
          have={looked.have}
          total={looked.of}
          missing={m.requests_judged_here({ count: format.number(looked.of - looked.have) })}
          onLoad={more}
        />
      )}
      {changes > 0 && <ChangesPill count={changes} onShow={onShow} />}
    </>
  );
}
