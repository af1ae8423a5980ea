import { Worker } from 'node:worker_threads';
import { receivedError } from './engine-protocol.ts';
import type { EngineAnswer, EngineCommand, EngineRequest } from './engine-protocol.ts';
import { EngineStopped } from './sql-engine.ts';
import type { EngineSource, SqlEngine, SqlRunner } from './sql-engine.ts';

/**
 * An engine in a thread of its own: this one answers other things while a statement runs. The thread holds the
 * process only while something is requested of it.
 */
export async function openWorkerEngine(source: EngineSource): Promise<SqlEngine> {
  const worker = startWorker();
  worker.unref();
  const waiting = new Map<number, { resolve: (rows: object[]) => void; reject: (error: Error) => void }>();
  let last = 0;
  let stopped: EngineStopped | undefined;
  let closed = false;

  const settle = (id: number): ReturnType<typeof waiting.get> => {
    const found = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    return found;
  };
  worker.on('message', (answer: EngineAnswer) => {
    const pending = settle(answer.id);
    if (!('error' in answer)) {
      pending?.resolve((answer.rows ?? []) as object[]); // a copy that is nobody else's
      return;
    }
    closed ||= answer.closed;
    pending?.reject(receivedError(answer.error));
  });
  const stop = (cause?: unknown): void => {
    closed = true;
    stopped ??= new EngineStopped('The thread of the embedded database ended.', { cause });
    for (const id of [...waiting.keys()]) settle(id)?.reject(stopped);
  };
  worker.on('error', stop);
  worker.on('messageerror', stop);
  worker.on('exit', () => stop());

  const send = (command: EngineCommand, id = (last += 1)): Promise<object[]> => {
    if (stopped) return Promise.reject(stopped);
    if (waiting.size === 0) worker.ref();
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      const request: EngineRequest = { id, command };
      try {
        worker.postMessage(request);
      } catch (error) {
        settle(id);
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  };
  const runnerOf = (transaction?: number): SqlRunner => ({
    // The rows are what the statement says they are, as everywhere.
    query: async <Row extends object>(text: string, params: readonly unknown[]) =>
      (await send({ kind: 'query', text, params, transaction })) as Row[],
    async exec(text) {
      await send({ kind: 'exec', text, transaction });
    },
  });
  const discard = async (): Promise<void> => {
    stop();
    await worker.terminate();
  };

  try {
    await send({ kind: 'open', ...source });
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    ...runnerOf(),
    get closed() {
      return closed;
    },
    async transaction(work) {
      const transaction = (last += 1);
      await send({ kind: 'begin' }, transaction);
      let result;
      try {
        result = await work(runnerOf(transaction));
      } catch (error) {
        // Where even this fails, the engine broke, and what it had not committed is undone with it.
        await send({ kind: 'rollback', transaction }).catch(() => undefined);
        throw error;
      }
      await send({ kind: 'commit', transaction });
      return result;
    },
    async close() {
      closed = true;
      try {
        await send({ kind: 'close' });
      } finally {
        await discard();
      }
    },
    discard,
  };
}

/** The thread lies beside this module, as a part of the build; from the sources a tool starts it that reads TypeScript. */
function startWorker(): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const name = isSource ? '../../../tools/build/source-engine-worker.mjs' : './engine-worker.js';
  return new Worker(new URL(name, import.meta.url));
}
