import { parentPort } from 'node:worker_threads';
import { sentError } from './engine-protocol.ts';
import type { EngineAnswer, EngineCommand, EngineRequest } from './engine-protocol.ts';
import { openLocalEngine } from './local-engine.ts';
import type { SqlEngine, SqlRunner } from './sql-engine.ts';

// The thread of the embedded database: it carries out what is requested and does nothing of its own.

interface OpenTransaction {
  readonly runner: SqlRunner;
  /** Resolves when it is committed or rolled back. */
  end(how: 'commit' | 'rollback'): Promise<void>;
}

const port = parentPort;
if (!port) throw new Error('engine-worker: expected to be started as a thread');
const transactions = new Map<number, OpenTransaction>();
let engine: SqlEngine | undefined;

port.on('message', ({ id, command }: EngineRequest) => {
  void carryOut(id, command).then(
    (rows) => answer(rows ? { id, rows } : { id }),
    (error: unknown) => answer({ id, error: sentError(error), closed: engine?.closed ?? true }),
  );
});

function answer(message: EngineAnswer): void {
  port?.postMessage(message);
}

async function carryOut(id: number, command: EngineCommand): Promise<readonly object[] | undefined> {
  switch (command.kind) {
    case 'open':
      engine = await openLocalEngine(command);
      return undefined;
    case 'query':
      return runnerOf(command.transaction).query(command.text, command.params);
    case 'exec':
      await runnerOf(command.transaction).exec(command.text);
      return undefined;
    case 'begin':
      await begin(id);
      return undefined;
    case 'commit':
    case 'rollback':
      await transactionOf(command.transaction).end(command.kind);
      return undefined;
    case 'close':
      await opened().close();
      return undefined;
  }
}

/** Why a transaction is undone that its owner gave up. */
const abandonedError = new Error('The transaction was given up.');

/** Resolves when the engine is this transaction's alone; it stays so until the transaction ends. */
function begin(id: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = opened()
      .transaction(
        (runner) =>
          new Promise<void>((commit, rollback) => {
            const end = (how: 'commit' | 'rollback'): Promise<void> => {
              if (how === 'commit') commit();
              else rollback(abandonedError);
              return ended;
            };
            transactions.set(id, { runner, end });
            resolve();
          }),
      )
      .catch((error: unknown) => {
        if (error !== abandonedError) throw error;
      })
      .finally(() => transactions.delete(id));
    // Of one that began, whoever ends it gets the error.
    ended.catch(reject);
  });
}

function opened(): SqlEngine {
  if (engine) return engine;
  throw new Error('engine-worker: nothing is opened');
}

function transactionOf(id: number): OpenTransaction {
  const found = transactions.get(id);
  if (found) return found;
  throw new Error(`engine-worker: there is no transaction ${id}`);
}

const runnerOf = (transaction: number | undefined): SqlRunner =>
  transaction === undefined ? opened() : transactionOf(transaction).runner;
