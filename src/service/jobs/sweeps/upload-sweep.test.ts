import { createHash } from 'node:crypto';
import { sql } from '../../storage/database/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization } from '../../testing/test-data.ts';
import { sweepUploads } from './upload-sweep.ts';

const hour = 3_600_000;
const bytes = Buffer.from('late');
const md5 = createHash('md5').update(bytes).digest();

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await startTestService();
  organization = await service.organization();
});
afterAll(() => service.close());

const address = async (): Promise<string> => {
  const path = `/sign-file-url?filePath=late.txt&md5Checksum=${md5.toString('hex')}`;
  return (await service.get<{ url: string }>(path, organization.key)).url;
};
const put = async (url: string): Promise<Response> =>
  service.request(url, { method: 'PUT', body: bytes, headers: { 'content-md5': md5.toString('base64') } });
const stored = async (): Promise<number> =>
  (await service.database.rows(sql`select 1 from uploads where organization_id = ${organization.id}`)).length;

describe('the sweep of upload addresses', () => {
  it('UP-5 forgets what was never used, a day after its end, and nothing else', async () => {
    const sweep = async (): Promise<number> => (await sweepUploads(service.service)).count;
    const used = await address();
    expect((await put(used)).status).toBe(200);
    const unused = await address();
    expect([await sweep(), await stored()]).toEqual([0, 2]);

    service.clock.now = new Date(service.clock.now.getTime() + 24 * hour);
    const fresh = await address();
    // Over, but not for a day: whoever comes too late gets that as the answer.
    expect([await sweep(), await stored()]).toEqual([0, 3]);
    expect(await (await put(unused)).text()).toContain('15 minutes');

    service.clock.now = new Date(service.clock.now.getTime() + hour);
    expect([await sweep(), await stored()]).toEqual([1, 2]);
    expect((await put(unused)).status).toBe(404);
    // Bytes that came stay known under their address.
    expect((await put(used)).status).toBe(409);
    expect((await put(fresh)).status).toBe(404);
  });
});
