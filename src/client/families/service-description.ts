import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../http/client.ts';
import { readClock } from './service-clock.ts';

/** The clock of a service and the OpenAPI document of its interface. */
export function serviceDescription(client: Client) {
  const key = [client.scope, 'service-description'] as const;
  return {
    /** The service's clock, and by how many milliseconds it is ahead of this device; null: its answer is no instant. */
    clock: () =>
      queryOptions({
        queryKey: [...key, 'clock'],
        queryFn: ({ signal }) => readClock(client, signal),
        staleTime: 0,
        retry: false,
      }),
    /** The OpenAPI document, reduced to what the screens show. */
    description: () =>
      queryOptions({
        queryKey: [...key, 'description'],
        queryFn: async ({ signal }) => readDescription(await client.call('readOpenApi', { signal })),
        staleTime: 60_000,
        retry: false,
      }),
  };
}

interface ServiceDescription {
  readonly title: string | undefined;
  readonly version: string | undefined;
  /** Methods of all addresses. */
  readonly operations: number;
  /** Currencies in which it takes a debt, where the document lists them. */
  readonly currencies: readonly string[] | undefined;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Reads an OpenAPI document; the contract states only that it is an object. */
function readDescription(document: unknown): ServiceDescription {
  const { info, paths, components } = object(document);
  const { title, version } = object(info);
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    title: text(title),
    version: text(version),
    operations: Object.values(object(paths)).flatMap((path) =>
      Object.keys(object(path)).filter((method) => methods.includes(method)),
    ).length,
    currencies: currenciesOf(object(object(components).schemas)),
  };
}

/** Levels of the document that are looked through. */
const deepest = 12;

/** The values that the document gives for the currency of an IOU, wherever its schema stands: the one with a debtor. */
function currenciesOf(
  schemas: Readonly<Record<string, unknown>>,
  at: unknown = schemas,
  depth = 0,
): readonly string[] | undefined {
  if (typeof at !== 'object' || at === null || depth > deepest) return undefined;
  const { currency, debtor } = object(object(at).properties);
  const reference = object(currency).$ref;
  const name = typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
  const values = object(name === undefined ? currency : schemas[name]).enum;
  if (debtor !== undefined && Array.isArray(values)) {
    const codes = values.filter((value): value is string => /^[A-Z]{3}$/.test(String(value)));
    if (codes.length > 0) return codes;
  }
  for (const inner of Object.values(at)) {
    const currencies = currenciesOf(schemas, inner, depth + 1);
    if (currencies) return currencies;
  }
  return undefined;
}

const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
