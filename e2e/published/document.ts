/** JSON as it is read from a service: looked at member by member. */
export type Json = Record<string, unknown>;

export type DoubleTier = 'documented' | 'published';

export const recordOf = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;

const member = (value: unknown, ...names: readonly string[]): Json => {
  let at = recordOf(value) ?? {};
  for (const name of names) at = recordOf(at[name]) ?? {};
  return at;
};

const tiers: Readonly<Record<DoubleTier, readonly unknown[]>> = {
  documented: ['documented'],
  published: ['documented', 'published'],
};

/**
 * The document of a live deployment of a tier: the one of the embedded service without what only that has, and with
 * the facts that are seen of a live deployment (gaps of the interface, [P]) in place of our own forms.
 *
 * @param whole as the embedded service answers it at `/openapi.json`
 */
export function deploymentDocument(whole: Json, tier: DoubleTier): Json {
  const document = structuredClone(whole);
  const schemas = member(document, 'components', 'schemas');
  const paths = member(document, 'paths');
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(recordOf(methods) ?? {})) {
      const { 'x-tier': of, parameters } = recordOf(operation) ?? {};
      if (!tiers[tier].includes(of)) Reflect.deleteProperty(recordOf(methods) ?? {}, method);
      for (const parameter of Array.isArray(parameters) ? (parameters as Json[]) : [])
        asDeployed(parameter, schemas);
    }
    if (Object.keys(recordOf(methods) ?? {}).length === 0) Reflect.deleteProperty(paths, path);
  }
  if (tier === 'published') {
    // Only the form with the id in the body is there, and content comes in a wrapper alone.
    Reflect.deleteProperty(member(paths, '/signature-request/{id}'), 'put');
    const create = inputOf(paths, schemas, '/signature-request', 'post');
    const content = resolved(member(create, 'properties').content, schemas);
    const forms = (content.anyOf ?? content.oneOf) as Json[];
    content.anyOf = forms.flatMap((form) => {
      const inner = resolved(form, schemas);
      const nested = (inner.anyOf ?? inner.oneOf ?? [inner]) as Json[];
      return nested.filter((one) =>
        Object.keys(member(resolved(one, schemas), 'properties')).some((name) => name.endsWith('Content')),
      );
    });
    Reflect.deleteProperty(content, 'oneOf');
    requireAlso(inputOf(paths, schemas, '/organization', 'put'), 'emailAddress');
    requireAlso(inputOf(paths, schemas, '/organization-link', 'post'), 'subject');
    // Keys have no scopes there, and a link is taken off by its id alone.
    for (const method of ['post', 'put'])
      Reflect.deleteProperty(member(inputOf(paths, schemas, '/api-key', method), 'properties'), 'scopes');
    const unlink = member(paths, '/organization-link', 'delete');
    unlink.parameters = [{ name: 'id', in: 'query', required: true, schema: { type: 'string' } }];
    for (const [path, strategy, provider] of providers) {
      const { parameters } = member(paths, path, 'get');
      const named = (parameters as Json[]).find(({ name }) => name === strategy);
      const schema = resolved(member(named, 'content', 'application/json').schema, schemas);
      member(schema, 'properties')[provider] = matchOf({ type: 'string', enum: [deployedProvider] });
    }
  }
  return document;
}

/** The only provider that a live deployment names is another than the sandbox's. */
export const deployedProvider = 'PSC-UNO';

const providers = [
  ['/witnesses', 'nom151', 'provider'],
  ['/witnesses', 'merkleized', 'nom151Provider'],
] as const;

const matchOf = (value: Json): Json => {
  const list = { type: 'array', items: value };
  const properties = { exists: { type: 'boolean' }, eq: value, ne: value, in: list, nin: list };
  return { type: 'object', properties, additionalProperties: false };
};

/** One query argument as a live deployment takes it. */
function asDeployed(parameter: Json, schemas: Json): void {
  const json = member(parameter, 'content', 'application/json');
  const schema = resolved(json.schema ?? parameter.schema, schemas);
  const properties = member(schema, 'properties');
  // What an object takes besides its members is nothing.
  if (schema.type === 'object') schema.additionalProperties ??= false;
  if (parameter.name === 'pagination') {
    requireAlso(schema, 'page', 'size');
    // Both are sent with every list, also where a default would do.
    parameter.required = true;
  }
  if (parameter.name === 'nom151' || parameter.name === 'merkleized')
    Reflect.deleteProperty(properties, 'exists');
  if (parameter.name === 'EVMAddress' || parameter.name === 'hash') {
    const bare = { type: 'string', pattern: '^[0-9a-fA-F]+$' };
    // Not in place: others share the schema.
    if (json.schema === undefined) parameter.schema = bare;
    else json.schema = matchOf(bare);
  }
}

function requireAlso(schema: Json, ...names: readonly string[]): void {
  const before = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  schema.required = [...new Set([...before, ...names])];
}

function inputOf(paths: Json, schemas: Json, path: string, method: string): Json {
  const body = member(paths, path, method, 'requestBody', 'content', 'application/json', 'schema');
  return resolved(member(body, 'properties').input, schemas);
}

/** What a reference stands for. */
export function resolved(schema: unknown, schemas: Json): Json {
  const { $ref } = recordOf(schema) ?? {};
  if (typeof $ref !== 'string') return recordOf(schema) ?? {};
  return resolved(schemas[$ref.slice('#/components/schemas/'.length)], schemas);
}
