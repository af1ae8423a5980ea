import { Hono } from 'hono';
import type { Context } from 'hono';
import { isDeepStrictEqual } from 'node:util';
import { allOperations } from '#contract/operations/operations.ts';
import type { Operation, OperationName } from '#contract/operations/operations.ts';
import { tierIncludes } from '#contract/schema/tiers.ts';
import { scopeFor } from '#contract/operations/key-scopes.ts';
import { mayDo } from '../handlers/access/caller.ts';
import type { Caller } from '../handlers/access/caller.ts';
import type { Call, Handler, NestedValue } from '../handlers/call.ts';
import { ServiceError } from '../service-error.ts';
import type { Settings } from '../settings.ts';
import { answerJson, InputError, jsonHeaders, writeJson } from './answer.ts';
import { checkNested, malformed, readArguments } from './arguments.ts';
import type { Authentication } from './guards/authentication.ts';
import { readBody, refuseBody } from './body.ts';
import { answerBytes, isBytesAnswer, timeStampResponse } from './content.ts';
import { originFor } from './guards/hosts.ts';
import { injectFault } from './sandbox/inject-fault.ts';
import type { SharedFaults } from './sandbox/shared-faults.ts';
import { parseWith } from './issues.ts';
import type { RequestFacts } from './monitoring/log.ts';
import type { Core } from './ports.ts';
import { queryText, readQuery } from './query.ts';
import type { RawQuery } from './query.ts';
import { refuseNul } from './soundness.ts';
import { StoredAnswers } from './transfer/stored-answers.ts';
import type { StoredAnswer } from './transfer/stored-answers.ts';
import { prepareAnswer, transferred, transferRead } from './transfer/transfer.ts';

export interface BindingDeps {
  readonly settings: Pick<Settings, 'tier' | 'host' | 'hosts' | 'publicOrigin'>;
  readonly core: () => Core;
  readonly authentication: Authentication;
  /** The caller; undefined where there is no connection. */
  readonly callerAddress: (context: Context<Variables>) => string | undefined;
  /** Whether X-Forwarded-Proto of the request counts. */
  readonly trustsForwarding: (context: Context<Variables>) => boolean;
  readonly port: () => number;
  /** What OpenAPI says; the document is made from the same table as the routes. */
  readonly describe: () => unknown;
  /** Tests look here whether every answer follows its schema; what it throws becomes a 500. */
  readonly checkAnswer?: ((name: string, operation: Operation, answer: unknown) => void) | undefined;
  /** Faults on purpose; absent with the sandbox off. */
  readonly faults?: SharedFaults | undefined;
}

type Variables = { Variables: RequestFacts };

/**
 * Every operation of the table as a route (Rules WI-1 to WI-18, ER-1, ER-4, ST-4): the call is parsed by the
 * contract, the handler answers, the answer is JSON.
 */
export function bindOperations(deps: BindingDeps): Hono<Variables> {
  const app = new Hono<Variables>();
  const stored = new StoredAnswers();
  for (const [path, operations] of operationsByPath(deps.settings.tier)) {
    const allow = allowed(operations);
    app.all(routeOf(path), async (context) => {
      context.set('route', `/rest/v1${path}`);
      const method = context.req.method === 'HEAD' ? 'GET' : context.req.method;
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
      const found = operations.find(([, operation]) => operation.method === method);
      if (!found) return methodNotAllowed(method, allow);
      context.set('operation', found[0]);
      const injected = await deps.faults?.next(found[0]);
      const named = { name: found[0], operation: found[1], context };
      // A corrupted answer is sent as it is, whatever became of the connection.
      if (injected) return injectFault(injected, context, () => callOperation(deps, named));
      return isList(named.name)
        ? answerList(deps, named, stored)
        : transferred(context.req.raw, await callOperation(deps, named));
    });
  }
  return app;
}

export function methodNotAllowed(method: string, allow: string): never {
  throw new MethodNotAllowed(method, allow);
}

/** 405 says which methods there are (RFC 9110 §15.5.6). */
export class MethodNotAllowed extends ServiceError {
  readonly allow: string;

  constructor(method: string, allow: string) {
    super('method-not-allowed', `${method.slice(0, 16)} is not offered here; ${allow} are.`, {
      rule: 'ER-4',
    });
    this.allow = allow;
  }
}

