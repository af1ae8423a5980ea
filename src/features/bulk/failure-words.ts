import type { SendFailure } from '#api/operations/send-operation.ts';
import { keptFailureWords } from '#widgets/kept-failure.ts';
import { m } from '#words/words.ts';

/** Why a request of a bulk did not come to its end: at which step, and what happened. */
export function failureWords(failure: SendFailure): string {
  const { step } = failure;
  const at =
    step === 'upload'
      ? m.compose_failed_upload()
      : step === 'create'
        ? m.compose_failed_create()
        : step === 'invite'
          ? m.bulk_failed_invite()
          : m.compose_failed_send();
  return `${at}. ${whyOf(failure)}`;
}

function whyOf({ kind, messages, request }: SendFailure): string {
  switch (kind) {
    case 'file-missing':
      return m.bulk_failed_file();
    case 'ambiguous':
      return m.bulk_failed_ambiguous();
    case 'disk':
      return m.bulk_fault_full();
    default:
      return keptFailureWords({ kind, messages, request });
  }
}
