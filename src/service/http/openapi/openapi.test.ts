import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { currenciesInUse } from '#contract/money/currencies.ts';
import { allOperations } from '#contract/operations/operations.ts';
import { tiers } from '#contract/schema/tiers.ts';
import {
  checkDescribed,
  compileDescribed,
  described,
  describedInterface,
} from '../../testing/check-described.ts';
import { describeInterface } from './openapi.ts';

// Held by programs of others, which know nothing of the contract: the document by the published schema of OpenAPI 3.1,
// its schemas by a validator of JSON Schema 2020-12, which also holds every answer of the service's tests to them.

const copy = (): Record<string, unknown> => structuredClone(describeInterface('embedded'));

describe('The description of the interface', () => {
  it.each(tiers)('ST-2 of the tier %s is valid OpenAPI 3.1', async (tier) => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(describeInterface(tier)));
    expect(result.errors).toBeUndefined();
    expect([result.valid, validator.version]).toEqual([true, '3.1']);
  });

  it.each([
    ['no title', (it: Described) => delete it.info.title],
    [
      'a parameter that stands nowhere',
      (it: Described) => delete it.paths['/witnesses']?.get?.parameters[0]?.in,
    ],
    [
      'a parameter with schema and content',
      (it: Described) => Object.assign(it.paths['/witnesses']?.get?.parameters[0] ?? {}, { schema: {} }),
    ],
    ['an answer without words', (it: Described) => delete it.components.responses.Refused?.description],
  ] as const)('ST-2 would not pass with %s', async (_, damage) => {
    const document = copy();
    // The parts that are damaged are what the type says, or the case would change nothing and fail.
    damage(document as unknown as Described);
    expect((await new Validator().validate(document)).valid).toBe(false);
  });

  it('ST-2 every schema of it is JSON Schema 2020-12 and can be held to, alone', () => {
    const ajv = compileDescribed();
    const names = Object.keys(describedInterface().components.schemas);
    expect(names).toContain('SignatureRequestInvite');
    for (const name of names)
      expect(() => ajv.getSchema(`openapi#/components/schemas/${name}`), name).not.toThrow();
  });

  it('ST-2 SR-8 lists the currencies that an IOU can be in, as the service takes them', () => {
    const lists: unknown[] = [];
    JSON.stringify(describedInterface().components.schemas, (_, value: unknown) => {
      const { currency, debtor } = (value ?? {}) as { currency?: { enum?: unknown }; debtor?: unknown };
      if (debtor !== undefined && currency?.enum) lists.push(currency.enum);
      return value;
    });
    expect(lists.length).toBeGreaterThan(0);
    for (const list of lists) expect(list).toEqual(currenciesInUse);
  });

  it('ST-2 leads from no answer back to itself, so that whoever makes samples of it comes to an end', () => {
    const { schemas } = describedInterface().components;
    const leads = (name: string, above: readonly string[]): void => {
      expect(above, [...above, name].join(' → ')).not.toContain(name);
      for (const [, next = ''] of JSON.stringify(schemas[name]).matchAll(
        /"#\/components\/schemas\/([^"]+)"/g,
      ))
        leads(next, [...above, name]);
    };
    for (const [name, operation] of Object.entries(allOperations)) {
      const method = operation.method.toLowerCase();
      const content = describedInterface().paths[operation.path]?.[method]?.responses[200].content;
      expect(content, name).toBeDefined();
      const reference = content?.['application/json']?.schema.$ref;
      if (reference) leads(reference.replace('#/components/schemas/', ''), []);
    }
  });

  it.each([
    ['SignatureRequestInvite', { status: 'LOST' }],
    ['SignatureRequestInvite', { status: null }],
    ['Witness', { createdAt: 'yesterday' }],
    ['Witness', { hash: 'abc' }],
    ['Organization', { policies: { signatureRequest: { conservation: 'NONE' } } }],
    ['EndorseEvent', { digest: '-1' }],
  ] as const)('ST-2 does not take a %s with %o', (name, wrong) => {
    const good = samples[name];
    const holds = described(`#/components/schemas/${name}`);
    expect(holds(good), JSON.stringify(holds.errors)).toBe(true);
    expect(holds({ ...good, ...wrong })).toBe(false);
  });

  it('ST-2 takes what stands inside whole, as {id} or as nothing, and no other kind of it', () => {
    const holds = described('#/components/schemas/Witness');
    const { Witness } = samples;
    for (const initialOwner of [null, { id }, { id, commonName: 'Ana', certificate: { id } }])
      expect(holds({ ...Witness, initialOwner }), JSON.stringify(initialOwner)).toBe(true);
    for (const initialOwner of ['Ana', {}, { id: 'Ana' }])
      expect(holds({ ...Witness, initialOwner }), JSON.stringify(initialOwner)).toBe(false);
  });

  it('ST-2 an answer that does not fit is named with its operation', () => {
    const operation = allOperations.readWitnessByHash;
    if (!operation) throw new Error('The table has no such operation.');
    expect(() => {
      checkDescribed('readWitnessByHash', operation, { ...samples.Witness, algorithm: 'MD5' });
    }).toThrow(/readWitnessByHash.*algorithm/);
  });
});

/** What of the document is damaged here. */
interface Described {
  info: { title?: string };
  paths: Record<string, { get?: { parameters: { in?: string }[] } }>;
  components: { responses: Record<string, { description?: string }> };
}

const id = 'a'.repeat(24);
const dates = { createdAt: '2026-11-20T12:00:00.000Z', updatedAt: '2026-11-20T12:00:00.000Z' };
const samples = {
  SignatureRequestInvite: { id, status: 'PENDING', signatureRequest: { id }, subject: { id }, ...dates },
  Witness: { id, hash: 'b'.repeat(64), algorithm: 'SHA256', organization: { id }, ...dates },
  Organization: {
    id,
    name: 'Grupo',
    quota: { id, API: true, nom151: 1, groupedNOM151: 0 },
    policies: { signatureRequest: { conservation: 'NOM151' } },
    ...dates,
  },
  EndorseEvent: {
    id: `0x${'c'.repeat(64)}-0x1`,
    timestamp: 1,
    fromId: `0x${'d'.repeat(40)}`,
    toId: `0x${'e'.repeat(40)}`,
    digest: '12',
    network: 421614,
  },
};
