import { createHash } from 'node:crypto';
import { expect, type DemoSession, type RunningService } from './service.ts';
import { call } from './staff.ts';

interface SharedRequest {
  readonly id: string;
  /** What the address of its link carries. */
  readonly anonymousKey: string;
}

/** A request of the demo's first organization that was sent to nobody yet. */
export async function makeRequest(
  service: RunningService,
  demo: DemoSession,
  name: string,
): Promise<SharedRequest> {
  const { id: organization, apiKey } = demo.organizations[0]!;
  const act = async <T>(method: string, path: string, input?: unknown): Promise<T> => {
    const { status, body } = await call<T>(service.origin, apiKey, method, path, input);
    expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBe(200);
    return body;
  };
  const bytes = Buffer.from(`${name}\n`);
  const md5 = createHash('md5').update(bytes);
  const sum = md5.copy().digest('hex');
  const path = `/sign-file-url?filePath=${encodeURIComponent(`${name}.txt`)}&md5Checksum=${sum}`;
  const upload = await act<{ url: string; key: string }>('GET', path);
  const put = await fetch(upload.url, {
    method: 'PUT',
    headers: { 'content-md5': md5.digest('base64') },
    body: bytes,
  });
  expect(put.status).toBe(200);
  const content = { raw: upload.key };
  const input = { draft: false, name, content, organization };
  const { id } = await act<{ id: string }>('POST', '/signature-request', input);
  return act<SharedRequest>('GET', `/signature-request/${id}`);
}
