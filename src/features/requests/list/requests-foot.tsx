import { ListFoot } from '#ui/lists/list-foot.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import type { RequestList } from './use-request-list.ts';
import { activeFilters, type RequestsView } from './view.ts';

/** How many match of how many there are, and the keys. */
export function RequestsFoot({
  view,
  list,
  all,
}: {
  view: RequestsView;
  list: RequestList;
  all: number | undefined;
}) {
  const format = useFormat();
  const narrowed = activeFilters(view).length > 0 || view.tab !== 'all';
  const words =
    !list.data || list.isFormer
      ? ''
      : list.source === 'record'
        ? m.requests_known({ count: list.rows.length })
        : !narrowed && list.total !== undefined
          ? m.requests_count({ count: list.total, shown: format.number(list.total) })
          : list.total !== undefined && all !== undefined
            ? m.requests_match({ count: format.number(list.total), total: format.number(all) })
            : m.requests_match_at_least({ count: format.number(list.rows.length) });
  return (
    <ListFoot keys={['move', 'choose', 'open', 'help']}>
      <span role="status">{words}</span>
    </ListFoot>
  );
}