/** An operation that was called, in the context of the request. */
interface NamedCall {
  readonly name: string;
  readonly operation: Operation;
  readonly context: Context<Variables>;
}

/** Their answers follow from the data, the caller and the arguments, and from nothing else. */
const isList = (name: string): boolean => /^(?:list|find)/.test(name);

/** A list that was answered to this caller before is not made again while the data is the same (Rule WI-19). */
async function answerList(deps: BindingDeps, call: NamedCall, stored: StoredAnswers): Promise<Response> {
  const { context } = call;
  const admitted = await admit(deps, call);
  const version = await deps.core().dataVersion?.();
  const make = async (): Promise<StoredAnswer> => {
    const answer = await carryOut(deps, call, admitted);
    deps.checkAnswer?.(call.name, call.operation, answer);
    return { ...prepareAnswer(Buffer.from(writeJson(answer))), unknown: context.var.unknown };
  };
  const key = JSON.stringify([call.name, queryText(context.req.url), admitted.caller]);
  const answer = version === undefined ? await make() : await stored.find(key, version, make);
  context.set('unknown', answer.unknown);
  return transferRead(context.req.raw, answer, jsonHeaders());
}

async function callOperation(deps: BindingDeps, call: NamedCall): Promise<Response> {
  const { name, operation, context } = call;
  const admitted = await admit(deps, call);
  if (operation.access === 'open') return answerJson(deps.describe());
  const answer = await carryOut(deps, call, admitted);
  if (answer instanceof Uint8Array) return answerBytes(timeStampResponse(answer), context.req.method);
  if (isBytesAnswer(answer)) return answerBytes(answer, context.req.method);
  const named =
    name === 'signFileUrl'
      ? withOrigin(answer, () =>
          originFor(context.req.raw, deps.settings, deps.port(), deps.trustsForwarding(context)),
        )
      : answer;
  deps.checkAnswer?.(name, operation, named);
  return answerJson(named);
}

interface Admitted {
  readonly caller: Caller;
  readonly raw: RawQuery;
  readonly repeatKey: string | undefined;
}

/** Authenticates the caller, and checks that the caller may use the operation. */
async function admit(deps: BindingDeps, { name, operation, context }: NamedCall): Promise<Admitted> {
  if (context.req.method === 'DELETE' && !takesBody(operation)) refuseBody(context.req.raw);
  const raw = readQuery(queryText(context.req.url));
  const caller = await identify(deps, { name, operation, context }, raw);
  if (operation.access !== 'open') requireScope(caller, name, operation);
  return { caller, raw, repeatKey: readRepeatKey(context.req.header('idempotency-key')) };
}

/** Calls the handler, and parses its answer by the contract. */
async function carryOut(
  deps: BindingDeps,
  { name, operation, context }: NamedCall,
  { caller, raw, repeatKey }: Admitted,
): Promise<unknown> {
  const handler = handlerOf(deps.core(), name);
  if (!handler)
    throw new ServiceError('not-found', 'This service does not offer the operation.', { rule: 'ER-4' });
  const params = readParams(operation, context);
  const call = { caller, params, repeatKey, ...(await readCall(operation, raw, context)) };
  // The table's schemas made these values; for a name known only at run time the compiler cannot see it.
  return handler(call as Call<OperationName>);
}

/** Checks the scopes of a key for every operation (Rule AK-4). */
function requireScope(caller: Caller, name: string, operation: Operation): void {
  const scope = scopeFor(name, operation.method);
  if (mayDo(caller, scope)) return;
  throw new ServiceError('forbidden', `This key may not ${scope}, which ${name} needs.`, { rule: 'AK-4' });
}

async function identify(
  deps: BindingDeps,
  { name, operation, context }: NamedCall,
  raw: RawQuery,
): Promise<Caller> {
  const address = deps.callerAddress(context);
  if (operation.access === 'open') {
    deps.authentication.admit(address);
    return { kind: 'anonymous' };
  }
  const nobody = operation.access === 'key-or-anonymous' && raw.has('anonymousKey');
  if (nobody && !context.req.header('authorization')) {
    deps.authentication.admit(address);
    return { kind: 'anonymous' };
  }
  const isRead = scopeFor(name, operation.method) === 'read';
  const caller = await deps.authentication.identify(context.req.raw, address, isRead);
  context.set('caller', caller);
  return caller;
}

const takesBody = ({ input, body }: Operation): boolean => input !== undefined || body !== undefined;

