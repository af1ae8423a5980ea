export interface PastedHashes {
  /** Lower-case, without prefix, each once, in order. */
  readonly hashes: readonly string[];
  /** Lines that are no SHA-256, by their number from 1. */
  readonly bad: readonly { readonly line: number; readonly text: string }[];
  /** How many lines repeat another. */
  readonly repeated: number;
}

/**
 * SHA-256 hashes, one per line: 64 hexadecimal digits with or without `0x`, in any case. What `sha256sum` prints is
 * understood too: what follows the digits and a blank is the name of a file, and is left alone.
 */
export function readHashes(pasted: string): PastedHashes {
  const hashes = new Set<string>();
  const bad: { line: number; text: string }[] = [];
  let repeated = 0;
  for (const [index, raw] of pasted.split(/\r\n|\r|\n/).entries()) {
    const text = raw.trim();
    if (text === '') continue;
    const digits = /^\\?(?:0x)?([0-9a-f]{64})(?:\s.*)?$/i.exec(text)?.[1]?.toLowerCase();
    if (digits === undefined) bad.push({ line: index + 1, text });
    else if (hashes.has(digits)) repeated += 1;
    else hashes.add(digits);
  }
  return { hashes: [...hashes], bad, repeated };
}
