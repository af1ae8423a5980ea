import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import { m } from '#words/words.ts';
import { Button } from './button.tsx';
import { ink, mono } from './ink.ts';
import { useSnack } from './snackbar.tsx';
import { StateLayout } from './state-layout.tsx';

const Details = styled('div')({
  padding: '10px 18px',
  borderTop: `1px solid ${ink.line}`,
  borderRadius: '0 0 10px 10px',
  background: ink.sunken,
  color: ink.text2,
  fontFamily: mono,
  fontSize: 12,
  lineHeight: '16px',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
});

export interface FailedStateProps {
  /** What failed: «No se pudo leer la lista». */
  title: ReactNode;
  /** Why, and what is safe: «El servicio tardó más de 15 s. Nada se perdió ni cambió.» */
  text: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  /** Method, path, status and time, never a key: shown in one mono line and copied as it is. */
  details?: string | undefined;
  actions?: ReactNode;
}

/** It is not known what there is: never looks like an empty list. */
export function FailedState({ title, text, onRetry, retrying, details, actions }: FailedStateProps) {
  const snack = useSnack();
  const copy = (value: string) => {
    navigator.clipboard.writeText(value).then(
      () => {
        snack({ text: m.common_copied() });
      },
      () => {
        snack({ text: m.common_copy_refused() });
      },
    );
  };
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
            {details !== undefined && (
              <Button
                variant="text"
                onClick={() => {
                  copy(details);
                }}
              >
                {m.common_copy_details()}
              </Button>
            )}
          </>
        }
      />
      {details !== undefined && <Details>{details}</Details>}
    </div>
  );
}
