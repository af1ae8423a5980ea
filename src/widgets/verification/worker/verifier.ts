import type { Progress } from './run-task.ts';
import type { TaskMessage, TaskReply } from './verification-worker.ts';
import type { TaskKind, Tasks } from './tasks.ts';

/** Runs tasks in workers, so that a page stays responsive whatever evidence it opens. */
export interface Verifier {
  /**
   * @throws Error when the evidence makes the verifier fail: a defect, shown as such
   * @throws DOMException `AbortError` when the signal aborts before the answer
   */
  run<K extends TaskKind>(
    kind: K,
    input: Tasks[K]['input'],
    signal?: AbortSignal,
    progress?: Progress,
  ): Promise<Tasks[K]['output']>;
  close(): void;
}

interface PendingTask {
  readonly kind: TaskKind;
  readonly input: Tasks[TaskKind]['input'];
  readonly signal: AbortSignal | undefined;
  readonly progress: Progress | undefined;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** @param size workers at most; each is started when there is work for it */
export function createVerifier(size = 1): Verifier {
  const waiting: PendingTask[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, PendingTask>();
  let lastId = 0;

  const start = (): Worker =>
    new Worker(new URL('./verification-worker.ts', import.meta.url), {
      type: 'module',
      name: 'verification',
    });

  const next = (): void => {
    while (waiting.length > 0 && busy.size < size) {
      const task = waiting.shift();
      if (task === undefined) return;
      if (task.signal?.aborted) task.reject(aborted());
      else assign(idle.pop() ?? start(), task);
    }
  };

  const assign = (worker: Worker, task: PendingTask): void => {
    const id = (lastId += 1);
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
      end(() => task.reject(new Error(event.message || 'The verification worker stopped.')), false);
    worker.onmessage = ({ data }: MessageEvent<TaskReply>) => {
      if (data.id !== id) return;
      if ('progress' in data) task.progress?.(data.progress);
      else if ('output' in data) end(() => task.resolve(data.output), true);
      else end(() => task.reject(new Error(data.failure)), true);
    };
    const message: TaskMessage = { id, kind: task.kind, input: task.input };
    worker.postMessage(message);
  };

  return {
    run(kind, input, signal, progress) {
      if (signal?.aborted) return Promise.reject(aborted());
      if (typeof Worker === 'undefined') return runTaskHere(kind, input, progress);
      return new Promise((resolve, reject) => {
        // The worker answers a task of a kind with the output of that kind.
        waiting.push({
          kind,
          input,
          signal,
          progress,
          resolve: resolve as PendingTask['resolve'],
          reject,
        });
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

/** Without workers (tests, very old engines) the task runs in the page. */
async function runTaskHere<K extends TaskKind>(
  kind: K,
  input: Tasks[K]['input'],
  progress?: Progress,
): Promise<Tasks[K]['output']> {
  const { runTask } = await import('./run-task.ts');
  return runTask(kind, input, progress);
}

const aborted = (): DOMException => new DOMException('The verification was cancelled.', 'AbortError');

let shared: Verifier | undefined;

/** The verifier that the page shares for single pieces of evidence. */
export function sharedVerifier(): Verifier {
  return (shared ??= createVerifier());
}
