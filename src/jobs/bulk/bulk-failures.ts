import { isTransient } from '../send/send-job.ts';
import type { SendFailure } from '../send/send-record.ts';

/**
 * What a failure concerns. `transient`: nothing, because the same call is tried again. `one`: this request. `all`: every
 * call with this API key, to this service, or from this browser.
 */
export function failureScope(failure: SendFailure): 'transient' | 'one' | 'all' {
  if (isTransient(failure)) return 'transient';
  const { kind, step, request } = failure;
  switch (kind) {
    case 'key-refused':
    case 'disk':
    case 'blocked':
    case 'absent':
      return 'all';
    case 'forbidden':
      // Whoever has no link to the organization cannot be invited: that is said by 403 too (Rule IV-2).
      return step === 'invite' ? 'one' : 'all';
    case 'refused':
      return request?.status === 402 ? 'all' : 'one';
    default:
      return 'one';
  }
}
