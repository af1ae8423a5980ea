import { Fault } from '../domain/fault.ts';
import { bodyOf } from './body.ts';
import type { Uploads } from './ports.ts';

/**
 * `PUT /uploads/{token}`: takes the bytes that an upload address was given for (Rules UP-1 to UP-7). The
 * address is the authority; no key is needed, and none is looked at.
 *
 * @param most bytes
 */
export async function receiveUpload(
  uploads: Uploads,
  token: string,
  request: Request,
  most: number,
): Promise<Response> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase();
  if (encoding && encoding !== 'identity')
    throw new Fault('unsupported-media', 'The file is sent compressed; expected its plain bytes.', {
      rule: 'UP-4',
    });
  const md5 = contentMd5(request.headers.get('content-md5'));
  const length = contentLength(request.headers.get('content-length'));
  if (length !== undefined && length > most) throw tooLarge(most);
  await uploads.receive(token, { md5, length, body: limited(request, most) });
  return new Response(null, { status: 200, headers: { 'content-length': '0' } });
}

async function* limited(request: Request, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bodyOf(request)) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge(most);
    yield chunk;
  }
}

const tooLarge = (most: number): Fault =>
  new Fault('too-large', `The file is larger than ${most} bytes.`, { rule: 'UP-7' });

/** The base64 of 16 bytes (RFC 1864), as bare lower-case hex. */
function contentMd5(header: string | null): string {
  const text = header?.trim() ?? '';
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 16 && bytes.toString('base64') === text) return bytes.toString('hex');
  throw new Fault('malformed-argument', 'Content-MD5: expected the base64 of the 16 bytes of the MD5.', {
    path: ['Content-MD5'],
    rule: 'UP-2',
  });
}

function contentLength(header: string | null): number | undefined {
  if (header === null) return undefined;
  return /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}
