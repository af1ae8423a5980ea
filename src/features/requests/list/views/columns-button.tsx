import { lazy } from 'react';
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { m } from '#i18n/messages.ts';
import type { useView } from '../use-view.ts';
import { usePanel } from './use-panel.tsx';

const ColumnsPanel = lazy(async () => ({ default: (await import('./columns-panel.tsx')).ColumnsPanel }));

/** Opens the choice of columns. */
export function ColumnsButton({ view, change }: ReturnType<typeof useView>) {
  const label = m.requests_columns();
  const { trigger, panel } = usePanel(label, () => <ColumnsPanel view={view} change={change} />);
  return (
    <>
      <IconButton label={label} icon={<ColumnsIcon />} {...trigger} />
      {panel}
    </>
  );
}
