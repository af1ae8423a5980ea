import { styled } from '@mui/material/styles';
import { m } from '#i18n/messages.ts';
import { ink, type } from '#ui/theme/tokens.ts';
import { VerdictShape, type VerdictState } from '#ui/verdicts/verdict-shape.tsx';

const Root = styled('span')({
  ...type.table,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  fontWeight: 500,
  '& > svg': { fontSize: 16 },
  // The words beside the verdict's shape say the outcome of the same check.
  // eslint-disable-next-line no-restricted-syntax -- see the line above
  '&[data-state="PASSED"]': { color: ink.pass },
  '&[data-state="FAILED"]': { color: ink.fail },
  '&[data-state="INDETERMINATE"]': { color: ink.indet },
});

/** Whether the value that was reached is the declared root. */
export function EndMark({ state }: { state: VerdictState }) {
  return (
    <Root data-state={state}>
      <VerdictShape state={state} />
      <span>
        {state === 'PASSED'
          ? m.inspector_draw_equal()
          : state === 'FAILED'
            ? m.inspector_draw_unequal()
            : m.inspector_draw_not_compared()}
      </span>
    </Root>
  );
}
