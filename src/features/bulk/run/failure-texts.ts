import type { BulkItem } from '#jobs/bulk/bulk-record.ts';
import { mayHaveHappened } from '#jobs/send/send-job.ts';
import type { SendFailure } from '#jobs/send/send-record.ts';
import { storedFailureWords } from '#widgets/failure/stored-failure.ts';
import { m } from '#i18n/messages.ts';

/** A request of a bulk that failed, and how far it came. */
export type FailedItem = Pick<BulkItem, 'progress'> & { readonly failure: SendFailure };

/** Why a request of a bulk did not come to its end: at which step, and what happened. */
export function failureWords(item: FailedItem): string {
  return `${stepWords(item)}. ${causeWords(item.failure)}`;
}

/** Of what may have happened all the same it is not said that it did not. */
function stepWords({ progress, failure }: FailedItem): string {
  const { step } = failure;
  const isOpen = mayHaveHappened({ step, progress, failure });
  switch (step) {
    case 'upload':
      return m.compose_failed_upload();
    case 'create':
      return isOpen ? m.compose_unknown_create() : m.compose_failed_create();
    case 'invite':
      return isOpen ? m.bulk_unknown_invite() : m.bulk_failed_invite();
    case 'send':
      return isOpen ? m.compose_unknown_send() : m.compose_failed_send();
  }
}

/** What happened, without the step: of a whole bulk nothing says how far each request came. */
export function causeWords({ kind, messages, request }: SendFailure): string {
  switch (kind) {
    case 'file-missing':
      return m.bulk_failed_file();
    case 'ambiguous':
      return m.bulk_failed_ambiguous();
    case 'disk':
      return m.bulk_fault_full();
    default:
      return storedFailureWords({ kind, messages, request });
  }
}
