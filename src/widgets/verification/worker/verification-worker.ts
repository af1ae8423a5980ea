import { answerQuestion } from './run-task.ts';
import type { QuestionKind, Questions } from './tasks.ts';

/** Asked by a judge; answered once each, in any order. */
export interface JudgeMessage<K extends QuestionKind = QuestionKind> {
  readonly id: number;
  readonly kind: K;
  readonly ask: Questions[K]['ask'];
}

export type JudgeReply =
  | { readonly id: number; readonly answer: Questions[QuestionKind]['answer'] }
  | { readonly id: number; readonly progress: number }
  | { readonly id: number; readonly failure: string };

addEventListener('message', ({ data: { id, kind, ask } }: MessageEvent<JudgeMessage>) => {
  const tell = (reply: JudgeReply): void => postMessage(reply);
  answerQuestion(kind, ask, (progress) => tell({ id, progress })).then(
    (answer) => tell({ id, answer }),
    (error: unknown) => tell({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
});
