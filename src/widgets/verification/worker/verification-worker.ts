import { runTask } from './run-task.ts';
import type { TaskKind, Tasks } from './tasks.ts';

/** Sent by a verifier; each is answered once, in any order. */
export interface TaskMessage<K extends TaskKind = TaskKind> {
  readonly id: number;
  readonly kind: K;
  readonly input: Tasks[K]['input'];
}

export type TaskReply =
  | { readonly id: number; readonly output: Tasks[TaskKind]['output'] }
  | { readonly id: number; readonly progress: number }
  | { readonly id: number; readonly failure: string };

addEventListener('message', ({ data: { id, kind, input } }: MessageEvent<TaskMessage>) => {
  const tell = (reply: TaskReply): void => postMessage(reply);
  runTask(kind, input, (progress) => tell({ id, progress })).then(
    (output) => tell({ id, output }),
    (error: unknown) => tell({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
});
