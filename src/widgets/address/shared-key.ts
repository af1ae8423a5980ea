/**
 * Keys of shared links on their way through `/connect`: the address there could be seen, copied and saved, so
 * it never carries one. They live in memory, by the path they belong to, as long as the page.
 */
const held = new Map<string, string>();

/** The key in a shared link's fragment, `#k=…`. */
export function sharedKeyIn(hash: string): string | undefined {
  const text = /^#k=([^&]{1,512})$/.exec(hash)?.[1];
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function holdSharedKey(pathname: string, key: string): void {
  held.set(pathname, key);
}

export function heldSharedKey(pathname: string): string | undefined {
  return held.get(pathname);
}
