/** Base64 with one bit of its bytes flipped, `part` of the way in. */
export function withBitFlipped(base64: string, part: number): string {
  const bytes = Buffer.from(base64, 'base64');
  const at = Math.floor(bytes.length * part);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64');
}
