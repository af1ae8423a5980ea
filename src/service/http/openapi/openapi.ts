import { z } from 'zod/mini';
import type { Argument } from '#contract/filters/arguments.ts';
import { ListLimit } from '#contract/filters/arguments.ts';
import { currenciesInUse } from '#contract/money/currencies.ts';
import { faults } from '#contract/operations/errors.ts';
import { EndorsableFilter, endorsableGrammar, EndorseEventFilter } from '#contract/filters/filters.ts';
import {
  nestedArgumentName,
  nestedCollections,
  nestedSuffixes,
  readNestedArgument,
} from '#contract/filters/nested-lists.ts';
import { allOperations } from '#contract/operations/operations.ts';
import type { Operation } from '#contract/operations/operations.ts';
import { IouContentInput } from '#contract/resources/signature-request.ts';
import { schemasWithFacts } from '#contract/schema/schema-facts.ts';
import type { Tier } from '#contract/schema/tiers.ts';
import { tierIncludes } from '#contract/schema/tiers.ts';
import { isBigNumber, isInstant, ServedAnswers } from './openapi-answers.ts';

/** How many levels of nested collections the document spells out; deeper ones follow the same naming. */
const describedLevels = 2;

type Json = Readonly<Record<string, unknown>>;

const described = new Map<Tier, Json>();

/** The OpenAPI 3.1 document of what is served up to a tier, from the tables that serve it (Rule ST-2). */
export function describeInterface(tier: Tier): Json {
  const known = described.get(tier) ?? describe(tier);
  described.set(tier, known);
  return known;
}

/** The name of an operation in the document. */
export const operationIdOf = (name: string): string => name.replace(/[^A-Za-z0-9]+/g, '_');

function describe(tier: Tier): Json {
  const names = new Names();
  // Scalars and arguments have one name wherever they are; objects are described as this service sends them.
  for (const [schema, { name, kind }] of schemasWithFacts()) if (kind === undefined) names.of(schema, name);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, operation] of Object.entries(allOperations)) {
    if (!tierIncludes(tier, operation.tier)) continue;
    const methods = (paths[operation.path] ??= {});
    methods[operation.method.toLowerCase()] = describeOperation(name, operation, names);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Document signing, witnessing and endorsement', version: '1.0.0' },
    servers: [{ url: '/rest/v1' }],
    paths,
    components: {
      schemas: { ...names.schemas(), ErrorBody: errorBody },
      responses: { Refused: refused },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function describeOperation(name: string, operation: Operation, names: Names): Json {
  const id = operationIdOf(name);
  const body = operation.input ?? operation.body;
  const schema = body && names.of(body, `${id}_input`);
  const wrapped = operation.input
    ? { type: 'object', properties: { input: schema }, required: ['input'] }
    : schema;
  return {
    operationId: id,
    'x-tier': operation.tier,
    'x-rules': operation.rules,
    security:
      operation.access === 'key' ? [{ bearer: [] }] : operation.access === 'open' ? [] : [{ bearer: [] }, {}],
    parameters: [
      ...Object.entries(operation.params ?? {}).map(([param, inner]) => ({
        name: param,
        in: 'path',
        required: true,
        schema: names.of(inner, `${id}_${param}`),
      })),
      ...Object.entries(operation.query ?? {}).map(([argument, about]) =>
        describeArgument(argument, about, names.of(about.schema, `${id}_${argument}`)),
      ),
      ...nestedParameters(operation, names),
      ...(operation.rules.includes('SR-14') ? [repeatKey] : []),
    ],
    ...(wrapped
      ? { requestBody: { required: true, content: { 'application/json': { schema: wrapped } } } }
      : {}),
    responses: {
      '200': {
        description: 'Done.',
        content: operation.bytes
          ? { 'application/octet-stream': { schema: bytes } }
          : { 'application/json': { schema: names.answer(operation.output, `${id}_output`) } },
      },
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

const repeatKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The call’s own name: sent again under it, nothing new is made.',
  schema: { type: 'string', minLength: 1, maxLength: 130 },
};

/** Objects travel as JSON text in one parameter, which OpenAPI says by `content` instead of `schema`. */
function describeArgument(name: string, { kind, required }: Argument, schema: Json): Json {
  const isJson = kind === 'match' || kind === 'range' || kind === 'object' || kind === 'where';
  const shape = isJson ? { content: { 'application/json': { schema } } } : { schema };
  return { name, in: 'query', required: required === true, ...shape };
}

function nestedParameters(operation: Operation, names: Names): Json[] {
  return nestedCollections(operation, describedLevels).flatMap((path) =>
    nestedSuffixes.map((suffix) => {
      const name = nestedArgumentName(operation, path, suffix);
      const grammar = readNestedArgument(operation, name)?.grammar;
      const filter = grammar === endorsableGrammar ? EndorsableFilter : EndorseEventFilter;
      return {
        name,
        in: 'query',
        required: false,
        ...(suffix === 'where'
          ? { content: { 'application/json': { schema: names.of(filter, '') } } }
          : { schema: suffix === 'limit' ? names.of(ListLimit, '') : { type: 'string' } }),
      };
    }),
  );
}

/** Description of an answer that is not JSON but bytes. */
const bytes: Json = { type: 'string', contentMediaType: 'application/octet-stream' };

const refused: Json = {
  description: `Refused: ${[...new Set(Object.values(faults).map(({ status }) => status))].join(', ')}.`,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
};

const errorBody: Json = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['message', 'extensions'],
        properties: {
          message: { type: 'string' },
          path: { type: 'array', items: { type: ['string', 'integer'] } },
          extensions: {
            type: 'object',
            required: ['code', 'http'],
            properties: {
              code: { enum: [...new Set(Object.values(faults).map(({ code }) => code))] },
              rule: { type: 'string' },
              http: {
                type: 'object',
                required: ['status'],
                properties: { status: { type: 'integer', minimum: 400, maximum: 599 } },
              },
            },
          },
        },
      },
    },
  },
};

