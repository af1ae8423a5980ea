import type { SendJob } from '#jobs/send/send-record.ts';
import { m } from '#i18n/messages.ts';

/** That the MD5 is the same is said once the answer to the upload has said it, and not before. */
export function uploadDetail(size: string, operation: SendJob | undefined): string {
  const { key, md5Confirmed } = operation?.progress ?? {};
  return key !== undefined && md5Confirmed ? m.compose_step_upload_md5({ size }) : size;
}
