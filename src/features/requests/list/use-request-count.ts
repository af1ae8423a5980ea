import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import type { RequestList } from './use-request-list.ts';
import { activeFilters, type RequestsView } from './view.ts';

/** How many match of how many there are; '' while that is not known. */
export function useRequestCount(view: RequestsView, list: RequestList, all: number | undefined): string {
  const format = useFormat();
  if (!list.data || list.isFormer) return '';
  if (list.source === 'record') return m.requests_known({ count: list.rows.length });
  const narrowed = activeFilters(view).length > 0 || view.tab !== 'all';
  if (!narrowed && list.total !== undefined)
    return m.requests_count({ count: list.total, shown: format.number(list.total) });
  return list.total !== undefined && all !== undefined
    ? m.requests_match({ count: format.number(list.total), total: format.number(all) })
    : m.requests_match_at_least({ count: format.number(list.rows.length) });
}
