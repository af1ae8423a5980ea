/** The typefaces of the product as a style sheet that holds them, for a page that may load nothing. */
import words from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url';
import codes from '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2?url';
import { toBase64 } from '#proofs/encoding/bytes.ts';

/**
 * @returns '' where they cannot be fetched: the page then uses a typeface of the machine, and nothing else changes
 */
export async function loadPageFonts(): Promise<string> {
  try {
    const faces = await Promise.all([face('Geist Variable', words), face('Geist Mono Variable', codes)]);
    return faces.join('');
  } catch {
    return '';
  }
}

async function face(name: string, address: string): Promise<string> {
  // eslint-disable-next-line no-restricted-globals -- a file of the app itself, which no service answers
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return `@font-face{font-family:'${name}';font-weight:100 900;src:url(data:font/woff2;base64,${toBase64(bytes)})}`;
}
