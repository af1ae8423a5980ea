import { readHexOf, toHex } from '../encoding/bytes.ts';

/** `0x` and 40 lower-case digits; checksummed spelling is read without checking its case. */
export function readAddress(text: string, subject: string): string {
  return '0x' + toHex(readHexOf(text, 20, subject));
}
