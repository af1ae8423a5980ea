import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import { StateLayout } from './state-layout.tsx';

/** What stands where a row or a card cannot be drawn. */
export function BrokenPart({ retry }: { retry: () => void }) {
  return (
    <StateLayout
      role="alert"
      icon={<ErrorIcon />}
      title={m.common_part_broken()}
      actions={<Button onClick={retry}>{m.common_retry()}</Button>}
    />
  );
}
