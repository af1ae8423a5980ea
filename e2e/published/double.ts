import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  deployedProvider,
  deploymentDocument,
  recordOf,
  resolved,
  type DoubleTier,
  type Json,
} from './document.ts';

/** A call as the double saw it. */
export interface SeenCall {
  readonly method: string;
  /** The path of the document, with its parameters unfilled. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly input: unknown;
  readonly status: number;
  /** What of it is not as the document says. */
  readonly violations: readonly string[];
  /** The document has no such operation. */
  readonly isUnlisted: boolean;
}

export interface Double {
  readonly origin: string;
  readonly calls: readonly SeenCall[];
  /** Puts it before a service; until then nothing is answered. */
  attach(service: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A live deployment of a tier before the embedded service, whose data it answers in the forms of such a deployment. It
 * holds every call against the document of that tier, strict about unknown members, required ones and enums, and
 * refuses as a gateway does: 500 of a variable, 400 of JSON that is none, 404 of a path, 200 with null.
 *
 * @param servesDocument whether its document can be read of it
 */
export async function startDouble(tier: DoubleTier, servesDocument = false): Promise<Double> {
  const calls: SeenCall[] = [];
  let target = '';
  let answer:
    ((request: IncomingMessage, response: ServerResponse, origin: string) => Promise<void>) | undefined;
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host ?? ''}`;
    for (const [name, value] of Object.entries(crossOrigin)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const answered = answer?.(request, response, origin) ?? Promise.reject(new Error('Not attached.'));
    answered.catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    attach: async (service) => {
      target = service;
      const whole = (await (await fetch(`${target}/rest/v1/openapi.json`)).json()) as Json;
      answer = answering(deploymentDocument(whole, tier), { tier, servesDocument, target, calls });
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-allow-headers': 'authorization, content-type, content-md5',
};

interface Argument {
  readonly isJson: boolean;
  readonly isRequired: boolean;
  readonly type: unknown;
  readonly validate: ValidateFunction;
}

interface Operation {
  readonly path: string;
  readonly matches: RegExp;
  readonly method: string;
  readonly arguments: ReadonlyMap<string, Argument>;
  readonly body: ValidateFunction | undefined;
  readonly members: ReadonlySet<string>;
}

function operationsOf(document: Json): readonly Operation[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'deployment' });
  const schemas = recordOf(recordOf(document.components)?.schemas) ?? {};
  const compile = (schema: unknown): ValidateFunction =>
    ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"deployment#/components/')) as Json,
    );
  return Object.entries(recordOf(document.paths) ?? {}).flatMap(([path, methods]) =>
    Object.entries(recordOf(methods) ?? {}).map(([method, described]) => {
      const { parameters = [], requestBody } = recordOf(described) ?? {};
      const named = (parameters as Json[]).filter((parameter) => parameter.in === 'query');
      const content = recordOf(recordOf(requestBody)?.content)?.['application/json'];
      return {
        path,
        method: method.toUpperCase(),
        matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
        arguments: new Map(
          named.map((parameter) => {
            const json = recordOf(recordOf(parameter.content)?.['application/json']);
            const schema = json ? json.schema : parameter.schema;
            const { type } = resolved(schema, schemas);
            const isRequired = parameter.required === true;
            return [
              String(parameter.name),
              { isJson: json !== undefined, isRequired, type, validate: compile(schema) },
            ];
          }),
        ),
        body: content === undefined ? undefined : compile(recordOf(content)?.schema),
        members: new Set(
          Object.keys(recordOf(resolved(recordOf(content)?.schema, schemas).properties) ?? {}),
        ),
      };
    }),
  );
}

class BadJson extends Error {}

function violationsOf(operation: Operation, query: URLSearchParams, body: unknown): string[] {
  const violations: string[] = [];
  const seen = new Set<string>();
  for (const [name, text] of query) {
    if (seen.has(name)) violations.push(`${name}: sent twice`);
    seen.add(name);
    const argument = operation.arguments.get(name);
    if (!argument) {
      violations.push(`${name}: no such argument`);
      continue;
    }
    const value = argument.isJson ? parsed(text) : scalar(text, argument.type);
    if (!argument.validate(value)) violations.push(...faults(name, argument.validate));
  }
  for (const [name, { isRequired }] of operation.arguments)
    if (isRequired && !query.has(name)) violations.push(`${name}: is missing`);
  if (operation.body && !operation.body(body)) violations.push(...faults('input', operation.body));
  // A body holds what its schema names, and the arguments of nested lists.
  for (const name of Object.keys(recordOf(body) ?? {}))
    if (!operation.members.has(name) && !operation.arguments.has(name))
      violations.push(`${name}: no such member of the body`);
  if (!operation.body && body !== undefined) violations.push('body: none is taken');
  if (query.get('before') !== null && query.get('after') !== null) violations.push('before: with after');
  return violations;
}

const faults = (name: string, { errors }: ValidateFunction): string[] =>
  (errors ?? []).map(({ instancePath, message = '' }) => `${name}${instancePath}: ${message}`);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new BadJson(text);
  }
}

function scalar(text: string, type: unknown): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return type === 'integer' || type === 'number' ? Number(text) : text;
}

interface Answering {
  readonly tier: DoubleTier;
  readonly servesDocument: boolean;
  readonly target: string;
  readonly calls: SeenCall[];
}

function answering(document: Json, { tier, servesDocument, target, calls }: Answering) {
  const operations = operationsOf(document);
  return async (request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> => {
    const url = new URL(request.url ?? '/', origin);
    const bytes = await readAll(request);
    const method = request.method ?? 'GET';
    const send = (status: number, value: unknown, type = 'application/json'): void => {
      response.writeHead(status, { 'content-type': type });
      response.end(typeof value === 'string' ? value : JSON.stringify(value));
    };
    // Its object store takes the bytes, at an address of its own.
    if (url.pathname.startsWith('/store/')) {
      const taken = await fetch(target + url.pathname.slice('/store'.length), {
        method,
        body: bytes,
        headers: { 'content-md5': String(request.headers['content-md5'] ?? '') },
      });
      send(taken.status, await taken.text(), 'text/plain');
      return;
    }
    const path = url.pathname.replace(/^\/rest\/v1/, '');
    if (servesDocument && path === '/openapi.json') {
      send(200, document);
      return;
    }
    const operation = operations.find((one) => one.method === method && one.matches.test(path));
    const query = Object.fromEntries(url.searchParams);
    const note = (status: number, violations: readonly string[], input?: unknown): void => {
      calls.push({
        method,
        path: operation?.path ?? path,
        query,
        input,
        status,
        violations,
        isUnlisted: operation === undefined,
      });
    };
    if (!operation) {
      // Whether an operation is there is found out by calling it: that is no violation.
      note(404, []);
      send(404, { statusCode: 404, message: `Cannot ${method} ${path}`, error: 'Not Found' });
      return;
    }
    let body: unknown;
    let violations: string[];
    try {
      body = bytes.length > 0 ? parsed(bytes.toString()) : undefined;
      violations = violationsOf(operation, url.searchParams, body);
    } catch (error) {
      if (!(error instanceof BadJson)) throw error;
      note(400, [`bad JSON: ${error.message.slice(0, 80)}`]);
      send(400, { statusCode: 400, message: 'Unexpected token in JSON', error: 'Bad Request' });
      return;
    }
    const input = recordOf(body)?.input ?? body;
    if (violations.length > 0) {
      note(500, violations, input);
      const [first = ''] = violations;
      const message = `Variable "$${first.split(/[:/]/, 1)[0]}" got invalid value; ${first}`;
      send(500, { errors: [{ message, extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
      return;
    }
    const answer = await fetch(target + asEmbedded(url), {
      method,
      headers: {
        authorization: request.headers.authorization ?? '',
        ...(bytes.length > 0 ? { 'content-type': 'application/json' } : {}),
      },
      ...(bytes.length > 0 ? { body: bytes } : {}),
    });
    const isMissing = answer.status === 404 && method === 'GET';
    note(isMissing ? 200 : answer.status, [], input);
    if (isMissing) {
      send(200, 'null');
      return;
    }
    const value: unknown = await answer.json();
    if (operation.path === '/server-time') send(200, String(recordOf(value)?.time), 'text/plain');
    else if (operation.path === '/sign-file-url') {
      const { url: address, key } = recordOf(value) ?? {};
      send(answer.status, { url: `${origin}/store${new URL(String(address), target).pathname}`, key });
    } else send(answer.status, tier === 'published' ? asDeployed(value, operation.path) : value);
  };
}

const provider = { embedded: 'TESTIGO-SANDBOX', deployed: deployedProvider };

function asEmbedded({ pathname, search, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams);
  if (/\/median-\w+-rates$/.test(pathname)) {
    // The ids there are no times: only their own time orders them.
    const isByTime = query.get('orderBy') === 'timestamp';
    if (!isByTime) query.set('orderDirection', query.get('orderDirection') === 'desc' ? 'asc' : 'desc');
    query.set('orderBy', 'id');
    return `${pathname}?${query}`;
  }
  return pathname + search.replaceAll(provider.deployed, provider.embedded);
}

/** An answer in the forms of a live deployment. */
function asDeployed(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((item) => asDeployed(item, path));
  if (value === provider.embedded) return provider.deployed;
  const record = recordOf(value);
  if (!record) return value;
  if (path.startsWith('/median-') && 'median' in record) {
    const { id, median, inverse } = record;
    return { id: `0x${String(id)}`, rate: median, inverseRate: inverse, timestamp: id, network: 42161 };
  }
  return Object.fromEntries(
    Object.entries(record).map(([name, inner]) => {
      if (name === 'content' && recordOf(inner)) return [name, deployedContent(recordOf(inner) ?? {})];
      return [name === 'witnessExternal' ? 'witnessCo' : name, asDeployed(inner, path)];
    }),
  );
}

/** Content does not repeat the key that was sent: an address of the object store, or the text itself. */
function deployedContent(content: Json): Json {
  const stored = (key: unknown): unknown =>
    typeof key === 'string' ? `https://store.example/${encodeURIComponent(key)}?signature=x` : key;
  const { pdf, json, raw } = content;
  const isIou = content.debtor != null;
  return {
    ...content,
    ...(pdf == null ? {} : { pdf: stored(pdf) }),
    ...(json == null ? {} : { json: stored(json) }),
    ...(raw == null ? {} : { raw: isIou ? stored(raw) : 'El texto mismo del documento.' }),
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
