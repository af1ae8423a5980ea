import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyScopes } from '#contract/operations/key-scopes.ts';
import type { KeyScope } from '#contract/operations/key-scopes.ts';
import { allOperations } from '#contract/operations/operations.ts';
import type { ApiKey } from '#contract/resources/resources.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';

// Every operation that needs a key, by a key that has one scope alone.

let on: TestService;
beforeAll(async () => {
  on = await startTestService();
});
afterAll(() => on.close());

/** What an operation needs, without the table of scopes: by what it writes to. */
function needed(name: string, method: string, path: string): KeyScope {
  if (method === 'GET') return name === 'signFileUrl' ? 'write' : 'read';
  return /^\/(?:api-key|organization-member|organization)$/.test(path) ? 'administer' : 'write';
}

describe('scopes of keys', () => {
  it('AK-4 every operation is 403 to a key without its scope, before anything of the call is looked at', async () => {
    const { id: organization, key } = await on.organization();
    const secrets = new Map<KeyScope, string>();
    for (const scope of keyScopes) {
      const input = { name: scope, organization, scopes: [scope] };
      const made = await on.write<ApiKey>('POST', '/api-key', key, input);
      secrets.set(scope, made.secret ?? '');
    }
    const isRefused = async (method: string, path: string, as: string | undefined): Promise<boolean> => {
      const body = method === 'POST' || method === 'PUT' ? { body: { input: {} } } : {};
      const answer = await on.request(`/rest/v1${path.replace(/\{\w+\}/g, '0'.repeat(24))}`, {
        method,
        as,
        ...body,
      });
      expect(answer.status, `${method} ${path}`).toBeLessThan(500);
      return answer.status === 403 && (await answer.text()).includes('"AK-4"');
    };
    const closed = Object.entries(allOperations).filter(([, { access }]) => access !== 'open');
    expect(closed.length).toBeGreaterThan(40);
    for (const [name, { method, path }] of closed)
      for (const scope of keyScopes)
        expect([name, scope, await isRefused(method, path, secrets.get(scope))]).toEqual([
          name,
          scope,
          scope !== needed(name, method, path),
        ]);
  });
});