async function readCall(
  operation: Operation,
  raw: RawQuery,
  context: Context<Variables>,
): Promise<{ query: Readonly<Record<string, unknown>>; input: unknown; nested: readonly NestedValue[] }> {
  const { query, nested, unknown } = readArguments(operation, raw);
  const sent = takesBody(operation) ? await readBody(operation, context.req.raw) : undefined;
  context.set('unknown', [...unknown, ...(sent?.unknown ?? [])]);
  if (operation.body && sent) agree('witnessId', query.witnessId, sent.body.witnessId, 'NO-1');
  const merged = mergeNested(nested, sent?.nested ?? []);
  checkNested(operation, query, merged);
  return { query, input: sent?.input, nested: merged };
}

/** Up to 128 visible characters, in quotes or bare: draft-ietf-httpapi-idempotency-key-header (Rule SR-14). */
function readRepeatKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = /^"([^"\\]*)"$/.exec(header)?.[1] ?? header;
  if (!/^[\x21-\x7e]{1,128}$/.test(key))
    throw malformed('Idempotency-Key', 'is not 1 to 128 visible ASCII characters', 'SR-14');
  return key;
}

/** Requires that arguments given in both the query and the body are equal (Rule WI-11). */
function mergeNested(
  inQuery: readonly NestedValue[],
  inBody: readonly (NestedValue & { readonly name: string })[],
): readonly NestedValue[] {
  const merged = [...inQuery];
  for (const { name, argument, value } of inBody) {
    const twin = inQuery.find(
      (other) =>
        other.argument.suffix === argument.suffix && isDeepStrictEqual(other.argument.path, argument.path),
    );
    if (twin) agree(name, twin.value, value, 'WI-11');
    else merged.push({ argument, value });
  }
  return merged;
}

function agree(name: string, inQuery: unknown, inBody: unknown, rule: string): void {
  const plain = (value: unknown): unknown =>
    typeof value === 'string' && rule === 'NO-1' ? value.toLowerCase() : value;
  if (!isDeepStrictEqual(plain(inQuery), plain(inBody)))
    throw malformed(name, 'the query and the body say different things', rule);
}

function readParams(operation: Operation, context: Context<Variables>): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, schema] of Object.entries(operation.params ?? {})) {
    const text = context.req.param(name) ?? '';
    const parsed = parseWith(schema, text, [name]);
    // Whatever is no bucket is not found (Rule RT-1); of everything else the text has to be one that can be stored.
    if ('reasons' in parsed && operation.rules.includes('RT-1'))
      throw new ServiceError('not-found', 'There is no such bucket.', { path: [name], rule: 'RT-1' });
    if ('reasons' in parsed) throw new InputError('malformed-argument', parsed.reasons);
    refuseNul(text, [name]);
    params[name] = text;
  }
  return params;
}

function handlerOf(core: Core, name: string): Handler<OperationName> | undefined {
  // The rate families have names of their own beside those of `operations`.
  const byName = core.handlers as Readonly<Record<string, Handler<OperationName> | undefined>>;
  return Object.hasOwn(byName, name) ? byName[name] : undefined;
}

/** Adds the origin to a relative upload address: only the binding knows at which origin the request came. */
function withOrigin(answer: unknown, origin: () => string): unknown {
  if (answer === null || typeof answer !== 'object' || !('url' in answer)) return answer;
  if (typeof answer.url !== 'string' || !answer.url.startsWith('/')) return answer;
  return { ...answer, url: `${origin()}${answer.url}` };
}

type NamedOperation = readonly [name: string, operation: Operation];

function operationsByPath(tier: Settings['tier']): ReadonlyMap<string, readonly NamedOperation[]> {
  const byPath = new Map<string, NamedOperation[]>();
  for (const [name, operation] of Object.entries(allOperations)) {
    if (!tierIncludes(tier, operation.tier)) continue;
    // Paths differing only in the parameter's name would be one route.
    const group = byPath.get(operation.path) ?? [];
    group.push([name, operation]);
    byPath.set(operation.path, group);
  }
  return byPath;
}

/** A content key has slashes of its own, sent as they are or encoded. */
function routeOf(path: string): string {
  return path.replace('/{key}', '/:key{.+}').replace(/\{(\w+)\}/g, ':$1');
}

function allowed(operations: readonly NamedOperation[]): string {
  const methods = new Set(operations.map(([, operation]) => operation.method as string));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}
