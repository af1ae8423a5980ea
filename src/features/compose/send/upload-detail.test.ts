import { expect, test } from 'vitest';
import { beginSend } from '#jobs/send/send-job.ts';
import type { SendJob } from '#jobs/send/send-record.ts';
import { sendPlan } from '#jobs/testing/send-plan.ts';
import { uploadDetail } from './upload-detail.ts';

const begun = beginSend('1', 'scope', sendPlan);
const after = (progress: Partial<SendJob['progress']>): SendJob => ({
  ...begun,
  step: 'create',
  progress: { ...begun.progress, ...progress },
});

test('nothing is said of the MD5 before the answer to the upload has confirmed it', () => {
  const failed: SendJob = {
    ...begun,
    status: 'failed',
    failure: { step: 'upload', kind: 'rule', messages: [] },
  };
  for (const operation of [
    undefined,
    begun,
    failed,
    after({ key: 'k' }),
    after({ key: 'k', keyUnsure: true }),
  ])
    expect(uploadDetail('3 kB', operation)).toBe('3 kB');
  expect(uploadDetail('3 kB', after({ md5Confirmed: true }))).toBe('3 kB');
  expect(uploadDetail('3 kB', after({ key: 'k', md5Confirmed: true }))).toMatch(/^3 kB; .*MD5$/);
});
