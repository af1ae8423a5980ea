import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { accepts } from './pages.ts';

/** Bytes below which compressing costs more than it saves. */
const leastCompressed = 1024;
/** Half the processor time of the default, and a tenth more bytes. */
const level = 4;
const compress = promisify(gzip);

/**
 * An answer in JSON as it goes over the wire (Rule WI-19): with a validator for what is read, without a body where the
 * caller has the same answer already, compressed where the caller takes that.
 */
export async function transferred(request: Request, answer: Response): Promise<Response> {
  const { headers } = answer;
  if (answer.body === null || !headers.get('content-type')?.startsWith('application/json')) return answer;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (isRead && answer.status === 200) {
    // Weak: the same answer compressed has other bytes.
    const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    headers.set('etag', etag);
    if (names(request.headers.get('if-none-match'), etag)) return notModified(headers);
  }
  headers.set('vary', 'accept-encoding');
  const isSmall = bytes.byteLength < leastCompressed;
  if (isSmall || request.method === 'HEAD' || !accepts(request.headers.get('accept-encoding') ?? '', 'gzip'))
    return new Response(bytes, { status: answer.status, headers });
  headers.set('content-encoding', 'gzip');
  headers.delete('content-length');
  return new Response(await compress(bytes, { level }), { status: answer.status, headers });
}

function notModified(headers: Headers): Response {
  headers.delete('content-type');
  return new Response(null, { status: 304, headers });
}

/** Whether `If-None-Match` names a validator; marks of weakness do not count (RFC 9110 §13.1.2). */
function names(header: string | null, etag: string): boolean {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, '');
  return header?.split(',').some((tag) => bare(tag) === bare(etag)) ?? false;
}
