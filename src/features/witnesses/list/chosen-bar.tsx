import type { ReactNode } from 'react';
import StampIcon from '@mui/icons-material/ApprovalOutlined';
import { Button } from '#ui/actions/button.tsx';
import { SelectionBar } from '#ui/lists/selection-bar.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';

/** What is chosen, and what can be done with it. */
export function ChosenBar({
  count,
  total,
  all,
  note,
  onAll,
  onNone,
  onCertify,
  exporting,
}: {
  count: number;
  total: number;
  all: boolean;
  /** What is under way, or why a range was not chosen. */
  note: string | undefined;
  onAll: (() => void) | undefined;
  onNone: () => void;
  onCertify: () => void;
  exporting: ReactNode;
}) {
  const format = useFormat();
  return (
    <SelectionBar
      words={m.witnesses_list_chosen({ count, shown: format.number(count) })}
      note={note}
      all={
        !all && onAll && total > count
          ? {
              label: m.witnesses_list_choose_all({ count: total, shown: format.number(total) }),
              onSelect: onAll,
            }
          : undefined
      }
      onNone={onNone}
    >
      <Button variant="contained" icon={<StampIcon />} disabled={count === 0} onClick={onCertify}>
        {m.witnesses_certify_selected()}
      </Button>
      {exporting}
    </SelectionBar>
  );
}
