import { expect, it } from 'vitest';
import { m } from '#i18n/messages.ts';
import { beginSend } from '#jobs/send/send-job.ts';
import type { SendFailure, SendJob, SendStep } from '#jobs/send/send-record.ts';
import { sendPlan } from '#jobs/testing/send-plan.ts';
import { discardWords } from './discard-words.ts';

it('of a draft that is discarded it is said what the service already has of it', () => {
  const begun = beginSend('d', 'scope', sendPlan);
  const of = (
    step: SendStep,
    progress: Partial<SendJob['progress']> = {},
    kind: SendFailure['kind'] = 'unavailable',
  ): string =>
    discardWords({
      ...begun,
      status: 'failed',
      step,
      progress: { invited: {}, ...progress },
      failure: { step, kind, messages: [] },
    });
  const key = 'k';
  const requestId = 'r';
  expect(discardWords(undefined)).toBe(m.compose_discard_text());
  expect(of('upload')).toBe(m.compose_discard_text());
  expect(of('create', { key })).toBe(m.compose_discard_uploaded());
  expect(of('create', { key, creating: true, refused: true }, 'rule')).toBe(m.compose_discard_uploaded());
  expect(of('create', { key, creating: true })).toBe(m.compose_discard_unknown());
  expect(of('create', { key, creating: true }, 'ambiguous')).toBe(m.compose_discard_unknown());
  expect(of('invite', { key, creating: true, requestId })).toBe(m.compose_discard_created());
  expect(of('send', { key, requestId }, 'blocked')).toBe(m.compose_discard_created());
  expect(of('send', { key, requestId })).toBe(m.compose_discard_maybe_sent());
  // A send that a reload stopped has no failure: its call may have been carried out.
  expect(discardWords({ ...begun, step: 'send', progress: { invited: {}, key, requestId } })).toBe(
    m.compose_discard_maybe_sent(),
  );
});
