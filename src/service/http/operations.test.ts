import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '#contract/operations/operations.ts';
import { casesOf } from '../testing/operation-cases.ts';
import type { CaseRequest, Refused } from '../testing/case-shapes.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import { createWorld } from '../testing/world.ts';
import type { World } from '../testing/world.ts';
import type { ErrorAnswer } from './testing/stub-app.ts';

// With the sandbox on everybody sees every subject, so what is hidden is shown with it off.
let service: TestService;
let shared: World;
beforeAll(async () => {
  service = await startTestService({ TESTIGO_SANDBOX: '0' });
  shared = await createWorld(service);
});
afterAll(() => service.close());

const send = (method: string, { path, as, input, body }: CaseRequest, world: World): Promise<Response> =>
  service.request(`/rest/v1${path}`, {
    method,
    as: as ?? world.own.key,
    body: input ? { input } : body,
  });

/** Nothing of what is done inside changes a row: a refusal that changed something would be none (Rule ER-2). */
async function unchanged(act: () => Promise<void>): Promise<void> {
  const before = await service.snapshot();
  await act();
  expect(await service.snapshot()).toEqual(before);
}

async function expectRefusals(method: string, refusals: readonly Refused[], world: World): Promise<void> {
  await unchanged(async () => {
    for (const refused of refusals) await expectRefusal(method, refused, world);
  });
}

async function expectRefusal(method: string, refused: Refused, world: World): Promise<void> {
  const answer = await send(method, refused, world);
  const text = await answer.text();
  const about = `${method} ${refused.path.slice(0, 120)} ${JSON.stringify(refused.input ?? refused.body ?? '')}: ${text}`;
  expect(answer.status, about).toBe(refused.status);
  const { errors } = JSON.parse(text) as ErrorAnswer;
  expect(errors[0]?.extensions.http.status, about).toBe(refused.status);
  expect(errors[0]?.message, about).toMatch(/\S/);
  if (refused.field)
    expect(
      errors.map(({ path = [] }) => path.slice(0, refused.field?.length)),
      about,
    ).toContainEqual(refused.field);
}

describe.each(Object.entries(allOperations).map(([name, operation]) => ({ name, operation })))(
  '$operation.method $operation.path ($name)',
  ({ name, operation }) => {
    const cases = casesOf(name);
    const { method } = operation;
    let world: World;
    beforeAll(async () => {
      // What is only read can be shared; whoever writes has a world of its own.
      world = method === 'GET' ? shared : await createWorld(service);
    });

    if (!cases) {
      it('ER-2 has its cases', () => expect.fail(`${name} is in the table of operations, but has no cases`));
      return;
    }

    const { malformed, other, missing, conflict, good } = cases;
    it('ER-2 malformed: refused, the field named, nothing changed', async () => {
      await expectRefusals(method, malformed(world), world);
    });

    if (operation.access !== 'open')
      it('AU-1 unauthorized: 401 before anything is looked at', async () => {
        const ask = await good(world);
        const refusals = ['', 'unknown-key'].map((as) => ({ ...ask, as, status: 401 }));
        await expectRefusals(method, refusals, world);
      });

    // Where a kind cannot occur, the table says why in its place.
    if (typeof other !== 'string')
      it('AU-3 other organization: as if it did not exist, or not yours', async () => {
        await expectRefusals(method, other(world), world);
      });

    if (typeof missing !== 'string')
      it('AU-3 missing: 404, nothing changed', async () => {
        await expectRefusals(method, missing(world), world);
      });

    if (typeof conflict !== 'string')
      it('ER-2 conflict: 409, nothing changed', async () => {
        const refusals = await conflict(world);
        expect(refusals.length).toBeGreaterThan(0);
        await expectRefusals(method, refusals, world);
      });

    it('WI-14 good: 200, as the contract says, with everything that is required', async () => {
      const ask = await good(world);
      const before = await service.snapshot();
      const answer = await send(method, ask, world);
      const text = await answer.text();
      expect(answer.status, `${text}\n${service.lines.at(-2) ?? ''}`).toBe(200);
      if (!operation.bytes)
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      if (method === 'GET' && name !== 'signFileUrl') expect(await service.snapshot()).toEqual(before);
      if (method !== 'GET') expect(await service.snapshot()).not.toEqual(before);
    });
  },
);
