import { Tabs } from '#ui/layout/tabs.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { m } from '#i18n/messages.ts';
import { tabWord } from './filter/filter-labels.ts';
import type { Reading } from './filter/matching.ts';
import { useCountWords, useTabCounts, type Count } from './use-counts.ts';
import { isAnswered, type RequestList } from './use-request-list.ts';
import { tabs, type RequestsView } from './view.ts';

/** The tabs of the list, each with how many are behind it. A count that arrives renders only the tabs again. */
export function RequestsTabs({
  view,
  change,
  reading,
  panelId,
  list,
}: {
  view: RequestsView;
  change: (part: Partial<RequestsView>) => void;
  reading: Reading;
  panelId: string;
  list: RequestList;
}) {
  const hasRows = list.data !== undefined;
  const counts = useTabCounts(reading, isAnswered(list));
  const words = useCountWords();
  return (
    <Tabs
      label={m.requests_tabs_label()}
      panelId={panelId}
      selected={view.tab}
      tabs={tabs.map((tab) => ({
        id: tab,
        label: tabWord(tab),
        count: shownCount(counts[tab], words(counts[tab]), hasRows),
      }))}
      onSelect={(tab) => change({ tab, state: undefined, selected: undefined })}
    />
  );
}

/** Of a count that failed, its earlier value is shown only where a strip above the rows says how old both are. */
const shownCount = ({ isFailed }: Count, words: string | undefined, hasRows: boolean) =>
  (isFailed && !hasRows ? undefined : words) ?? (isFailed ? <Uncounted /> : undefined);

/** In the place of a count that could not be read. */
function Uncounted() {
  return (
    <>
      <span aria-hidden="true" title={m.requests_tab_uncounted()}>
        –
      </span>
      <VisuallyHidden>{m.requests_tab_uncounted()}</VisuallyHidden>
    </>
  );
}
