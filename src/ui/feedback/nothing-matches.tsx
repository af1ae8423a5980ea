import SearchOffIcon from '@mui/icons-material/SearchOffOutlined';
import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import { StateLayout } from './state-layout.tsx';
import { useFormat } from '../formats/use-format.ts';

/** Things exist, the filters hide them: which of several hides most, with one button to drop it, and one for all. */
export function NothingMatches({
  filters,
  total,
  culprit,
  onClearAll,
}: {
  /** How many filters are set. */
  filters: number;
  /** How many there are without filters, if it is known. */
  total?: number | undefined;
  /** The filter that excludes most. */
  culprit?: { label: string; excludes?: number | undefined; onRemove: () => void } | undefined;
  onClearAll: () => void;
}) {
  const format = useFormat();
  const isOneOfMany = culprit !== undefined && filters > 1;
  return (
    <StateLayout
      role="status"
      icon={<SearchOffIcon />}
      title={
        total === undefined
          ? m.common_nothing_matches()
          : m.common_none_of_match({ total: format.number(total) })
      }
      text={
        culprit?.excludes === undefined
          ? undefined
          : m.common_filter_excludes({ filter: culprit.label, count: format.number(culprit.excludes) })
      }
      actions={
        <>
          {isOneOfMany && <Button onClick={culprit.onRemove}>{m.common_remove_that_filter()}</Button>}
          <Button variant={isOneOfMany ? 'text' : 'outlined'} onClick={onClearAll}>
            {filters === 1 ? m.common_clear_one() : m.common_clear_all()}
          </Button>
        </>
      }
    />
  );
}
