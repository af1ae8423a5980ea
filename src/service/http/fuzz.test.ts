import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Argument } from '#contract/filters/arguments.ts';
import { endorsableGrammar, endorseEventGrammar } from '#contract/filters/filters.ts';
import { nestedArgumentName, nestedCollections, nestedSuffixes } from '#contract/filters/nested-lists.ts';
import { allOperations } from '#contract/operations/operations.ts';
import type { Operation } from '#contract/operations/operations.ts';
import { casesOf } from '../testing/operation-cases.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import { createWorld } from '../testing/world.ts';
import type { World } from '../testing/world.ts';

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startTestService();
  world = await createWorld(service);
});
afterAll(() => service.close());

/** Values that have broken services: edges of types, of encodings, of the databases' own ranges. */
const nasty = fc.constantFrom(
  '',
  ' ',
  'null',
  '-1',
  '0',
  '1e999',
  '9'.repeat(78),
  '9'.repeat(400),
  '2147483648',
  '9223372036854775808',
  '\u0000',
  'a\u0000b',
  '\ud83d\ude00',
  "' or 1=1 --",
  '%_\\',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-02-30T00:00:00Z',
  '0x',
  'f'.repeat(24),
  'F'.repeat(64),
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'America/Mexico_City',
);
const number = fc.constantFrom(0, -0, 1, -1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 0.1, 1e-9);
const scalar = fc.oneof(nasty, number, fc.boolean(), fc.constant(null), fc.string({ maxLength: 12 }));
const anything = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }), fc.jsonValue({ maxDepth: 3 }));

const matchKeys = fc.constantFrom(
  'exists',
  'eq',
  'ne',
  'in',
  'nin',
  'gte',
  'lte',
  'provider',
  'createdAt',
  'field',
  'order',
  'page',
  'size',
  'name',
  'organization',
  'commonName',
  'RFC',
);
const objectText = fc.dictionary(
  matchKeys,
  fc.oneof(anything, fc.dictionary(matchKeys, anything, { maxKeys: 3 })),
  { maxKeys: 4 },
);
const grammars = [endorsableGrammar, endorseEventGrammar];
const condition = fc.constantFrom(
  ...grammars.flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([column, { operators }]) =>
      operators.map((operator) => column + operator),
    ),
  ),
);
const where = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.dictionary(
    fc.oneof({ weight: 5, arbitrary: condition }, { weight: 1, arbitrary: fc.constantFrom('AND', 'OR') }),
    fc.oneof(scalar, fc.array(fc.oneof(scalar, tie('tree')), { maxLength: 3 })),
    { maxKeys: 4 },
  ),
})).tree;

const valueOf = ({ kind }: Argument): fc.Arbitrary<string> =>
  fc.oneof(
    nasty,
    scalar.map(String),
    (kind === 'where' ? where : objectText).map((value) => JSON.stringify(value)),
  );

interface FuzzedCall {
  readonly operation: Operation;
  readonly query: string;
  readonly param: string;
  readonly body: unknown;
}

const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, '?'));

/** Calls that look like calls: known names, nearly right values. */
function callOf(operation: Operation): fc.Arbitrary<FuzzedCall> {
  const pairs = Object.entries(operation.query ?? {}).map(([name, argument]) =>
    fc.option(
      valueOf(argument).map((value) => `${name}=${encode(value)}`),
      { nil: undefined, freq: 2 },
    ),
  );
  const collections = nestedCollections(operation, 2);
  const nested =
    collections.length === 0
      ? fc.constant(undefined)
      : fc
          .tuple(
            fc.constantFrom(...collections),
            fc.constantFrom(...nestedSuffixes),
            fc.oneof(
              nasty,
              where.map((tree) => JSON.stringify(tree)),
            ),
          )
          .map(([path, suffix, value]) => `${nestedArgumentName(operation, path, suffix)}=${encode(value)}`);
  const query = fc
    .tuple(...pairs, nested)
    .map((parts) => parts.filter((part) => part !== undefined).join('&'));
  const input = inputOf(operation);
  return fc.record({
    operation: fc.constant(operation),
    query,
    param: fc.oneof(nasty, fc.string({ maxLength: 30 })),
    body: input,
  });
}

/** A good input with one field changed, taken away or added. */
function inputOf(operation: Operation): fc.Arbitrary<unknown> {
  if (!operation.input) return fc.oneof(objectText, anything);
  const def = operation.input._zod.def as { shape?: Record<string, unknown> };
  const fields = [...Object.keys(def.shape ?? {}), 'colour'];
  return fc
    .dictionary(
      fc.constantFrom(...fields),
      fc.oneof(
        anything,
        fc.constantFrom('a'.repeat(24), world.own.id, world.request.id, world.own.linked.id),
      ),
      { maxKeys: 5 },
    )
    .map((input) => ({ input }));
}

const bodyless = new Set(['GET', 'DELETE']);

async function send({ operation, query, param, body }: FuzzedCall, as: string): Promise<Response> {
  const path = operation.path.replace(/\{\w+\}/, () => encode(param));
  return service.request(`/rest/v1${path}${query ? `?${query}` : ''}`, {
    method: operation.method,
    as,
    ...(bodyless.has(operation.method)
      ? {}
      : {
          body: body === undefined ? 'x' : JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
  });
}

describe('fuzz', () => {
  it.each(Object.keys(allOperations).filter((name) => !/^(read|list):(daily|monthly|median)/.test(name)))(
    'ER-3 %s is never answered with 500, whatever is sent',
    async (name) => {
      const operation = allOperations[name]!;
      await fc.assert(
        fc.asyncProperty(callOf(operation), fc.boolean(), async (call, asSubject) => {
          const answer = await send(call, asSubject ? world.own.member.token : world.own.key);
          const text = operation.bytes && answer.status === 200 ? '' : await answer.text();
          expect(answer.status, `${text} ${service.lines.at(-2)}`).not.toBe(500);
          expect(answer.status).toBeLessThan(500);
        }),
        { numRuns: 60 },
      );
    },
    60_000,
  );

  it('ER-3 a good call with one character changed anywhere is never answered with 500', async () => {
    const names = Object.keys(allOperations).filter((name) => !name.includes(':') && name !== 'deleteApiKey');
    for (const name of names) {
      const operation = allOperations[name]!;
      const good = await casesOf(name)!.good(world);
      const body = JSON.stringify(good.input ? { input: good.input } : (good.body ?? {}));
      await fc.assert(
        fc.asyncProperty(
          fc.nat(),
          fc.nat(),
          fc.constantFrom('"', '\\', '{', ',', '0', 'a', '%', '\u0000'),
          async (at, where, character) => {
            const corrupt = (text: string, index: number): string => {
              const cut = index % (text.length + 1);
              return text.slice(0, cut) + character + text.slice(cut + 1);
            };
            const path = `/${corrupt(good.path.slice(1), at).replace(/[\u0000-\u0020"{\\]/g, (c) => encode(c))}`;
            const answer = await service.request(`/rest/v1${path}`, {
              method: operation.method,
              as: good.as ?? world.own.key,
              ...(bodyless.has(operation.method)
                ? {}
                : { body: corrupt(body, where), headers: { 'content-type': 'application/json' } }),
            });
            expect(answer.status, `${path} ${service.lines.at(-2)}`).toBeLessThan(500);
          },
        ),
        { numRuns: 15 },
      );
    }
  }, 120_000);
});
