import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { signatureRequests } from '../families/signature-requests.ts';
import { useConnection, useHost } from '../session-context.tsx';
import { drafts } from '../store/drafts.ts';
import { knownRequests } from '../store/known-requests.ts';
import { journal, lockOf, withLock } from './journal.ts';
import {
  beginSend,
  createAgain,
  leaveOut,
  runSend,
  type SendOperation,
  type SendPlan,
} from './send-request.ts';
import { sends } from './sends.ts';

export interface ResumeOptions {
  /** The reader's word that a create whose answer never came was not done. */
  readonly createAgain?: boolean;
  /** Ids of the people to go on without. */
  readonly without?: readonly string[];
}

/**
 * Starts and resumes sends. A send holds a lock of its own name, so that two tabs never run the same one.
 */
export function useSends(): {
  start: (id: string, plan: SendPlan) => Promise<SendOperation>;
  resume: (operation: SendOperation, options?: ResumeOptions) => Promise<SendOperation>;
} {
  const queries = useQueryClient();
  const { client, connection } = useConnection();
  const host = useHost();

  const run = useCallback(
    async (
      id: string,
      begin: (newest: SendOperation | undefined) => SendOperation,
    ): Promise<SendOperation> => {
      const kept = sends(client.scope);
      const record = knownRequests(client);
      const refresh = (): Promise<void> => journal(client.scope).refresh(queries);
      const done = await withLock(lockOf(id), async () => {
        // Another tab may have begun it, or come further, while this one waited for its turn.
        const newest = await kept.read(id);
        if (newest && kept.isOver(newest)) return newest;
        return runSend(begin(newest), {
          client: recording(client, record),
          connection,
          fetch: host.fetch,
          readFile: kept.readFile,
          write: async (entry) => {
            await kept.write(entry);
            void refresh();
          },
        });
      });
      // The draft is gone once the service has it all; the journal entry says how it went.
      if (done.status === 'done') await drafts(client.scope).remove(id);
      await Promise.all([
        refresh(),
        queries.invalidateQueries({ queryKey: drafts(client.scope).key }),
        queries.invalidateQueries({ queryKey: signatureRequests(client).key }),
        queries.invalidateQueries({ queryKey: record.key }),
      ]);
      return done;
    },
    [client, connection, host.fetch, queries],
  );

  return {
    start: (id, plan) => run(id, (newest) => newest ?? beginSend(id, client.scope, plan)),
    resume: (operation, { createAgain: again = false, without = [] } = {}) =>
      run(operation.id, (newest = operation) => leaveOut(again ? createAgain(newest) : newest, without)),
  };
}

/** Keeps what was made from here: services that cannot list requests are shown from this record. */
function recording(
  client: ReturnType<typeof useConnection>['client'],
  record: ReturnType<typeof knownRequests>,
): typeof client {
  return {
    ...client,
    call: async (name, options) => {
      const answer = await client.call(name, options);
      // The three writes of a send answer a request or an invite: the contract's table says so.
      if (name === 'createSignatureRequest' || name === 'updateSignatureRequest')
        await record.remember(answer as Parameters<typeof record.remember>[0]);
      if (name === 'createInvite') {
        const invite = answer as Parameters<typeof record.rememberInvite>[1];
        const asked = options?.input as { signatureRequest: string };
        await record.rememberInvite(asked.signatureRequest, invite);
      }
      return answer;
    },
  };
}
