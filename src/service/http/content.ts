import { Readable } from 'node:stream';
import type { BytesAnswer } from './ports.ts';

/** Whether a handler gave bytes instead of a resource. */
export function isBytesAnswer(answer: unknown): answer is BytesAnswer {
  return (
    answer !== null && typeof answer === 'object' && 'stream' in answer && typeof answer.stream === 'function'
  );
}

/** The one operation that gives bare DER gives an RFC 3161 response (Rule NO-4). */
export function timeStampResponse(der: Uint8Array): BytesAnswer {
  return {
    fileName: 'certificate.tsr',
    type: 'application/timestamp-reply',
    size: der.byteLength,
    stream: () => Promise.resolve(Readable.from([der])),
  };
}

/**
 * Foreign bytes, to be saved and never to be run: an attachment, of the type it was uploaded as, in a
 * document that may do nothing (Rules CO-2, NO-4).
 */
export async function answerBytes(answer: BytesAnswer, method: string): Promise<Response> {
  const headers = {
    'content-type': answer.type,
    'content-length': String(answer.size),
    'content-disposition': attachment(answer.fileName),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  };
  if (method === 'HEAD') return new Response(null, { headers });
  // Node declares its web streams apart from the platform's; they are the same ones.
  const body = Readable.toWeb(await answer.stream()) as ReadableStream<Uint8Array>;
  return new Response(body, { headers });
}

/**
 * `Content-Disposition` of a name in any script (RFC 6266, RFC 8187): the plain form for old readers, the
 * encoded one for the rest. Only the last part of a path is a name.
 */
export function attachment(path: string): string {
  const last = path.split(/[/\\]/).at(-1) ?? '';
  // A control of direction would show `x\u202efdp.exe` as a name that ends in pdf.
  const name = last.replace(/\p{Cs}/gu, '\u{fffd}').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '') || 'document';
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** Everything but the attr-char of RFC 8187 §3.2.1 is percent-encoded. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
