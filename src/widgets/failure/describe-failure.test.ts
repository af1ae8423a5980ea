import { describe, expect, it } from 'vitest';
import { ApiError, kindOfStatus, type ErrorKind } from '#client/http/errors.ts';
import { m } from '#i18n/messages.ts';
import { describeFailure } from './describe-failure.ts';

const line = (method: string, status?: number) => ({
  method,
  path: '/thing',
  at: '10:00',
  ...(status !== undefined && { status }),
});
const textOf = (kind: ErrorKind, method: string, status?: number) =>
  describeFailure(new ApiError(kind, line(method, status))).text;

describe('whether a change was made is left open where no answer of the service came', () => {
  it.each<[ErrorKind, number | undefined]>([
    ['unreachable', undefined],
    ['offline', undefined],
    ['timeout', undefined],
    ['unreadable', 200],
    [kindOfStatus(502), 502],
    [kindOfStatus(504), 504],
  ])('%s (%s)', (kind, status) => {
    expect(textOf(kind, 'POST', status)).toContain(m.errors_unknown_outcome());
    expect(textOf(kind, 'GET', status)).not.toContain(m.errors_unknown_outcome());
  });
});

it.each<[number]>([[400], [403], [409], [422], [503]])('an answer of %i is the service’s word', (status) => {
  expect(textOf(kindOfStatus(status), 'POST', status)).not.toContain(m.errors_unknown_outcome());
});

it('a conflict is not said to be a change in the meantime, which no status tells', () => {
  for (const locale of ['en', 'es-MX'] as const)
    expect(m.errors_conflict({}, { locale })).not.toMatch(/meantime|changed|mientras tanto|cambió/i);
});
