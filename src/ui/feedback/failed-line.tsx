import type { ReactNode } from 'react';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import { CopyDetails } from './copy-details.tsx';
import css from './failed-line.module.css';

/** One fact of several could not be read: what, why, how to try again and what to report, in the place of the fact. */
export function FailedLine({
  text,
  details,
  onRetry,
  retrying,
  quiet = false,
}: {
  text: ReactNode;
  /** Method, path, status and time, never a key: copied as it is. */
  details?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  /** The page says it aloud elsewhere. */
  quiet?: boolean | undefined;
}) {
  return (
    <div className={css.root} role={quiet ? undefined : 'alert'}>
      <ErrorIcon aria-hidden="true" />
      <span>{text}</span>
      <div className={css.actions}>
        {onRetry && (
          <Button variant="text" onClick={onRetry} loading={retrying}>
            {m.common_retry()}
          </Button>
        )}
        {details !== undefined && <CopyDetails details={details} />}
      </div>
    </div>
  );
}
