import { sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const signBeside = promisify(sign);

/** RSASSA-PKCS1-v1_5 with SHA-256 over the document's bytes (gaps §4.1), bare lower-case hex. */
export function signDocument(document: Uint8Array, privateKey: KeyObject): string {
  return sign('sha256', document, privateKey).toString('hex');
}

/** The same, beside the main thread. */
export async function signDocumentBeside(document: Uint8Array, privateKey: KeyObject): Promise<string> {
  return (await signBeside('sha256', document, privateKey)).toString('hex');
}
