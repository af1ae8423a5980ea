import { limits } from '#contract/operations/limits.ts';
import { readNestedArgument } from '#contract/filters/nested-lists.ts';
import type { Operation } from '#contract/operations/operations.ts';
import type { NestedValue } from '../handlers/call.ts';
import { ServiceError } from '../service-error.ts';
import { InputError } from './answer.ts';
import { malformed, readNestedValue } from './arguments.ts';
import { parseWith } from './issues.ts';
import { JsonError, readJson } from './read-json.ts';
import { refuseNul } from './soundness.ts';

export interface ReadBody {
  readonly input: unknown;
  readonly body: Readonly<Record<string, unknown>>;
  readonly nested: readonly (NestedValue & { readonly name: string })[];
  readonly unknown: readonly string[];
}

/**
 * Reads the JSON body of a write (Rules WI-13, WI-16, NO-1).
 *
 * @throws ServiceError 415 for another type or a compressed body, 413 past 1 MiB, 400 for what is not JSON,
 *   422 with the path of every field that breaks the schema
 */
export async function readBody(operation: Operation, request: Request): Promise<ReadBody> {
  const text = await readJsonText(request);
  const body = parseBody(text);
  const nested: (NestedValue & { name: string })[] = [];
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (isKnown(operation, name)) continue;
    const argument = operation.method === 'POST' ? readNestedArgument(operation, name) : undefined;
    if (argument) nested.push({ name, argument, value: readNestedValue(name, argument, value) });
    else unknown.push(name);
  }
  if (operation.body) follow(operation.body, body, []);
  const input = operation.input && follow(operation.input, body.input, ['input']);
  return { input, body, nested, unknown };
}

/**
 * Refuses a body where none is read: what stands between may see another request in it.
 *
 * @throws ServiceError 400
 */
export function refuseBody(request: Request): void {
  const length = request.headers.get('content-length');
  if (!request.headers.has('transfer-encoding') && (length === null || /^0+$/.test(length))) return;
  throw new ServiceError('malformed-argument', `${request.method} takes no body here.`, { rule: 'ST-43' });
}

const isKnown = (operation: Operation, name: string): boolean =>
  (operation.input !== undefined && name === 'input') ||
  (operation.body !== undefined && name === 'witnessId');

function follow(schema: NonNullable<Operation['input']>, value: unknown, path: readonly string[]): unknown {
  const parsed = parseWith(schema, value, path);
  if ('reasons' in parsed) throw new InputError('unprocessable', parsed.reasons);
  return parsed.value;
}

/**
 * Whatever JSON the body is (Rules WI-13, WI-16).
 *
 * @throws ServiceError 415, 413 or 400 as `readBody` does
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  return parseJson(await readJsonText(request));
}

function parseJson(text: string): unknown {
  try {
    const value = readJson(text);
    refuseNul(value, []);
    return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ServiceError('malformed-argument', `The body ${error.message}; expected JSON text.`, {
      rule: 'WI-13',
    });
  }
}

function parseBody(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw malformed('body', 'expected a JSON object');
  // Checked above: an object that JSON gave, so its keys are its own.
  return value as Readonly<Record<string, unknown>>;
}

async function readJsonText(request: Request): Promise<string> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase();
  if (encoding && encoding !== 'identity')
    throw new ServiceError('unsupported-media', 'The body is compressed; expected it plain.', {
      rule: 'WI-13',
    });
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new ServiceError('unsupported-media', 'The body is not application/json.', { rule: 'WI-13' });
  const bytes = await readBytes(request, limits.requestBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('malformed-argument', 'The body is not UTF-8 text.', { rule: 'WI-13' });
  }
}

/** The whole body, refused as soon as it is known to pass the limit. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = (): ServiceError =>
    new ServiceError('too-large', `The body is larger than ${most} bytes.`, { rule: 'WI-13' });
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bodyOf(request)) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body piece by piece; nothing where there is none. A sender that goes away ends it with a fault. */
export async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  const reader = request.body.getReader();
  let finished = false;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new ServiceError('malformed-argument', 'The body ended before it was whole.');
      });
      if (done) break;
      yield value;
    }
    finished = true;
  } finally {
    // Whoever stops early also stops the sender; a body that broke has nothing left to stop.
    if (!finished) await reader.cancel().catch(() => undefined);
  }
}
