import { expect, it } from 'vitest';
import { m } from '#i18n/messages.ts';
import { failedWords, resumeWords } from './send-failure.tsx';

it('an invite in doubt is not said to be a create in doubt', () => {
  const failure = { step: 'invite', kind: 'ambiguous', subjectId: 's1', messages: [] } as const;
  expect(failedWords(failure, 'Ana Pech')).toBe(m.shell_send_ambiguous_invite({ name: 'Ana Pech' }));
  expect(failedWords({ ...failure, step: 'create' }, '')).toBe(m.compose_failed_ambiguous());
});

it('only of what is not in doubt it is said that going on repeats nothing', () => {
  const invited = {};
  const lost = { kind: 'unreadable', messages: [] } as const;
  const of = (step: 'upload' | 'create' | 'invite' | 'send', progress = {}, failure = {}) =>
    resumeWords({
      step,
      progress: { invited, ...progress },
      failure: { ...lost, step, subjectId: 's1', ...failure },
    });
  expect(of('upload')).toBe(m.compose_failed_open());
  expect(of('create', { creating: true, refused: true }, { kind: 'rule' })).toBe(m.compose_failed_open());
  const refused = { requestId: 'r', inviting: 's1', refused: true };
  expect(of('invite', refused, { kind: 'rule' })).toBe(m.compose_failed_safe());
  expect(of('create', { creating: true })).toBe(m.compose_failed_look_first());
  expect(of('invite', { requestId: 'r', inviting: 's1' })).toBe(m.compose_failed_look_first());
  expect(of('send', { requestId: 'r' })).toBeUndefined();
  expect(of('create', { creating: true }, { kind: 'ambiguous' })).toBeUndefined();
});
