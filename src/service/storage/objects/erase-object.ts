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

/**
 * Removes the bytes themselves, not only their name: of a store with versions a delete without one leaves them. What is
 * locked loses its name.
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
  const found = await accessStore('documents', () =>
    client
      .send(new HeadObjectCommand({ Bucket, Key, ...(version !== undefined && { VersionId: version }) }))
      .catch((error: unknown) => {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }),
  );
  if (!found) return undefined;
  const { VersionId, ObjectLockRetainUntilDate: until, ObjectLockLegalHoldStatus: hold } = found;
  const isLocked = hold === 'ON' || (until !== undefined && until.getTime() > currentMillis());
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
  if (!isLocked && (await remove(VersionId))) return undefined;
  if (version === undefined) await remove();
  return { version: VersionId, lockedUntil: until };
}

const statusOf = (error: unknown): unknown =>
  error instanceof Error && '$metadata' in error
    ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode // the library's own, which has no type here
    : undefined;
