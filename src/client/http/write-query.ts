/** Fills `{id}`; a key of content keeps its slashes out of the path. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/**
 * Writes arguments to the wire (Rule WI-1): objects and arrays as percent-encoded JSON text, scalars bare,
 * absent ones left out.
 */
export function writeQuery(query: Readonly<Record<string, unknown>>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value, writeBigInt);
    // Bare in filters: a live deployment takes it so alone (Rule WI-12).
    const bare = /^(EVMAddress|hash)$/.test(name) ? text.replace(/\b0x(?=[\da-f])/gi, '') : text;
    parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(bare)}`);
  }
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

const writeBigInt = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;
