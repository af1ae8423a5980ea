import { useState } from 'react';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { currentTime } from '#clock/clock.ts';
import { Button } from '#ui/actions/button.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { withRemark } from './csv.ts';
import { partlyRead, type ReadingOfList } from '../query/partly-read.ts';
import { saveBlob } from './save-blob.ts';

/** A list that was read for a file. */
export interface ReadCsv {
  readonly csv: string;
  /** Rows in it. */
  readonly count: number;
  /** How its list was read: a file says whether it is whole. */
  readonly reading: ReadingOfList;
}

/** Saves all that matches as a CSV file, and says how much it was or why there is none. */
export function CsvButton({
  label,
  fileName,
  read,
  said,
  disabled,
  onFailure,
}: {
  label: string;
  /** Without date and ending. */
  fileName: string;
  read: () => Promise<ReadCsv>;
  said: (read: ReadCsv & { readonly complete: boolean }) => string;
  disabled: boolean;
  /** Why there is no file; undefined once there is one. */
  onFailure: (reason: string | undefined) => void;
}) {
  const format = useFormat();
  const snack = useSnack();
  const [working, setWorking] = useState(false);
  const save = async (): Promise<void> => {
    setWorking(true);
    onFailure(undefined);
    try {
      const found = await read();
      const stamp = currentTime().toISOString().slice(0, 16).replace(':', '');
      const remark = partlyRead(found.reading, (value) => format.number(value));
      const csv = remark === undefined ? found.csv : withRemark(found.csv, remark);
      saveBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${fileName}-${stamp}Z.csv`);
      const words = said({ ...found, complete: remark === undefined });
      snack({ text: remark === undefined ? words : `${words}. ${remark}` });
    } catch (error) {
      const { describeFailure } = await import('../failure/describe-failure.ts');
      onFailure(m.common_csv_failed({ reason: describeFailure(error).text }));
    } finally {
      setWorking(false);
    }
  };
  return (
    <Button
      icon={<DownloadIcon aria-hidden="true" />}
      loading={working}
      disabled={disabled}
      aria-label={label}
      onClick={() => void save()}
    >
      CSV
    </Button>
  );
}