/** Every schema once, by one name. */
class Names {
  readonly #registry = z.registry<{ id: string }>();
  readonly #taken = new Map<z.ZodMiniType, string>();
  readonly #answers = new ServedAnswers((schema, name) => this.of(schema, name));

  /** @returns a reference to the schema; `wanted` is its name unless it has one already */
  of(schema: z.ZodMiniType, defaultName: string): Json {
    const id = this.#taken.get(schema) ?? defaultName;
    if (!this.#taken.has(schema)) {
      this.#taken.set(schema, id);
      this.#registry.add(schema, { id });
    }
    return { $ref: `#/components/schemas/${id}` };
  }

  /** A reference to what is sent of an output of the contract. */
  answer(output: z.ZodMiniType, defaultName: string): Json {
    return this.of(this.#answers.of(output), defaultName);
  }

  schemas(): Json {
    const { schemas } = z.toJSONSchema(this.#registry, {
      uri: (id) => `#/components/schemas/${id}`,
      unrepresentable: 'any',
      io: 'input',
      override: ({ zodSchema, jsonSchema }) => {
        describeScalar(zodSchema, jsonSchema);
        // The contract says how a code is written; which of them are taken is this service's rule (SR-8).
        if (zodSchema === IouContentInput.shape.currency) jsonSchema.enum = [...currenciesInUse];
      },
    });
    return Object.fromEntries(
      Object.entries(schemas).map(([id, schema]) => {
        const { $schema: _dialect, $id: _id, ...rest } = schema;
        return [id, rest];
      }),
    );
  }
}

type Described = Parameters<
  NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>
>[0]['jsonSchema'];

/** Says what JSON Schema would not say by itself, and leaves out what says nothing. */
function describeScalar(schema: z.core.$ZodType, json: Described): void {
  if (isBigNumber(schema)) {
    delete json.anyOf;
    json.anyOf = [{ type: 'string', pattern: '^-?[0-9]{1,78}$' }, { type: 'integer' }];
  }
  if (isInstant(schema)) {
    delete json.pattern;
    json.format = 'date-time';
    json.description = 'RFC 3339, in UTC: ends in Z.';
  }
  // A pattern of JSON Schema has no flags; those that take any case here name hexadecimal digits.
  if (json.pattern && patternOf(schema)?.ignoreCase)
    json.pattern = json.pattern.replaceAll('a-f', 'a-fA-F').replaceAll('0x', '0[xX]');
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  const open = json.additionalProperties;
  if (typeof open === 'object' && Object.keys(open).length === 0) delete json.additionalProperties;
}

function patternOf(schema: z.core.$ZodType): RegExp | undefined {
  const checks = schema._zod.def.checks ?? [];
  const patterns = checks.map(({ _zod }) => (_zod.def as { pattern?: unknown }).pattern);
  return patterns.find((pattern) => pattern instanceof RegExp);
}
