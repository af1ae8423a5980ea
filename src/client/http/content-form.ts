import type { Client } from './client.ts';
import { ApiError } from './errors.ts';

export type ContentForm = 'flat' | 'wrapped';

/**
 * The form in which a service accepts content, by its own OpenAPI document; undefined where it serves none or the
 * document does not show it. Rule SR-6.
 */
export async function documentedContentForm(client: Client): Promise<ContentForm | undefined> {
  const form = forms.get(client) ?? readForm(client);
  forms.set(client, form);
  return form;
}

/** The document is read once per client, also for concurrent creates. */
const forms = new WeakMap<Client, Promise<ContentForm | undefined>>();

async function readForm(client: Client): Promise<ContentForm | undefined> {
  try {
    return contentFormOf(await client.call('readOpenApi'));
  } catch (error) {
    // Without a document the form is determined by trying.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

const flatNames = ['pdf', 'raw', 'json'];
const mostDepth = 12;

/** @param document of OpenAPI, or whatever a service sent in its place */
export function contentFormOf(document: unknown): ContentForm | undefined {
  const paths: [string, unknown][] = Object.entries(member(document, 'paths'));
  const create = paths.find(([path]) => /(^|\/)signature-request$/.test(path))?.[1];
  const body = member(create, 'post', 'requestBody', 'content', 'application/json', 'schema');
  const names = [...propertiesOf(document, body)].flatMap(([name, input]) =>
    name === 'input' ? [...propertiesOf(document, input)] : [],
  );
  const content = names.find(([name]) => name === 'content')?.[1];
  const members = new Set([...propertiesOf(document, content)].map(([name]) => name));
  // If both forms are accepted, the one of the specification is sent.
  if (flatNames.some((name) => members.has(name))) return 'flat';
  return ['PDFContent', 'RawContent', 'JSONContent'].some((name) => members.has(name))
    ? 'wrapped'
    : undefined;
}

/** The members that a schema names, also in its alternatives and behind references. */
function* propertiesOf(document: unknown, schema: unknown, depth = 0): Generator<[string, unknown]> {
  if (depth > mostDepth || typeof schema !== 'object' || schema === null) return;
  const { $ref, properties, anyOf, oneOf, allOf }: Partial<Record<string, unknown>> = { ...schema };
  if (typeof $ref === 'string' && $ref.startsWith('#/'))
    yield* propertiesOf(document, member(document, ...$ref.slice(2).split('/')), depth + 1);
  if (typeof properties === 'object' && properties !== null) yield* Object.entries(properties);
  for (const alternatives of [anyOf, oneOf, allOf])
    if (Array.isArray(alternatives))
      for (const one of alternatives) yield* propertiesOf(document, one, depth + 1);
}

function member(value: unknown, ...names: readonly string[]): object {
  let at = value;
  for (const name of names)
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined;
  return typeof at === 'object' && at !== null ? at : {};
}
