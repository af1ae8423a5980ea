import { describe, expect, it } from 'vitest';
import type { Caller } from '../../handlers/access/caller.ts';
import { UnknownSecret } from '../../handlers/access/authenticate.ts';
import { createAuthentication } from './authentication.ts';
import type { Core } from '../ports.ts';

function open() {
  const state = { now: 0, reads: 0, holder: 'first' as string | undefined };
  const authenticate = async (): Promise<Caller> => {
    state.reads += 1;
    if (state.holder === undefined) throw new UnknownSecret();
    return { kind: 'key', keyId: state.holder, organizationId: 'o' };
  };
  const unlimited = () => undefined;
  const authentication = createAuthentication(
    () => ({ authenticate }) as unknown as Core,
    unlimited,
    unlimited,
    () => state.now,
  );
  const identify = async (method = 'GET', secret = 'secret'): Promise<string | undefined> => {
    const request = new Request('http://127.0.0.1/rest/v1/witnesses', {
      method,
      headers: { authorization: `Bearer ${secret}` },
    });
    const caller = await authentication.identify(request, '127.0.0.1', method === 'GET');
    return caller.kind === 'key' ? caller.keyId : undefined;
  };
  return { state, authentication, identify };
}

describe('who calls', () => {
  it('AU-8 is read once a second for reads, and for every write', async () => {
    const { state, identify } = open();
    await identify();
    state.now = 999;
    await identify();
    expect(state.reads).toBe(1);
    await identify('POST');
    expect(state.reads).toBe(2);
    state.now = 2000;
    await identify();
    expect(state.reads).toBe(3);
    await identify('GET', 'another');
    expect(state.reads).toBe(4);
  });

  it('AU-8 is read again after a write, and after a second when it changed elsewhere', async () => {
    const { state, authentication, identify } = open();
    expect(await identify()).toBe('first');
    state.holder = 'second';
    expect(await identify()).toBe('first');
    authentication.forgetCallers();
    expect(await identify()).toBe('second');
    state.holder = undefined;
    state.now = 1000;
    await expect(identify()).rejects.toBeInstanceOf(UnknownSecret);
    state.holder = 'second';
    await expect(identify()).rejects.toBeInstanceOf(UnknownSecret);
  });

  it('AU-8 what was read while a change was made counts for that call alone', async () => {
    const { state, authentication, identify } = open();
    const reading = identify();
    authentication.forgetCallers();
    await reading;
    await identify();
    expect(state.reads).toBe(2);
  });
});
