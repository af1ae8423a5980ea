import type { BytesAnswer } from './ports.ts';

/** An answer that is not JSON (Rules CO-1, CO-2, NO-4). */
export function isBytesAnswer(answer: unknown): answer is BytesAnswer {
  return (
    answer !== null && typeof answer === 'object' && 'bytes' in answer && answer.bytes instanceof Uint8Array
  );
}

/**
 * Foreign bytes, to be saved and never to be run: an attachment, of the type it was uploaded as, in a
 * document that may do nothing (Rule CO-2).
 */
export function answerBytes({ bytes, type, name }: BytesAnswer): Response {
  const headers = {
    'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'content-length': String(bytes.byteLength),
    'content-disposition': attachment(name),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  };
  // A view of a larger buffer is sent as what it shows.
  return new Response(new Uint8Array(bytes), { headers });
}

/**
 * `Content-Disposition` of a name in any script (RFC 6266, RFC 8187): the plain form for old readers, the
 * encoded one for the rest. Only the last part of a path is a name.
 */
export function attachment(path: string): string {
  const last = path.split(/[/\\]/).at(-1) ?? '';
  const name = last.replace(/\p{Cs}/gu, '\u{fffd}').replace(/\p{Cc}/gu, '') || 'document';
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
