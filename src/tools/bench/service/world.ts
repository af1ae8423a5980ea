import type { DemoSession } from '../../../../e2e/service.ts';
import type { SandboxFaultKind } from '#contract/sandbox/injected-faults.ts';

/** What the clients act on: the demo's first organization, a key for each, and whom it may invite. */
export interface World {
  readonly organization: string;
  readonly keys: readonly string[];
  readonly subjects: readonly string[];
  /** Before the first act, RFC 3339. */
  readonly since: string;
  setFaults(seed: number): Promise<void>;
  clearFaults(): Promise<void>;
}

export async function openWorld(origin: string, clients: number): Promise<World> {
  const ask = async (path: string, key?: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
    const answer = await fetch(origin + path, { ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { organizations } = (await ask('/sandbox/session')) as DemoSession;
  const [first] = organizations;
  if (!first) throw new Error('The demo has no organization.');
  const size = encodeURIComponent(JSON.stringify({ page: 1, size: 100 }));
  const links = (await ask(`/rest/v1/organization-links?pagination=${size}`, first.apiKey)) as {
    results: { subject: { id: string } }[];
  };
  const keys: string[] = [];
  while (keys.length < clients) {
    const input = { name: `carga ${keys.length}`, organization: first.id };
    const made = await ask('/rest/v1/api-key', first.apiKey, {
      method: 'POST',
      body: JSON.stringify({ input }),
    });
    keys.push((made as { secret: string }).secret);
  }
  // Witnesses of documents go into the third party's tree, all others into Merkle batches.
  const policies = { signatureRequest: { conservation: 'WITNESS_CO' } };
  await ask('/rest/v1/organization', first.apiKey, {
    method: 'PUT',
    body: JSON.stringify({ input: { id: first.id, policies } }),
  });
  const { time } = (await ask('/rest/v1/server-time', first.apiKey)) as { time: string };
  return {
    organization: first.id,
    keys,
    subjects: links.results.map(({ subject }) => subject.id),
    since: time,
    async setFaults(seed) {
      const faults = kinds.map((fault) => ({ operation: '*', fault, rate: 0.01 }));
      await ask('/sandbox/faults', undefined, { method: 'PUT', body: JSON.stringify({ seed, faults }) });
    },
    async clearFaults() {
      await ask('/sandbox/faults', undefined, { method: 'DELETE' });
    },
  };
}

/** A hundredth of each. A delay would only be waited for. */
const kinds: readonly SandboxFaultKind[] = [
  '429',
  '500',
  '503',
  'cut-before',
  'cut-after',
  'half-body',
  'malformed-json',
  'null',
];
