import { ApiError } from '#api/errors.ts';
import type { SendFailure } from '#api/operations/send-request.ts';
import { describeFailure } from '#widgets/failure.ts';
import { m } from '#words/words.ts';

/** Why a request of a bulk did not come to its end: at which step, and what happened. */
export function failureWords(failure: SendFailure): string {
  const { kind, step, messages, request } = failure;
  const at =
    step === 'upload'
      ? m.compose_failed_upload()
      : step === 'create'
        ? m.compose_failed_create()
        : step === 'invite'
          ? m.bulk_failed_invite()
          : m.compose_failed_send();
  return `${at}. ${whyOf({ kind, messages, request })}`;
}

function whyOf({
  kind,
  messages,
  request,
}: Pick<SendFailure, 'kind' | 'messages'> & { request: SendFailure['request'] | undefined }): string {
  switch (kind) {
    case 'file-missing':
      return m.bulk_failed_file();
    case 'ambiguous':
      return m.bulk_failed_ambiguous();
    case 'disk':
      return m.bulk_fault_full();
    case 'defect':
      return m.errors_defect();
    default:
      return describeFailure(new ApiError(kind, request ?? { method: '', path: '', at: '' }, { messages }))
        .text;
  }
}
