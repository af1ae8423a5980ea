import { useState } from 'react';
import { currentTime } from '#clock/clock.ts';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { partlyRead, type ReadingOfList } from '../query/partly-read.ts';
import { withRemark } from './csv.ts';
import { saveBlob } from './save-blob.ts';

/** A list that was read for a file. */
export interface ReadCsv {
  readonly csv: string;
  /** Rows in it. */
  readonly count: number;
  /** How its list was read: a file says whether it is whole. */
  readonly reading: ReadingOfList;
}

export interface CsvSource {
  /** Without date and ending. */
  readonly fileName: string;
  readonly read: () => Promise<ReadCsv>;
  readonly said: (read: ReadCsv & { readonly complete: boolean }) => string;
  /** Why there is no file; undefined once there is one. */
  readonly onFailure: (reason: string | undefined) => void;
}

/** Saves all that matches as a CSV file, and says how much it was or why there is none. */
export function useSaveCsv({ fileName, read, said, onFailure }: CsvSource): {
  readonly save: () => void;
  readonly isWorking: boolean;
} {
  const format = useFormat();
  const snack = useSnack();
  const [isWorking, setIsWorking] = useState(false);
  const save = async (): Promise<void> => {
    setIsWorking(true);
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
      setIsWorking(false);
    }
  };
  return { save: () => void save(), isWorking };
}
