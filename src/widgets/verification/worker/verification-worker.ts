import { runTask } from './run-task.ts';
import type { TaskKind, Tasks } from './tasks.ts';

/** Asked by a judge; answered once each, in any order. */
export interface TaskMessage<K extends TaskKind = TaskKind> {
  readonly id: number;
  readonly kind: K;
  readonly ask: Tasks[K]['ask'];
}

export type TaskReply =
  | { readonly id: number; readonly answer: Tasks[TaskKind]['answer'] }
  | { readonly id: number; readonly progress: number }
  | { readonly id: number; readonly failure: string };

addEventListener('message', ({ data: { id, kind, ask } }: MessageEvent<TaskMessage>) => {
  const tell = (reply: TaskReply): void => postMessage(reply);
  runTask(kind, ask, (progress) => tell({ id, progress })).then(
    (answer) => tell({ id, answer }),
    (error: unknown) => tell({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
});
