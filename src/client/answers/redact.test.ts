import { expect, it } from 'vitest';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { createClient } from '../http/client.ts';
import { ApiError } from '../http/errors.ts';
import { redact } from './redact.ts';
import { baseUrl, fakeFetch, json } from '../testing/answers.ts';

const key = 'live-4f9d2c81b7a64e0d9c3e5f7a1b2c3d4e';
const anonymousKey = 'anon/8c1f+77aa=';

/** What stands on the screen and in the copied details after a call that was refused with this answer. */
async function shownOf(answer: Response): Promise<string> {
  const { fetch } = fakeFetch(() => answer);
  const client = createClient({ baseUrl, scope: 's', key: () => key, fetch });
  const error: unknown = await client
    .call('readSignatureRequest', { params: { id: 'a'.repeat(24) }, query: { anonymousKey } })
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ApiError);
  const { text, details } = describeFailure(error);
  return `${text}\n${details}\n${JSON.stringify(error)}`;
}

it.each([
  ['the key', `no such key ${key}`],
  ['the bearer', `bad header: authorization: Bearer ${key}`],
  ['the beginning of the key', `no such key ${key.slice(0, 20)}...`],
  ['the key behind a long text, where it is cut', `${'x'.repeat(385)} ${key}`],
  ['the anonymous key', `bad link ${anonymousKey}`],
  [
    'the anonymous key in an address',
    `GET /signature-request?anonymousKey=${encodeURIComponent(anonymousKey)}`,
  ],
  ['the key and the anonymous key', `${key} ${anonymousKey}`.repeat(4)],
])('neither the screen nor the copied details have %s that a service repeats', async (_, message) => {
  const parts = [key, key.slice(0, 14), anonymousKey, encodeURIComponent(anonymousKey)];
  for (const body of [
    { errors: [{ message, path: ['input', key] }] },
    { message: [message] },
    { errors: [{ message: 'x', extensions: { originalError: { message } } }] },
    message,
  ])
    for (const status of [400, 401, 403, 422, 429, 500]) {
      const shown = await shownOf(json(body, status));
      expect(parts.filter((part) => shown.includes(part))).toEqual([]);
      expect(shown).toContain('•••');
    }
});

it.each([
  ['authorization: Bearer abc.def', 'authorization: Bearer •••'],
  ['{"apiKey":"abc-123","name":"x"}', '{"apiKey":"•••","name":"x"}'],
  [
    'Variable "$anonymousKey" got invalid value "s3 cret"; a',
    'Variable "$anonymousKey" got invalid value "•••"; a',
  ],
  ['?anonymousKey=ab12&size=3', '?anonymousKey=•••&size=3'],
  ['X-Amz-Signature=0a1b&x=1', 'X-Amz-Signature=•••&x=1'],
  ['token eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln is old', 'token ••• is old'],
])('what looks like a secret is hidden, whoever it is of: %s', (said, shown) => {
  expect(redact(said)).toBe(shown);
});

it.each([
  'Bearer token missing',
  'The secret of life',
  'Variable "$status" got invalid value "X"; Value "X" does not exist in "Status" enum.',
  'status must be one of the following values: PENDING',
  'El nombre ya existe: secret-garden.pdf',
])('a message without a secret stays as it came: %s', (message) => {
  expect(redact(message, ['id'])).toBe(message);
});
