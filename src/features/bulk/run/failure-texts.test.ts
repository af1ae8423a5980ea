import { expect, it } from 'vitest';
import type { SendFailure, SendProgress } from '#jobs/send/send-record.ts';
import { m } from '#i18n/messages.ts';
import { causeWords, failureWords } from './failure-texts.ts';

const request = { method: 'POST', path: '/x', at: '2026-11-20T12:00:00Z' };
const unreachable: SendFailure = { step: 'create', kind: 'unreachable', messages: [], request };
const words = (failure: SendFailure, progress: Partial<SendProgress> = {}): string =>
  failureWords({ progress: { invited: {}, ...progress }, failure });

it.each([
  ['create', { creating: true }, () => m.compose_unknown_create(), () => m.compose_failed_create()],
  ['invite', { inviting: 's1' }, () => m.bulk_unknown_invite(), () => m.bulk_failed_invite()],
] as const)(
  'a %s that was begun and not refused is not said to have failed',
  (step, begun, unknown, failed) => {
    const failure = { ...unreachable, step, subjectId: 's1' };
    expect(words(failure, begun)).toMatch(unknown());
    expect(words({ ...failure, kind: 'ambiguous' }, begun)).toBe(
      `${unknown()}. ${m.bulk_failed_ambiguous()}`,
    );
    expect(words(failure, { ...begun, refused: true })).toMatch(failed());
    expect(words(failure)).toMatch(failed());
  },
);

it('a sending is said to have failed where the service said no', () => {
  const failure: SendFailure = { ...unreachable, step: 'send' };
  expect(words(failure)).toMatch(m.compose_unknown_send());
  expect(words({ ...failure, kind: 'rule', request: { ...request, status: 422 } })).toMatch(
    m.compose_failed_send(),
  );
});

it('what concerns a whole bulk says nothing of what became of its requests', () => {
  expect(causeWords(unreachable)).not.toMatch(m.compose_failed_create());
});
