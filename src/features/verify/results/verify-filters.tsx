import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { FilterBar } from '#ui/inputs/filter-chip.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import { m } from '#i18n/messages.ts';
import { stateWord } from './item-summary.ts';
import { itemStates, type ItemState } from '../run/item.ts';
import css from './verify-filters.module.css';

/** What came out, with how many, and the search. */
export function VerifyFilters({
  counts,
  total,
  state,
  search,
  onState,
  onSearch,
}: {
  counts: Readonly<Record<ItemState, number>>;
  total: number;
  state: ItemState | undefined;
  search: string;
  onState: (state: ItemState | undefined) => void;
  onSearch: (search: string) => void;
}) {
  const format = useFormat();
  const always: readonly ItemState[] = ['PASSED', 'FAILED', 'INDETERMINATE'];
  const chips = itemStates.filter((one) => always.includes(one) || counts[one] > 0 || state === one);
  return (
    <FilterBar>
      <SearchInput
        label={m.verify_search()}
        placeholder={m.verify_search_hint()}
        value={search}
        onChange={onSearch}
      />
      <button
        className={css.chip}
        type="button"
        aria-pressed={state === undefined}
        onClick={() => {
          onState(undefined);
        }}
      >
        {m.verify_all()} <span className={css.count}>{format.number(total)}</span>
      </button>
      {chips.map((one) => (
        <button
          className={css.chip}
          key={one}
          type="button"
          aria-pressed={state === one}
          data-empty={counts[one] === 0 || undefined}
          data-tally={counts[one]}
          onClick={() => {
            onState(state === one ? undefined : one);
          }}
        >
          {one === 'WARNED' ? (
            <WarningIcon className={css.warns} aria-hidden="true" />
          ) : (
            // Where nothing came out so, its mark stands nowhere.
            counts[one] > 0 && <VerdictShape state={one} />
          )}
          {stateWord(one)} <span className={css.count}>{format.number(counts[one])}</span>
        </button>
      ))}
    </FilterBar>
  );
}
