import TrayIcon from '@mui/icons-material/DownloadingOutlined';
import { IconButton } from '#ui/icon-button.tsx';
import { m } from '#words/words.ts';

/** In the top bar, with how many operations are not finished. */
export function TrayButton({
  count,
  open,
  onClick,
}: {
  count?: number;
  open?: boolean;
  onClick?: () => void;
}) {
  return (
    <IconButton
      label={m.shell_tray()}
      icon={<TrayIcon />}
      count={count}
      aria-expanded={open ?? false}
      onClick={onClick}
    />
  );
}
