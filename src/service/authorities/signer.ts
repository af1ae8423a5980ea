import { sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** RSASSA-PKCS1-v1_5 with SHA-256 over the document's bytes (gaps §4.1), bare lower-case hex. */
export function signDocument(document: Uint8Array, privateKey: KeyObject): string {
  return sign('sha256', document, privateKey).toString('hex');
}
