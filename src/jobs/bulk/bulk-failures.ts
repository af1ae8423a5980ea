import { isTransient } from '../send/send-job.ts';
import type { SendFailure } from '../send/send-record.ts';

/**
 * Whom a failure concerns. `passing`: nobody, the same is tried again. `one`: this request. `all`: everything that is
 * asked under this key, of this service, or of this browser.
 */
export function failureScope(failure: SendFailure): 'passing' | 'one' | 'all' {
  if (isTransient(failure)) return 'passing';
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
