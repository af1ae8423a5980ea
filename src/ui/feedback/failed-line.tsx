import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import css from './failed-line.module.css';

/** One fact of several could not be read: what, why, and how to try again, in the place of the fact. */
export function FailedLine({
  text,
  onRetry,
  retrying,
  quiet = false,
}: {
  text: string;
  onRetry: () => void;
  retrying?: boolean | undefined;
  /** The page says it aloud elsewhere. */
  quiet?: boolean | undefined;
}) {
  return (
    <div className={css.root} role={quiet ? undefined : 'alert'}>
      <ErrorIcon aria-hidden="true" />
      <span>{text}</span>
      <Button variant="text" onClick={onRetry} loading={retrying}>
        {m.common_retry()}
      </Button>
    </div>
  );
}
