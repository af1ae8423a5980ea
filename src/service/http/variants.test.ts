import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '#contract/operations/operations.ts';
import type { Operation } from '#contract/operations/operations.ts';
import { tierIncludes, tiers } from '#contract/schema/tiers.ts';
import { casesOf } from '../testing/operation-cases.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import { createWorld } from '../testing/world.ts';
import type { World } from '../testing/world.ts';

// The service as it imitates others: fewer operations, or nested resources as stubs.

let service: TestService;
let world: World;

const open = (environment: Record<string, string>): void => {
  beforeAll(async () => {
    service = await startTestService(environment);
    world = await createWorld(service);
  });
  afterAll(() => service.close());
};

async function ask(name: string, operation: Operation): Promise<Response> {
  const good = await casesOf(name)!.good(world);
  return service.request(`/rest/v1${good.path}`, {
    method: operation.method,
    as: good.as ?? world.own.key,
    body: good.input ? { input: good.input } : good.body,
  });
}

describe.each(tiers.filter((tier) => tier !== 'embedded'))('the tier %s', (tier) => {
  open({ TESTIGO_TIER: tier });

  it.each(Object.entries(allOperations).map(([name, operation]) => ({ name, operation })))(
    'ST-4 $name is served if it is of that tier, else 404',
    async ({ name, operation }) => {
      const answer = await ask(name, operation);
      const shared = Object.values(allOperations).some(
        (other) => other.path === operation.path && tierIncludes(tier, other.tier),
      );
      const expected = tierIncludes(tier, operation.tier) ? 200 : shared ? 405 : 404;
      expect(answer.status, await answer.text()).toBe(expected);
    },
  );

  it('ST-2 ST-4 the description is of a higher tier, and not there', async () => {
    expect((await service.request('/rest/v1/openapi.json')).status).toBe(404);
  });
});

describe('nesting as stubs', () => {
  open({ TESTIGO_NESTING: 'stub' });

  it.each(Object.entries(allOperations).map(([name, operation]) => ({ name, operation })))(
    'WI-14 $name answers subjects and witnesses inside of others as {id} alone',
    async ({ name, operation }) => {
      const answer = await ask(name, operation);
      expect(answer.status).toBe(200);
      if (operation.bytes || operation.access === 'open') return;
      for (const [field, value] of nestedIn(await answer.json()))
        if (stubbed.has(field)) expect(Object.keys(value), `${name}: ${field}`).toEqual(['id']);
    },
  );

  it('WI-14 there is something to be a stub: whole nesting answers the same places in full', async () => {
    const path = `/signature-request-invite/${world.invite}`;
    const stub = await service.get<{ subject: object; signatureRequest: object }>(path, world.own.key);
    expect(stub.subject).toEqual({ id: world.own.linked.id });
    const whole = await startTestService();
    try {
      const other = await createWorld(whole);
      const full = await whole.get<{ subject: object }>(
        `/signature-request-invite/${other.invite}`,
        other.own.key,
      );
      expect(full.subject).toMatchObject({
        id: other.own.linked.id,
        commonName: other.own.linked.commonName,
      });
    } finally {
      await whole.close();
    }
  });
});

const stubbed = new Set(['subject', 'witness', 'initialOwner']);

/** Every object that stands in a field of another, with that field's name. */
function* nestedIn(value: unknown, field = ''): Generator<[string, object]> {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const item of value) yield* nestedIn(item);
    return;
  }
  if (field !== '') yield [field, value];
  for (const [name, inner] of Object.entries(value)) yield* nestedIn(inner, name);
}
