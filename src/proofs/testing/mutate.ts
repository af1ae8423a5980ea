/** One named change to good evidence: the smallest lie there is. */

/** The hex text with the lowest bit of one of its bytes flipped. */
export function flipHex(text: string, byte = 0): string {
  const start = text.startsWith('0x') ? 2 : 0;
  const at = start + 2 * byte + 1;
  const digit = (Number.parseInt(text.charAt(at), 16) ^ 1).toString(16);
  return text.slice(0, at) + digit + text.slice(at + 1);
}

export function flipByte(bytes: Uint8Array, at: number, mask = 1): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  copy[at] = copy[at]! ^ mask;
  return copy;
}
