import { z } from 'zod/mini';
import type { Argument } from '#contract/arguments.ts';
import { faults } from '#contract/faults.ts';
import { nestedCollections, nestedArgumentName, nestedSuffixes } from '#contract/nested-lists.ts';
import { allOperations } from '#contract/operations.ts';
import type { Operation } from '#contract/operations.ts';
import * as resources from '#contract/resources.ts';
import type { Tier } from '#contract/tiers.ts';
import { tierIncludes } from '#contract/tiers.ts';

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

function describe(tier: Tier): Json {
  const names = new Names();
  for (const [name, schema] of Object.entries(resources)) names.of(schema, name);
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
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function describeOperation(name: string, operation: Operation, names: Names): Json {
  const id = name.replace(/[^A-Za-z0-9]+/g, '_');
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
      ...nestedParameters(operation),
    ],
    ...(wrapped
      ? { requestBody: { required: true, content: { 'application/json': { schema: wrapped } } } }
      : {}),
    responses: {
      '200': {
        description: 'Done.',
        content: operation.bytes
          ? { 'application/octet-stream': {} }
          : { 'application/json': { schema: names.of(operation.output, `${id}_output`) } },
      },
      default: {
        description: `Refused: ${[...new Set(Object.values(faults).map(({ status }) => status))].join(', ')}.`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
      },
    },
  };
}

/** Objects travel as JSON text in one parameter, which OpenAPI says by `content` instead of `schema`. */
function describeArgument(name: string, { kind, required }: Argument, schema: Json): Json {
  const isJson = kind === 'match' || kind === 'range' || kind === 'object' || kind === 'where';
  const shape = isJson ? { content: { 'application/json': { schema } } } : { schema };
  return { name, in: 'query', required: required === true, ...shape };
}

function nestedParameters(operation: Operation): Json[] {
  return nestedCollections(operation, describedLevels).flatMap((path) =>
    nestedSuffixes.map((suffix) => ({
      name: nestedArgumentName(operation, path, suffix),
      in: 'query',
      required: false,
      ...(suffix === 'where'
        ? { content: { 'application/json': { schema: { type: 'object' } } } }
        : { schema: { type: suffix === 'limit' ? 'integer' : 'string' } }),
    })),
  );
}

const errorBody: Json = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['message', 'extensions'],
        properties: {
          message: { type: 'string' },
          path: { type: 'array', items: { type: ['string', 'integer'] } },
          extensions: { type: 'object' },
        },
      },
    },
  },
};

/** Every schema once, by one name, so that cycles become references. */
class Names {
  readonly #registry = z.registry<{ id: string }>();
  readonly #taken = new Map<z.ZodMiniType, string>();

  /** @returns a reference to the schema; `wanted` is its name unless it has one already */
  of(schema: z.ZodMiniType, wanted: string): Json {
    const id = this.#taken.get(schema) ?? wanted;
    if (!this.#taken.has(schema)) {
      this.#taken.set(schema, id);
      this.#registry.add(schema, { id });
    }
    return { $ref: `#/components/schemas/${id}` };
  }

  schemas(): Json {
    const { schemas } = z.toJSONSchema(this.#registry, {
      uri: (id) => `#/components/schemas/${id}`,
      unrepresentable: 'any',
      io: 'input',
    });
    return Object.fromEntries(
      Object.entries(schemas).map(([id, schema]) => {
        const { $schema: _dialect, $id: _id, ...rest } = schema;
        return [id, rest];
      }),
    );
  }
}
