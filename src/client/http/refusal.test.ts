import { expect, it } from 'vitest';
import { currentMillis } from '#clock/clock.ts';
import { readRefusal } from './refusal.ts';

const waitOf = async (header: string): Promise<number | undefined> => {
  const response = new Response('{}', { status: 429, headers: { 'retry-after': header } });
  const line = { method: 'GET', path: '/subjects', status: 429, at: '2026-11-20T12:00:00Z' };
  return (await readRefusal(response, line)).retryAfter;
};

it('the time to wait may be seconds or an HTTP date, and nothing else', async () => {
  expect(await waitOf('7')).toBe(7);
  const wait = await waitOf(new Date(currentMillis() + 60_000).toUTCString());
  expect(wait).toBeGreaterThan(55);
  expect(wait).toBeLessThanOrEqual(60);
  for (const header of ['Wed, 21 Oct 2015 07:28:00 GMT', 'soon', '-5', '0', '1.5'])
    expect([header, await waitOf(header)]).toEqual([header, undefined]);
});
