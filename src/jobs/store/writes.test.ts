import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { embeddedConnection } from '#client/session/connection.ts';
import { fakeFetch, json } from '#client/testing/answers.ts';
import { recordingWrites, writes } from './writes.ts';

const connection = embeddedConnection('https://service.example');
const organization = { id: 'a'.repeat(24) };
const scope = `${connection.baseUrl}#${organization.id}`;

it('records the change that was requested, with its outcome, and nothing of its contents', async () => {
  const { fetch } = fakeFetch(({ method, url }) => {
    if (url.pathname.endsWith('/organization')) throw new TypeError('no network');
    if (method === 'DELETE') return json({ errors: [] }, 404);
    return json({ id: 'b'.repeat(24), secret: 'tk_secret' });
  });
  const recorded = recordingWrites(fetch, () => ({ connection, organization }));
  const to = (path: string) => `${connection.baseUrl}${path}`;
  const made = await recorded(to('/api-key'), {
    method: 'POST',
    body: JSON.stringify({ input: { name: 'Nómina', organization: organization.id } }),
  });
  expect(await made.json()).toMatchObject({ secret: 'tk_secret' });
  await recorded(to(`/organization-link?id=${'c'.repeat(24)}`), { method: 'DELETE' });
  await recorded(to('/witnesses'));
  await recorded('https://elsewhere.example/rest/v1/api-key', { method: 'POST' });
  const input = { id: organization.id, name: 'Otra' };
  await expect(
    recorded(to('/organization'), { method: 'PUT', body: JSON.stringify({ input }) }),
  ).rejects.toThrow('no network');
  const read = () => new QueryClient().query(writes(scope).list());
  await expect.poll(read).toHaveLength(3);
  const records = await read();
  const byName = Object.fromEntries(
    records.map(({ operation, object, status }) => [operation, [object, status]]),
  );
  expect(byName).toEqual({
    createApiKey: ['b'.repeat(24), 200],
    deleteOrganizationLink: ['c'.repeat(24), 404],
    updateOrganization: [organization.id, null],
  });
  expect(JSON.stringify(records)).not.toMatch(/secret|Nómina|Otra/);
});
