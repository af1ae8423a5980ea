import type { S3Client } from '@aws-sdk/client-s3';
import { currentMillis } from '#clock/clock.ts';
import { accessStore } from '../unavailable.ts';

/** What a store did not remove, though nobody reads it by its key any more. */
export interface LeftObject {
  /** Of a store that has versions. */
  readonly version: string | undefined;
  /** Undefined: the store refuses, and does not say for how long. */
  readonly lockedUntil: Date | undefined;
}

/** Most versions of a key that are removed at once: one for each time that its bytes were put. */
const mostVersions = 100;

/**
 * Removes the bytes themselves, not only their name: of a store with versions a delete without one leaves them, and what
 * is put twice, as a PUT that got no answer is, has two. What is locked loses its name.
 *
 * @param version of an object that lost its name before
 * @returns undefined where nothing is left
 */
export async function eraseFromS3(
  client: S3Client,
  Bucket: string,
  Key: string,
  version?: string,
): Promise<LeftObject | undefined> {
  const { DeleteObjectCommand, HeadObjectCommand } = await import('@aws-sdk/client-s3');
  const remove = (named?: string): Promise<boolean> =>
    accessStore('documents', () =>
      client
        .send(new DeleteObjectCommand({ Bucket, Key, ...(named !== undefined && { VersionId: named }) }))
        .then(
          () => true,
          (error: unknown) => {
            // A key may be refused versions, or to read until when one is locked.
            if (statusOf(error) === 403 && named !== undefined) return false;
            throw error;
          },
        ),
    );
  for (let removed = 0; removed < mostVersions; removed += 1) {
    const head = new HeadObjectCommand({ Bucket, Key, ...(version !== undefined && { VersionId: version }) });
    const found = await accessStore('documents', () =>
      client.send(head).catch((error: unknown) => {
        // 403 where whoever asks may not list: the store does not say whether there is such an object.
        if (statusOf(error) === 404 || (statusOf(error) === 403 && version === undefined))
          return statusOf(error);
        throw error;
      }),
    );
    if (found === 403) await remove();
    if (typeof found !== 'object') return undefined;
    const { VersionId, ObjectLockRetainUntilDate: until, ObjectLockLegalHoldStatus: hold } = found;
    const isLocked = hold === 'ON' || (until !== undefined && until.getTime() > currentMillis());
    if (isLocked || !(await remove(VersionId))) {
      if (version === undefined) await remove();
      return { version: VersionId, lockedUntil: until };
    }
    // The version before, if there is one, is what is under the key now.
    if (VersionId === undefined || version !== undefined) return undefined;
  }
  throw new Error(`There are more than ${mostVersions} versions of ${Key}.`);
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && '$metadata' in error
    ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode // the library's own, which has no type here
    : undefined;
