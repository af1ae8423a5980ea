import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { Pager } from '../pager.tsx';
import { sizes } from './list-view.ts';
import type { ListControls } from './use-list-view.ts';
import type { Records } from './use-records.ts';

/** The pager below a list: which rows are shown, of how many. */
export function ListPager({
  label,
  list: { rows, count, hasNext, isFormer },
  controls: { view, change, turnTo },
}: {
  label: string;
  list: Records<unknown>;
  controls: ListControls;
}) {
  const format = useFormat();
  const place = (): string => {
    // Which rows there are is known with them.
    if (isFormer || rows.length === 0) return '';
    const first = (view.page - 1) * Number(view.size) + 1;
    const range = { first: format.number(first), last: format.number(first + rows.length - 1) };
    if (count === undefined) return m.directory_page_range(range);
    return m.directory_page_range_of({ ...range, total: format.number(count) });
  };
  return (
    <Pager
      label={label}
      place={place()}
      onBack={view.page > 1 ? () => turnTo(view.page - 1) : undefined}
      onNext={hasNext ? () => turnTo(view.page + 1) : undefined}
      size={view.size}
      sizes={sizes}
      onSize={(size) => change({ size: sizes.find((known) => known === size) ?? '50' })}
    />
  );
}
