import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import { StateLayout } from './state-layout.tsx';

// Without a network it may not come: what failed is said all the same.
const FailedDetails = lazy<ComponentType<{ details: string | Error }>>(() =>
  import('./failed-details.tsx').then(
    (module) => ({ default: module.FailedDetails }),
    (): { default: ComponentType<{ details: string | Error }> } => ({ default: () => null }),
  ),
);

export interface FailedStateProps {
  /** What failed: «No se pudo leer la lista». */
  title: ReactNode;
  /** Why, and what is safe: «El servicio tardó más de 15 s. Nada se perdió ni cambió.» */
  text: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  /** Method, path, status and time, never a key; or an error of ours. Shown under the rest, and copied as it is. */
  details?: string | Error | undefined;
  actions?: ReactNode;
}

/** It is not known what there is: never looks like an empty list. */
export function FailedState({ title, text, onRetry, retrying, details, actions }: FailedStateProps) {
  return (
    <div>
      <StateLayout
        role="alert"
        icon={<ErrorIcon />}
        tone="fail"
        title={title}
        text={text}
        actions={
          <>
            {onRetry && (
              <Button icon={<RefreshIcon />} onClick={onRetry} loading={retrying}>
                {m.common_retry()}
              </Button>
            )}
            {actions}
          </>
        }
      />
      {details !== undefined && (
        <Suspense fallback={null}>
          <FailedDetails details={details} />
        </Suspense>
      )}
    </div>
  );
}
