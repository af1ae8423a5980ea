import Tooltip from '@mui/material/Tooltip';
import { layerOf } from './floating.ts';

/** The words of an element, beside it. */
export function TipShown({ anchor }: { anchor: HTMLElement }) {
  return (
    <Tooltip
      key={anchor.dataset.tip}
      open
      title={anchor.dataset.tip}
      slotProps={{ popper: { anchorEl: anchor, container: layerOf(anchor) } }}
    >
      <span hidden />
    </Tooltip>
  );
}
