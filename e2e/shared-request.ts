import { expect, type DemoSession, type RunningService } from './service.ts';
import { call } from './staff.ts';
import { uploadFile } from './upload.ts';

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
  const content = { raw: await uploadFile(service.origin, apiKey, `${name}.txt`, Buffer.from(`${name}\n`)) };
  const input = { draft: false, name, content, organization };
  const { id } = await act<{ id: string }>('POST', '/signature-request', input);
  return act<SharedRequest>('GET', `/signature-request/${id}`);
}
