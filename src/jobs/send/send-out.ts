import { isRecord } from '#contract/schema/is-record.ts';
import { isAbsent } from '#client/session/capabilities.ts';
import { ApiError } from '#client/http/errors.ts';
import { updateRequest } from '#client/http/update-request.ts';
import { answerToChange, idOf, isUnclear, unreadable } from './send-outcome.ts';
import type { SendHost } from './send-job.ts';
import type { SendJob } from './send-record.ts';

/**
 * Sends the draft to its signers. Repeating it changes nothing, so an unreadable answer is resolved by reading the
 * request once more.
 */
export async function sendOut({ progress }: SendJob, host: SendHost): Promise<void> {
  const id = progress.requestId ?? '';
  const options = { params: { id }, signal: host.signal };
  let answer: unknown;
  let refusal: ApiError | undefined;
  try {
    answer = await answerToChange(updateRequest(host.client, id, { draft: false }, host.signal));
  } catch (error) {
    // It may be refused because it was done already.
    refusal = error instanceof ApiError && error.kind === 'conflict' ? error : undefined;
    if (!isUnclear(error) && !refusal) throw error;
  }
  if (draftOf(answer) === false) return;
  // A service that says nothing of it, and took it.
  const isTaken = idOf(answer) === id && isRecord(answer) && !('draft' in answer);
  let read: unknown;
  try {
    read = await host.client.call('readSignatureRequest', options);
  } catch (error) {
    if (isAbsent(error) && !isUnclear(error) && isTaken) return;
    if (!isUnclear(error) && !isAbsent(error)) throw error;
  }
  if (draftOf(read) === false) return;
  if (isTaken && idOf(read) === id && isRecord(read) && !('draft' in read)) return;
  throw refusal ?? unreadable('PUT', '/signature-request/{id}', 'Whether it was sent cannot be read.');
}

function draftOf(request: unknown): boolean | undefined {
  return isRecord(request) && typeof request.draft === 'boolean' ? request.draft : undefined;
}
