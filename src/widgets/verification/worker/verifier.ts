import type { Progress } from './run-task.ts';
import type { TaskMessage, TaskReply } from './verification-worker.ts';
import type { TaskKind, Tasks } from './tasks.ts';

/** Judges in workers, so that a page stays responsive whatever it is given. */
export interface Verifier {
  /**
   * @throws Error when the evidence stops the judge (a defect, said as such)
   * @throws DOMException `AbortError` when the signal aborts before the answer
   */
  ask<K extends TaskKind>(
    kind: K,
    ask: Tasks[K]['ask'],
    signal?: AbortSignal,
    progress?: Progress,
  ): Promise<Tasks[K]['answer']>;
  close(): void;
}

interface PendingTask {
  readonly kind: TaskKind;
  readonly ask: Tasks[TaskKind]['ask'];
  readonly signal: AbortSignal | undefined;
  readonly progress: Progress | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** @param size workers at most; each is started when there is work for it */
export function createVerifier(size = 1): Verifier {
  const waiting: PendingTask[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, PendingTask>();
  let asked = 0;

  const start = (): Worker =>
    new Worker(new URL('./verification-worker.ts', import.meta.url), { type: 'module', name: 'judge' });

  const next = (): void => {
    while (waiting.length > 0 && busy.size < size) {
      const task = waiting.shift();
      if (task === undefined) return;
      if (task.signal?.aborted) task.reject(aborted());
      else run(idle.pop() ?? start(), task);
    }
  };

  const run = (worker: Worker, task: PendingTask): void => {
    const id = (asked += 1);
    busy.set(worker, task);
    const end = (settle: () => void, reuse: boolean): void => {
      busy.delete(worker);
      task.signal?.removeEventListener('abort', onAbort);
      if (reuse) idle.push(worker);
      else worker.terminate();
      settle();
      next();
    };
    const onAbort = (): void => end(() => task.reject(aborted()), false);
    task.signal?.addEventListener('abort', onAbort);
    worker.onerror = (event) =>
      end(() => task.reject(new Error(event.message || 'The judge stopped.')), false);
    worker.onmessage = ({ data }: MessageEvent<TaskReply>) => {
      if (data.id !== id) return;
      if ('progress' in data) task.progress?.(data.progress);
      else if ('answer' in data) end(() => task.resolve(data.answer), true);
      else end(() => task.reject(new Error(data.failure)), true);
    };
    const message: TaskMessage = { id, kind: task.kind, ask: task.ask };
    worker.postMessage(message);
  };

  return {
    ask(kind, ask, signal, progress) {
      if (signal?.aborted) return Promise.reject(aborted());
      if (typeof Worker === 'undefined') return runTaskHere(kind, ask, progress);
      return new Promise((resolve, reject) => {
        // The worker answers a question of a kind with the answer of that kind.
        waiting.push({ kind, ask, signal, progress, resolve: resolve as PendingTask['resolve'], reject });
        next();
      });
    },
    close() {
      const running = [...busy];
      busy.clear();
      for (const [worker, task] of running) {
        worker.terminate();
        task.reject(aborted());
      }
      for (const worker of idle.splice(0)) worker.terminate();
      for (const task of waiting.splice(0)) task.reject(aborted());
    },
  };
}

/** Without workers (tests, very old engines) the page itself answers. */
async function runTaskHere<K extends TaskKind>(
  kind: K,
  ask: Tasks[K]['ask'],
  progress?: Progress,
): Promise<Tasks[K]['answer']> {
  const { runTask } = await import('./run-task.ts');
  return runTask(kind, ask, progress);
}

const aborted = (): DOMException => new DOMException('The judgement was cancelled.', 'AbortError');

let shared: Verifier | undefined;

/** The one judge of the page, for single pieces of evidence. */
export function sharedVerifier(): Verifier {
  return (shared ??= createVerifier());
}
