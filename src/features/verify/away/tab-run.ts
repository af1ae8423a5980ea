/** The run of this tab for the tray, which fetches this file by itself: nothing here needs the verifier. */
import type { Wording } from '#widgets/report/texts/when.ts';
import { presentVerification } from '../run/load-verification.ts';
import { runNote } from './run-note.ts';

export { parseRunNote } from './run-note.ts';

export const tabRun = {
  subscribe: runNote.subscribe,
  read: runNote.read,
  pause: (): void => presentVerification()?.pause(),
  resume: (): void => presentVerification()?.resume(),
  cancel: (): void => presentVerification()?.cancel(),
  /** Takes up the items at which the verifier stopped. */
  takeUp: (): void => presentVerification()?.takeUp(),
  remove: runNote.remove,
  saveCsv: async (wording: Wording): Promise<void> => {
    const snapshot = presentVerification()?.snapshot();
    if (snapshot) (await import('../export/save-csv.ts')).saveCsv(snapshot, wording);
  },
};
