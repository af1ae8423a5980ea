import { isPlanOpen, mayHaveHappened } from '#jobs/send/send-job.ts';
import type { SendJob } from '#jobs/send/send-record.ts';
import { m } from '#i18n/messages.ts';

/** What discarding a draft means: what its send brought to the service stays there. */
export function discardWords(operation: SendJob | undefined): string {
  if (!operation) return m.compose_discard_text();
  const { step, failure, progress } = operation;
  if (isPlanOpen(operation))
    return progress.key === undefined ? m.compose_discard_text() : m.compose_discard_uploaded();
  if (progress.requestId === undefined) return m.compose_discard_unknown();
  const isSendOpen = step === 'send' && (failure === undefined || mayHaveHappened(operation));
  return isSendOpen ? m.compose_discard_maybe_sent() : m.compose_discard_created();
}
