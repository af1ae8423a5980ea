import { limits } from '#contract/operations/limits.ts';
import { ServiceError } from '../service-error.ts';

/** The query as it was sent: every value of every name, decoded. */
export type RawQuery = ReadonlyMap<string, readonly string[]>;

/**
 * Reads a query within its bounds (Rule WI-3).
 *
 * @param text what follows `?`, still encoded
 * @throws ServiceError 414 past 16 KiB, 400 past 200 parameters or with broken percent-encoding
 */
export function readQuery(text: string): RawQuery {
  if (text.length > limits.queryBytes)
    throw new ServiceError('uri-too-long', `The query is longer than ${limits.queryBytes} bytes.`, {
      rule: 'WI-3',
    });
  const parts = text.split('&').filter(Boolean);
  if (parts.length > limits.queryParameters)
    throw new ServiceError(
      'malformed-argument',
      `The query has more than ${limits.queryParameters} parameters.`,
      {
        rule: 'WI-3',
      },
    );
  const query = new Map<string, string[]>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals), 'A parameter name');
    const value = equals < 0 ? '' : decode(part.slice(equals + 1), name, [name]);
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  return query;
}

/** The one value of a parameter; sent twice it is refused, as no reader would know which one counts. */
export function single(query: RawQuery, name: string): string | undefined {
  const values = query.get(name);
  if (values && values.length > 1)
    throw new ServiceError('malformed-argument', `${name}: sent ${values.length} times; expected once.`, {
      path: [name],
    });
  return values?.[0];
}

/** The query of an address, still encoded, without the question mark. */
export function queryText(url: string): string {
  const start = url.indexOf('?');
  const end = url.indexOf('#');
  return start < 0 ? '' : url.slice(start + 1, end < 0 ? undefined : end);
}

function decode(text: string, what: string, path: readonly string[] = []): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ServiceError('malformed-argument', `${what.slice(0, 80)}: broken percent-encoding.`, { path });
  }
}
