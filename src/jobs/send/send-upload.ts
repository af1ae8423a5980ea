import { isRecord } from '#contract/schema/is-record.ts';
import { requestDirectAddress } from '#client/files/direct-upload.ts';
import { AddressGone, putFile, type PutOutcome } from '#client/files/upload.ts';
import { FileMissing, unreadable } from './send-outcome.ts';
import type { SendHost } from './send-job.ts';
import type { SendJob } from './send-record.ts';

interface Uploaded {
  readonly key: string;
  readonly outcome: PutOutcome;
  /** The object store has the bytes; the service looks for them when a request names them. */
  readonly isDirect: boolean;
}

/**
 * Puts the document's bytes at the address that the service names. If an address no longer accepts them, a new one is
 * requested once before the upload fails.
 *
 * @returns the content key, and what the place answered for the bytes
 */
export async function uploadContent(job: SendJob, host: SendHost): Promise<Uploaded> {
  const file = await host.readFile(job.id);
  if (!file) throw new FileMissing();
  try {
    return await uploadOnce(job, file, host);
  } catch (error) {
    if (!(error instanceof AddressGone)) throw error;
  }
  try {
    return await uploadOnce(job, file, host);
  } catch (error) {
    throw error instanceof AddressGone ? error.error : error;
  }
}

async function uploadOnce({ plan }: SendJob, file: Blob, host: SendHost): Promise<Uploaded> {
  const answer: unknown = await host.client.call('signFileUrl', {
    query: { filePath: plan.filePath, md5Checksum: plan.md5 },
    signal: host.signal,
  });
  const { url, key, direct } = isRecord(answer) ? answer : {};
  if (typeof url !== 'string' || url === '' || typeof key !== 'string' || key === '')
    throw unreadable('GET', '/sign-file-url', 'The answer names no address to upload to.');
  const ownOrigin = new URL(host.connection.baseUrl).origin;
  const { onUpload: onProgress } = host;
  const ends = [host.signal, host.uploadSignal].filter((end) => end !== undefined);
  const signal = ends.length > 0 ? AbortSignal.any(ends) : undefined;
  const { sha256, size } = plan;
  const own = URL.canParse(url, ownOrigin) ? new URL(url, ownOrigin) : undefined;
  const isDirect = direct === true && sha256 !== undefined && own?.origin === ownOrigin;
  const to = isDirect
    ? await requestDirectAddress(host.fetch, own.href, { size, sha256 }, signal)
    : { url, headers: {} };
  const outcome = await putFile(host.fetch, to.url, file, plan.md5, {
    ownOrigin,
    signal,
    headers: to.headers,
    onProgress,
  });
  return { key, outcome, isDirect };
}
