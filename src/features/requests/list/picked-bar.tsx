import { Suspense } from 'react';
import { SelectionBar } from '#ui/lists/selection-bar.tsx';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { m } from '#i18n/messages.ts';
import { LateExportButton } from './export/late-export-button.ts';
import type { Reading } from './filter/matching.ts';
import type { HeldRows } from './stable-rows.ts';
import type { RequestList } from './use-request-list.ts';
import type { RequestsView } from './view.ts';

/**
 * The requests that are chosen: how many, their export, and the ways to choose all that are loaded and none. It comes as a
 * whole: a button that came later would move the others.
 */
export function PickedBar({
  view,
  reading,
  list,
  held: { rows },
  picked,
  onPicked,
  onExportFailure,
}: {
  view: RequestsView;
  reading: Reading;
  list: RequestList;
  held: Pick<HeldRows, 'rows'>;
  picked: ReadonlySet<string>;
  onPicked: (ids: ReadonlySet<string>) => void;
  onExportFailure: (failure: string | undefined) => void;
}) {
  const none = () => onPicked(new Set());
  // Esc closes the pane first.
  useHotkeys({ Escape: none }, view.selected === undefined);
  const ids = rows.flatMap(({ id }) => id ?? []);
  const hasMore = !list.isFormer && ids.some((id) => !picked.has(id));
  return (
    <Suspense fallback={null}>
      <SelectionBar
        words={m.requests_picked({ count: picked.size })}
        all={
          hasMore
            ? { label: m.requests_pick_all({ count: ids.length }), onSelect: () => onPicked(new Set(ids)) }
            : undefined
        }
        onNone={none}
      >
        <LateExportButton {...{ view, reading, list, picked }} onFailure={onExportFailure} />
      </SelectionBar>
    </Suspense>
  );
}
