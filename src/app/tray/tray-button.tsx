import TrayIcon from '@mui/icons-material/DownloadingOutlined';
import type { KeyboardEvent, Ref } from 'react';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { m } from '#i18n/messages.ts';

/** In the top bar, with how many operations run; where none does, a dot says that some wait for the reader. */
export function TrayButton({
  running = 0,
  waiting = 0,
  open,
  onClick,
  onKeyDown,
  ref,
}: {
  running?: number;
  waiting?: number;
  open: boolean;
  onClick: () => void;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}) {
  return (
    <IconButton
      ref={ref}
      label={running === 0 && waiting > 0 ? m.shell_tray_waiting({ count: waiting }) : m.shell_tray()}
      icon={<TrayIcon />}
      count={running}
      dot={waiting > 0}
      aria-expanded={open}
      onClick={onClick}
      onKeyDown={onKeyDown}
    />
  );
}
