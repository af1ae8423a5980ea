import RefreshIcon from '@mui/icons-material/Refresh';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { RunningRing } from '#ui/feedback/running-ring.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { m } from '#i18n/messages.ts';

/** Collects and checks again, from a banner in whose colour it is drawn: the icon alone leaves the row to the verdict. */
export function RecheckButton({
  working,
  isBesideRing = false,
  onRecheck,
}: {
  working: boolean;
  /** The banner itself shows that something runs: one ring is enough. */
  isBesideRing?: boolean;
  onRecheck: () => void;
}) {
  return (
    <IconButton
      label={m.inspector_recheck()}
      icon={working && !isBesideRing ? <RunningRing /> : <RefreshIcon />}
      onClick={working ? undefined : onRecheck}
      // It stays a button while it works, so that it keeps the focus.
      aria-busy={(working && !isBesideRing) || undefined}
      aria-disabled={working || undefined}
      // What cannot be pressed has the colour of that; a ring that runs has the banner's.
      style={working && isBesideRing ? undefined : { color: 'inherit' }}
    />
  );
}

/** Checking again failed: what is shown is of the time before. */
export function RecheckFailed({ error, onRecheck }: { error: unknown; onRecheck: () => void }) {
  return error ? (
    <WarningStrip action={{ label: m.common_retry(), onSelect: onRecheck }}>
      {m.inspector_recheck_failed()}
    </WarningStrip>
  ) : null;
}
