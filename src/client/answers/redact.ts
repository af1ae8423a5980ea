import { secretFields } from '#contract/resources/secret-fields.ts';

/** The key and the other values that a call sent. */
export interface Sent {
  readonly key?: string | undefined;
  readonly sent?: readonly unknown[];
}

/** A shorter value would take ordinary words out of a message. */
const shortest = 6;
/** Characters by which a key is recognised where a service repeats only its beginning. */
const beginning = 12;

const hidden = '•••';

/** Secrets among what was sent: a service may repeat them in the message of a refusal. */
export function secretsOf({ key, sent = [] }: Sent): readonly string[] {
  return [...(key === undefined ? [] : [key]), ...sent.flatMap((part) => fieldsOf(part, 0))];
}

function fieldsOf(value: unknown, level: number): string[] {
  if (typeof value !== 'object' || value === null || level > 8) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    secretFields.has(name) && typeof inner === 'string' ? [inner] : fieldsOf(inner, level + 1),
  );
}

/** After `Bearer` these are words of a sentence. */
const bearer =
  /\b(Bearer|Basic)(\s+|%20)(?!(?:token|key|auth\w*|scheme|realm|is|was|not|in|or|and)\b)[\w.~+/=%-]+/gi;
const named =
  /\b(anonymous_?key|api[-_]?key|(?:access|refresh|id|pushNotification)[-_]?token|authorization|client[-_]?secret|secret|password|x-amz-[\w-]+)(\\?["']?\s*(?:[:=]|%3D)\s*\\?["']?)(?!Bearer\b|Basic\b)[^\s"'\\,;&)}\]]+/gi;
const invalidValue = new RegExp(
  `(\\$(?:${[...secretFields].join('|')})\\b["']?[^"']{0,40})(["'])(?:(?!\\2).)+\\2?`,
  'g',
);
/** A JSON web token (RFC 7519 §3): header and payload are objects, so both begin with `{"`. */
const webToken = /\beyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g;

/**
 * Removes from a service's text the secrets that were sent to it and everything that looks like one. The result is
 * shown, copied and stored.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let safe = text;
  for (const secret of secrets.filter(({ length }) => length >= shortest)) {
    for (const form of new Set([secret, encodeURIComponent(secret)])) safe = safe.replaceAll(form, hidden);
    if (secret.length >= 2 * beginning)
      safe = safe.replaceAll(new RegExp(`${escaped(secret.slice(0, beginning))}[\\w.~+/=…*-]*`, 'g'), hidden);
  }
  return safe
    .replaceAll(webToken, hidden)
    .replaceAll(bearer, `$1$2${hidden}`)
    .replaceAll(named, `$1$2${hidden}`)
    .replaceAll(invalidValue, `$1$2${hidden}$2`);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
