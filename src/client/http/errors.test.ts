import { describe, expect, it } from 'vitest';
import { ApiError, isTransientError, kindOfStatus } from './errors.ts';
import { readMessages } from './refusal.ts';

describe('error bodies', () => {
  it.each([
    [
      'the list of the interface',
      {
        errors: [
          {
            message: 'Not a PDF',
            path: ['input', 'content', 'pdf'],
            extensions: { code: 'X', http: { status: 422 } },
          },
        ],
      },
      [{ message: 'Not a PDF', path: ['content', 'pdf'], code: 'X' }],
    ],
    [
      'statusCode, message, error',
      { statusCode: 400, message: 'bad', error: 'Bad Request' },
      [{ message: 'bad' }],
    ],
    [
      'a message that is a list',
      { statusCode: 400, message: ['a', 'b'] },
      [{ message: 'a' }, { message: 'b' }],
    ],
    ['message alone', { message: 'nope' }, [{ message: 'nope' }]],
    [
      'originalError',
      {
        errors: [
          { message: 'outer', extensions: { originalError: { message: ['inner'], statusCode: 422 } } },
        ],
      },
      [{ message: 'inner' }],
    ],
    [
      'problem+json',
      { type: 'about:blank', title: 'Conflict', detail: 'Already there' },
      [{ message: 'Already there' }],
    ],
    ['text', 'Service is down', [{ message: 'Service is down' }]],
    ['an empty body', '', []],
    ['null', null, []],
    ['a number', 7, []],
    ['entries that are no objects', { errors: [null, 3, 'text'] }, [{ message: 'text' }]],
  ])('ER-5 reads %s', (_, body, expected) => {
    expect(readMessages(body)).toEqual(expected);
  });

  it('ER-5 clips a message that nobody could read', () => {
    expect(readMessages('x'.repeat(10_000))[0]?.message.length).toBeLessThan(450);
  });

  it('gives each status its kind', () => {
    expect(
      [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 502, 503, 504, 500, 418].map(kindOfStatus),
    ).toEqual([
      'malformed',
      'key-refused',
      'forbidden',
      'not-found',
      'absent',
      'conflict',
      'too-large',
      'unsupported',
      'rule',
      'rate-limited',
      'unavailable',
      'unavailable',
      'unavailable',
      'server',
      'refused',
    ]);
  });

  it('calls passing only what may be better the next time', () => {
    const line = { method: 'GET', path: '/witnesses', at: '' };
    expect(isTransientError(new ApiError('timeout', line))).toBe(true);
    expect(isTransientError(new ApiError('rule', line))).toBe(false);
    expect(isTransientError(new Error('timeout'))).toBe(false);
  });
});
