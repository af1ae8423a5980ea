import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '#ui/actions/button.tsx';
import { m } from '#i18n/messages.ts';
import { useSaveCsv, type CsvSource } from './use-save-csv.ts';

/** A button that saves all that matches as a CSV file. */
export function CsvButton({
  label,
  disabled,
  ...source
}: CsvSource & {
  label: string;
  disabled: boolean;
}) {
  const { save, isWorking } = useSaveCsv(source);
  return (
    <Button
      icon={<DownloadIcon aria-hidden="true" />}
      loading={isWorking}
      disabled={disabled}
      iconOnPhone
      aria-label={label}
      onClick={save}
    >
      {m.requests_export()}
    </Button>
  );
}
