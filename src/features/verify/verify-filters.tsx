import { styled } from '@mui/material/styles';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { FilterBar } from '#ui/inputs/filter-chip.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import { m } from '#i18n/messages.ts';
import { stateWord } from './found.ts';
import { itemStates, type ItemState } from './item.ts';

const Chip = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  flex: 'none',
  gap: 7,
  height: 'var(--filter-height)',
  padding: '0 10px',
  border: `1px solid ${ink.line2}`,
  borderRadius: 6,
  background: ink.surface,
  color: ink.text,
  font: 'inherit',
  fontSize: 13,
  cursor: 'pointer',
  '& svg': { width: 15, height: 15, fontSize: 15 },
  '& > .warns': { color: ink.indet },
  '& > .count': { color: ink.text2 },
  '&:hover': { background: ink.hover },
  '&[aria-pressed="true"]': { borderColor: ink.accent, background: ink.accentTint, color: ink.accent },
  '&[aria-pressed="true"] > .count': { color: 'inherit' },
  '&[data-empty]': { borderStyle: 'dashed', color: ink.text3 },
});

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
      <Chip
        type="button"
        aria-pressed={state === undefined}
        onClick={() => {
          onState(undefined);
        }}
      >
        {m.verify_all()} <span className="count">{format.number(total)}</span>
      </Chip>
      {chips.map((one) => (
        <Chip
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
            <WarningIcon className="warns" aria-hidden="true" />
          ) : (
            // Where nothing came out so, its mark stands nowhere.
            counts[one] > 0 && <VerdictShape state={one} />
          )}
          {stateWord(one)} <span className="count">{format.number(counts[one])}</span>
        </Chip>
      ))}
    </FilterBar>
  );
}
