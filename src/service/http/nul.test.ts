import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** A request with a NUL in it, and the path that the refusal has to name. */
interface RefusedRequest {
  readonly path: string;
  readonly body: unknown;
  readonly field: readonly (string | number)[];
}

const withNul = fc
  .tuple(
    fc.string({ maxLength: 5, unit: 'grapheme-ascii' }),
    fc.string({ maxLength: 5, unit: 'grapheme-ascii' }),
  )
  .map(([before, after]) => `${before}\0${after}`);

const pair = (name: string, value: string): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

/** In a value of any argument, known, nested or not: as it is, within JSON, or within a cursor. */
function inQuery(operation: Operation, good: { path: string; body: unknown }): fc.Arbitrary<RefusedRequest> {
  const [address = '', query = ''] = good.path.split('?');
  const collections = nestedCollections(operation, 2);
  const names = [
    ...Object.keys(operation.query ?? {}).filter((name) => name !== 'filePath'),
    ...collections.flatMap((path) =>
      nestedSuffixes.map((suffix) => nestedArgumentName(operation, path, suffix)),
    ),
    'unknown',
  ];
  return fc
    .record({
      name: fc.constantFrom(...names),
      text: withNul,
      form: fc.constantFrom('plain', 'value', 'key', 'cursor'),
    })
    .map(({ name, text, form }) => {
      const isCursor = /(?:^|_)(?:before|after)$/.test(name);
      const kind = operation.query?.[name]?.kind;
      const takesJson = kind !== undefined && kind !== 'scalar' && kind !== 'flag' && kind !== 'integer';
      const takesNestedJson = kind === undefined && name.endsWith('_where');
      let value = text;
      let inner: readonly string[] = [];
      if (isCursor && form === 'cursor')
        value = Buffer.from(JSON.stringify([['id', text]])).toString('base64');
      else if ((takesJson || takesNestedJson) && form === 'value') {
        value = JSON.stringify({ eq: text });
        inner = ['eq'];
      } else if ((takesJson || takesNestedJson) && form === 'key') {
        value = JSON.stringify({ [text]: 1 });
        inner = [text];
      }
      const others = query.split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`));
      return {
        path: `${address}?${[...others, pair(name, value)].join('&')}`,
        body: good.body,
        field: [name, ...inner],
      };
    });
}

type Place = readonly (string | number)[];

/** Where the texts of a body are. */
function textsOf(value: unknown, path: Place = []): Place[] {
  if (typeof value === 'string') return [path];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) =>
    textsOf(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function changed(value: unknown, [key, ...rest]: Place, text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? changed(item, rest, text) : item));
  const fields = value as Record<string, unknown>; // the place leads through objects and lists alone
  return { ...fields, [key]: changed(fields[key], rest, text) };
}

/** In a text of the body, in one that nobody reads, or in a key. */
function inBody(good: { path: string; body: unknown }): fc.Arbitrary<RefusedRequest> {
  const places: Place[] = [...textsOf(good.body), ['unknown']];
  return fc.tuple(fc.constantFrom(...places), withNul, fc.boolean()).map(([place, text, isKey]) => {
    const field = isKey ? [...place.slice(0, -1), text] : place;
    return { path: good.path, body: changed(good.body, field, isKey ? 'x' : text), field };
  });
}

const operations = Object.entries(allOperations).filter(
  ([name, { access }]) => !/^(?:read|list):/.test(name) && access !== 'open',
);

describe('a NUL', () => {
  it.each(operations)(
    'ER-3 anywhere in a call of %s is 400, in its input 422, and its place is named',
    async (name, operation) => {
      const found = await casesOf(name)!.good(world);
      const good = { path: found.path, body: found.input ? { input: found.input } : (found.body ?? {}) };
      const takesBody = operation.input !== undefined || operation.body !== undefined;
      await fc.assert(
        fc.asyncProperty(
          takesBody ? fc.oneof(inQuery(operation, good), inBody(good)) : inQuery(operation, good),
          async ({ path, body, field }) => {
            const answer = await service.request(`/rest/v1${path}`, {
              method: operation.method,
              as: found.as ?? world.own.key,
              ...(takesBody && { body }),
            });
            const text = await answer.text();
            expect(answer.status, `${path} ${text}`).toBe(field[0] === 'input' ? 422 : 400);
            const { errors } = JSON.parse(text) as { errors: { path: unknown; message: string }[] };
            expect(errors[0]?.path, text).toEqual(field);
            expect(errors[0]?.message).toContain('has a NUL character');
          },
        ),
        { numRuns: 25 },
      );
    },
  );

  it('ER-3 in the address is 400 as well; of a bucket it is 404, and of the path of a file 422', async () => {
    const statusOf = async (path: string) =>
      (await service.request(`/rest/v1${path}`, { as: world.own.key })).status;
    for (const [name, { method, path, rules }] of operations)
      if (method === 'GET' && path.includes('{'))
        expect(await statusOf(path.replace(/\{\w+\}/, 'a%00b')), name).toBe(
          rules.includes('RT-1') ? 404 : 400,
        );
    expect(await statusOf(`/sign-file-url?filePath=a%00b&md5Checksum=${'0'.repeat(32)}`)).toBe(422);
  });

  it('ER-3 in a body of the sandbox is 400', async () => {
    for (const [method, path] of [
      ['POST', '/sandbox/clock'],
      ['PUT', '/sandbox/faults'],
      ['POST', '/sandbox/rpc'],
    ] as const) {
      const answer = await service.request(path, { method, body: { at: 'a\0b' } });
      expect(answer.status, path).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ path: ['at'] }] });
    }
  });
});
