import { expect, it } from 'vitest';
import { m } from '#words/words.ts';
import { failedWords } from './send-panel.tsx';

it('an invite in doubt is not said to be a create in doubt', () => {
  const failure = { step: 'invite', kind: 'ambiguous', subjectId: 's1', messages: [] } as const;
  expect(failedWords(failure, 'Ana Pech')).toBe(m.shell_send_ambiguous_invite({ name: 'Ana Pech' }));
  expect(failedWords({ ...failure, step: 'create' }, '')).toBe(m.compose_failed_ambiguous());
});
