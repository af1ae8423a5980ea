import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { journal, takeUp, type JournalEntry } from '#api/operations/journal.ts';
import { sends } from '#api/operations/sends.ts';
import type { SendOperation } from '#api/operations/send-request.ts';
import { useSends } from '#api/operations/use-sends.tsx';
import { useConnection } from '#api/session-context.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#words/words.ts';
import type { TrayActions } from './tray-items.ts';

const none: readonly JournalEntry[] = [];

/** The journal of sends, and what can be done with its entries. What a reload stopped goes on by itself. */
export function useTray(): { entries: readonly JournalEntry[]; actions: TrayActions; clearDone: () => void } {
  const queries = useQueryClient();
  const { client } = useConnection();
  const { scope } = client;
  const { resume } = useSends();
  const navigate = useNavigate();
  const snack = useSnack();
  const { data: entries = none } = useQuery({
    ...journal(scope).entries(),
    // Another tab may be at work: what it writes is seen by looking.
    refetchInterval: ({ state }) =>
      state.data?.some(({ operation }) => operation.status === 'running') ? 2000 : false,
  });

  const refresh = () => queries.invalidateQueries({ queryKey: sends(scope).key });
  const takenUp = useRef(new Set<string>());
  const latestResume = useRef(resume);
  useEffect(() => {
    latestResume.current = resume;
  });
  useEffect(() => {
    for (const { operation, interrupted } of entries) {
      if (!interrupted || takenUp.current.has(operation.id)) continue;
      takenUp.current.add(operation.id);
      void (async () => {
        if (!(await journal(scope).canResume(operation))) return;
        await takeUp(scope, operation.id, (newest) => latestResume.current(newest));
      })();
    }
  }, [entries, scope]);

  const remove = async (operation: SendOperation) => {
    await sends(scope).remove(operation.id);
    await refresh();
  };
  return {
    entries,
    actions: {
      resume: (operation, options) => void takeUp(scope, operation.id, (newest) => resume(newest, options)),
      open: ({ progress }) => void navigate(paths.request(progress.requestId ?? '')),
      remove: (operation) => {
        void remove(operation).then(() => {
          snack({ text: m.shell_send_removed() });
        });
      },
    },
    clearDone: () => {
      const done = entries.filter(({ operation }) => operation.status === 'done');
      void Promise.all(done.map(({ operation }) => sends(scope).remove(operation.id))).then(refresh);
    },
  };
}
