const secrets: ReadonlySet<string> = new Set(['anonymousKey', 'secret', 'pushNotificationToken']);

/**
 * What was read, without the secrets in it, however deep they stand. The same object where there are none, so that
 * what did not change stays what it was.
 */
export function bare<T>(value: T): T {
  // What is left out is optional in every resource, so the type stays true.
  return strip(value) as T;
}

function strip(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(strip);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  let changed = false;
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (secrets.has(name)) {
      changed = true;
      continue;
    }
    const stripped = strip(member);
    changed ||= stripped !== member;
    kept[name] = stripped;
  }
  return changed ? kept : value;
}
