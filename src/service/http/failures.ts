import type { Context } from 'hono';
import { ServiceError } from '../service-error.ts';
import { StorageUnavailable } from '../storage/unavailable.ts';
import { answerError } from './answer.ts';
import { MethodNotAllowed } from './binding.ts';
import type { Log, RequestFacts } from './monitoring/log.ts';
import { Cut } from './sandbox/inject-fault.ts';

/** Answers what a request failed with, and logs what is not the caller's doing. */
export function answerFailure(
  error: Error,
  context: Context<{ Variables: RequestFacts }>,
  log: Log,
): Response {
  if (error instanceof MethodNotAllowed) {
    const answer = answerError(error);
    answer.headers.set('allow', error.allow);
    return answer;
  }
  const { requestId, route, operation } = context.var;
  const line = { err: error, requestId, route, operation };
  if (error instanceof ServiceError) {
    if (error.status === 500) log.error(line, 'a stored document is not what came');
    return answerError(error);
  }
  if (error instanceof Cut) throw error;
  if (error instanceof StorageUnavailable) {
    log.warn(line, `${error.store}: ${error.why}`);
    return answerError(refusalOf(error, context.req.method));
  }
  log.error(line, 'a request failed');
  return answerError(new ServiceError('internal', 'The service failed; its log says where.'));
}

/** Seconds for `Retry-After`: a full disk takes longer to recover than a lost connection. */
const comeBack = { full: 30, lost: 2 } as const;

function refusalOf({ message, why }: StorageUnavailable, method: string): ServiceError {
  const isRead = method === 'GET' || method === 'HEAD';
  const left = isRead ? '' : ' The change was written completely or not at all: read before you repeat it.';
  return new ServiceError('unavailable', message + left, { rule: 'ST-22', retryAfter: comeBack[why] });
}
