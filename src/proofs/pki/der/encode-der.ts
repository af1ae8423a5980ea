/** The little DER that a verifier has to write itself: to put a value under another tag or into another form. */
import { concatBytes } from '../../encoding/bytes.ts';

/** Identifier, length in the fewest octets (X.690 §10.1), content. */
export function encodeDer(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  const header = length < 0x80 ? [tag, length] : [tag, 0x80 | digits.length, ...digits];
  return concatBytes(Uint8Array.from(header), ...content);
}
