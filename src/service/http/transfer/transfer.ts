import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { accepts } from '../pages.ts';

/** Bytes below which compressing costs more than it saves. */
const leastCompressed = 1024;
/** Half the processor time of the default, and a tenth more bytes. */
const level = 4;
const compress = promisify(gzip);

/** The bytes of an answer with what is sent instead of them. */
export interface TransferredAnswer {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Weak: the same answer compressed has other bytes. */
  readonly etag: string;
  /** Compressed once, when the first caller takes it. */
  compressed: Promise<Buffer<ArrayBuffer>> | undefined;
}

/** Prepares the answer to a read, with its validator. */
export function prepareAnswer(bytes: Buffer<ArrayBuffer>): TransferredAnswer {
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { bytes, etag, compressed: undefined };
}

/**
 * An answer in JSON as it goes over the wire (Rule WI-19): with a validator for what is read, without a body where the
 * caller has the same answer already, compressed where the caller takes that.
 */
export async function transferred(request: Request, answer: Response): Promise<Response> {
  const { headers } = answer;
  if (answer.body === null || !headers.get('content-type')?.startsWith('application/json')) return answer;
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (isRead(request) && answer.status === 200) return transferRead(request, prepareAnswer(bytes), headers);
  return send(request, { bytes, etag: '', compressed: undefined }, answer.status, headers);
}

/** The same for an answer to a read that is prepared already. */
export async function transferRead(
  request: Request,
  answer: TransferredAnswer,
  headers: Headers,
): Promise<Response> {
  headers.set('etag', answer.etag);
  if (names(request.headers.get('if-none-match'), answer.etag)) return notModified(headers);
  return send(request, answer, 200, headers);
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

async function send(
  request: Request,
  answer: TransferredAnswer,
  status: number,
  headers: Headers,
): Promise<Response> {
  headers.set('vary', 'accept-encoding');
  const isSmall = answer.bytes.byteLength < leastCompressed;
  if (isSmall || request.method === 'HEAD' || !accepts(request.headers.get('accept-encoding') ?? '', 'gzip'))
    return new Response(answer.bytes, { status, headers });
  headers.set('content-encoding', 'gzip');
  headers.delete('content-length');
  answer.compressed ??= compress(answer.bytes, { level });
  return new Response(await answer.compressed, { status, headers });
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
