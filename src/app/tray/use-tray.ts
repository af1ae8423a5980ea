import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { certifications } from '#api/operations/certifications.ts';
import { wayOf, type CertifyOperation } from '#api/operations/certify-witnesses.ts';
import { journal, takeUp, type JournalEntry } from '#api/operations/journal.ts';
import { sends } from '#api/operations/sends.ts';
import { useCertifications } from '#api/operations/use-certifications.tsx';
import { useSends } from '#api/operations/use-sends.tsx';
import { useConnection } from '#api/session-context.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { csvBlob } from '#widgets/csv.ts';
import { paths } from '#widgets/paths.ts';
import { saveBlob } from '#widgets/save-blob.ts';
import { m } from '#words/words.ts';
import { certifyRows } from './certify-csv.ts';
import { isOver, type TrayActions } from './tray-items.ts';

const none: readonly JournalEntry[] = [];

/** Everything long that is under way or done, and what can be done with it. What a reload stopped goes on by itself. */
export function useTray(): {
  entries: readonly JournalEntry[];
  actions: TrayActions;
  /** Absent while nothing runs that can be paused. */
  pauseAll: (() => void) | undefined;
  clearDone: () => void;
} {
  const queries = useQueryClient();
  const { client } = useConnection();
  const { scope } = client;
  const letters = useSends();
  const queues = useCertifications();
  const navigate = useNavigate();
  const snack = useSnack();
  const { data: entries = none, dataUpdatedAt } = useQuery({
    ...journal(scope).entries(),
    // Another tab may be at work: what it writes is seen by looking.
    refetchInterval: ({ state }) =>
      state.data?.some(({ operation }) => operation.status === 'running') ? 2000 : false,
  });

  const refresh = () => journal(scope).refresh(queries);
  const inHand = useRef(new Set<string>());
  const latest = useRef({ letters, queues });
  useEffect(() => {
    latest.current = { letters, queues };
  });
  useEffect(() => {
    for (const { kind, operation, interrupted } of entries) {
      const { id } = operation;
      if (!interrupted || inHand.current.has(id)) continue;
      inHand.current.add(id);
      const takingUp = async (): Promise<void> => {
        if (kind === 'certify')
          await takeUp(certifications(scope), id, (newest) => latest.current.queues.run(newest.id));
        else if (await sends(scope).canResume(operation))
          await takeUp(sends(scope), id, (newest) => latest.current.letters.resume(newest));
      };
      // What was taken up may be left again, as when the reader goes to another organization, or may be another
      // tab's for a while: as long as it is written as running, the next look takes it up once more.
      void takingUp()
        .catch(() => undefined)
        .finally(() => inHand.current.delete(id));
    }
    // Every look counts, also one that finds the same.
  }, [entries, dataUpdatedAt, scope]);

  const bookOf = ({ kind }: JournalEntry) => (kind === 'send' ? sends(scope) : certifications(scope));
  const removeOne = async (remove: Promise<void>, said: string) => {
    await remove;
    await refresh();
    snack({ text: said });
  };
  const save = async (operation: CertifyOperation) => {
    const { id } = operation;
    const stamp = new Date().toISOString().slice(0, 16).replace(':', '');
    try {
      const rows = certifyRows(await certifications(scope).items(id), wayOf(operation));
      saveBlob(csvBlob(rows), `${m.witnesses_certify_csv_name()}-${stamp}Z.csv`);
    } catch {
      snack({ text: m.witnesses_certify_csv_failed() });
    }
  };
  const running = entries.flatMap(({ kind, operation, interrupted }) =>
    kind === 'certify' && operation.status === 'running' && !interrupted ? [operation.id] : [],
  );
  return {
    entries,
    actions: {
      send: {
        resume: (operation, options) =>
          void takeUp(sends(scope), operation.id, (newest) => letters.resume(newest, options)),
        open: ({ progress }) => void navigate(paths.request(progress.requestId ?? '')),
        remove: ({ id }) => void removeOne(sends(scope).remove(id), m.shell_send_removed()),
      },
      certify: {
        resume: ({ id }) => void queues.resume(id),
        pause: ({ id }) => void queues.pause(id),
        cancel: ({ id }) =>
          void queues.cancel(id).then(() => {
            snack({ text: m.witnesses_certify_tray_cancel_done() });
          }),
        retryFailed: ({ id }) => void queues.retryFailed(id),
        save: (operation) => void save(operation),
        remove: ({ id }) =>
          void removeOne(certifications(scope).remove(id), m.witnesses_certify_tray_removed()),
      },
    },
    pauseAll:
      running.length > 0
        ? () => {
            for (const id of running) void queues.pause(id);
          }
        : undefined,
    clearDone: () => {
      const done = entries.filter(isOver);
      void Promise.all(done.map((entry) => bookOf(entry).remove(entry.operation.id))).then(refresh);
    },
  };
}
