import { z } from 'zod/mini';
import { Sha256Hex } from '#contract/schema/scalars.ts';
import { ServiceError } from '../service-error.ts';
import { answerJson, InputError } from './answer.ts';
import { bodyOf, readJsonBody } from './body.ts';
import { parseWith } from './issues.ts';
import type { Core } from './ports.ts';

/** Runs what takes a file in, unless as many as may be are on their way already (Rule UP-8). */
export type UploadGate = <T>(take: () => Promise<T>) => Promise<T>;

/** @param most files at once */
export function createUploadGate(most: number): UploadGate {
  let inside = 0;
  return async (take) => {
    if (inside >= most)
      throw new ServiceError(
        'unavailable',
        `${most} files are on their way in already; try again in a moment.`,
        {
          rule: 'UP-8',
          retryAfter: 1,
        },
      );
    inside += 1;
    try {
      return await take();
    } finally {
      inside -= 1;
    }
  };
}

/**
 * `PUT /uploads/{token}`: takes the bytes that an upload address was given for (Rules UP-1 to UP-7). The
 * address is the authority; no key is needed, and none is looked at.
 */
export async function answerUpload(core: Core, token: string, request: Request): Promise<Response> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase();
  if (encoding && encoding !== 'identity')
    throw new ServiceError('unsupported-media', 'The file is sent compressed; expected its plain bytes.', {
      rule: 'UP-4',
    });
  const headers = {
    contentMd5: request.headers.get('content-md5') ?? undefined,
    contentLength: request.headers.get('content-length') ?? undefined,
  };
  await core.receiveUpload(token, headers, bodyOf(request));
  return new Response(null, { status: 200, headers: { 'content-length': '0' } });
}

const AnnouncedBytes = z.object({ size: z.int().check(z.gte(0)), sha256: Sha256Hex });

/**
 * `POST /uploads/{token}`: exchanges the address for one of the object store (Rule UP-13). The address is the authority, as
 * it is for a PUT.
 */
export async function answerDirectUpload(core: Core, token: string, request: Request): Promise<Response> {
  const parsed = parseWith(AnnouncedBytes, await readJsonBody(request), []);
  if ('reasons' in parsed) throw new InputError('unprocessable', parsed.reasons);
  const { size, sha256 } = parsed.value;
  const bytes = { size, sha256: sha256.toLowerCase().replace(/^0x/, '') };
  return answerJson(await core.signDirectUpload(token, bytes));
}
