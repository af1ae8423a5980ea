import { createHash } from 'node:crypto';
import { sql } from '../storage/database/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/operations/limits.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import type { TestOrganization } from '../testing/test-data.ts';
import { bodyOfError } from './testing/stub-app.ts';

let service: TestService;
let organization: TestOrganization;
beforeAll(async () => {
  service = await startTestService({ TESTIGO_UPLOAD_MAX: '1000' });
  organization = await service.organization();
});
afterAll(() => service.close());

const md5 = (bytes: Uint8Array | string): Buffer => createHash('md5').update(bytes).digest();
const pdf = Buffer.from('%PDF-1.7 a document');

async function address(
  bytes: Uint8Array,
  filePath = 'contract.pdf',
  spelling: 'lower' | 'upper' = 'lower',
): Promise<{ url: string; key: string }> {
  const hex = md5(bytes).toString('hex');
  const checksum = spelling === 'upper' ? hex.toUpperCase() : hex;
  return service.get(
    `/sign-file-url?filePath=${encodeURIComponent(filePath)}&md5Checksum=${checksum}`,
    organization.key,
  );
}

const put = (
  url: string,
  body: Uint8Array | undefined,
  headers: Record<string, string> = {},
): Promise<Response> => service.request(url, { method: 'PUT', body, headers });
const withMd5 = (bytes: Uint8Array): Record<string, string> => ({
  'content-md5': md5(bytes).toString('base64'),
});

const create = (content: object): Promise<Response> =>
  service.request('/rest/v1/signature-request', {
    method: 'POST',
    as: organization.key,
    body: { input: { name: 'A', content, organization: organization.id } },
  });

/** Refused, with nothing of it in any table. */
async function refused(action: () => Promise<Response>, status: number): Promise<void> {
  const before = await service.snapshot();
  const answer = await action();
  expect([answer.status, (await bodyOfError(answer)).errors[0]?.extensions.http.status]).toEqual([
    status,
    status,
  ]);
  expect(await service.snapshot()).toEqual(before);
}

describe('uploads', () => {
  it('UP-1 AU-8 an address is given to whom the database knows then, not to whom it knew a second ago', async () => {
    const { id, key } = await service.organization();
    const ask = (path: string): Promise<Response> => service.request(`/rest/v1${path}`, { as: key });
    const request = `/sign-file-url?filePath=a.pdf&md5Checksum=${md5(pdf).toString('hex')}`;
    expect((await ask('/witnesses')).status).toBe(200);
    expect((await ask(request)).status).toBe(200);
    // As another process of the same database does it.
    await service.database.rows(sql`update api_keys set enabled = false where organization_id = ${id}`);
    expect((await ask(request)).status).not.toBe(200);
  });

  it('UP-9 ST-30 a store that takes no bytes holds no connection: whoever else asks is answered, and the bytes come later', async () => {
    const { objects } = service.service;
    let storing = 0;
    let free = (): void => undefined;
    const freed = new Promise<void>((resolve) => (free = resolve));
    const stalled: typeof objects = {
      ...objects,
      async stage(bytes, limit) {
        const staged = await objects.stage(bytes, limit);
        return {
          ...staged,
          async keep(key) {
            storing += 1;
            await freed;
            await staged.keep(key);
          },
        };
      },
    };
    Object.assign(service.service, { objects: stalled });
    try {
      const addresses: string[] = [];
      while (addresses.length < 14) addresses.push((await address(pdf)).url);
      // The last address takes two at once; the second waits for the first, and the answer says that it came too late.
      const puts = Promise.all(
        [...addresses, ...addresses.slice(-1)].map((url) => put(url, pdf, withMd5(pdf))),
      );
      while (storing < 14) await new Promise((resolve) => setTimeout(resolve, 10));
      const list = await service.request('/rest/v1/witnesses', { as: organization.key });
      expect(list.status).toBe(200);
      await service.database.transaction((tx) => tx.script('select 1'));
      expect(storing).toBe(14);
      free();
      const statuses = (await puts).map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array<number>(14).fill(200), 409]);
    } finally {
      free();
      Object.assign(service.service, { objects });
    }
  }, 30_000);

  it('UP-4 a PUT that takes longer than its lease keeps it, and another PUT to the address meanwhile is 409', async () => {
    const { objects } = service.service;
    let begun = 0;
    const slow: typeof objects = {
      ...objects,
      async stage(bytes, limit) {
        const staged = await objects.stage(bytes, limit);
        return {
          ...staged,
          async keep(key) {
            begun += 1;
            await new Promise((resolve) => setTimeout(resolve, 2_500));
            await staged.keep(key);
          },
        };
      },
    };
    Object.assign(service.service, { objects: slow, uploadLease: 1_000 });
    try {
      const { url } = await address(pdf);
      const first = put(url, pdf, withMd5(pdf));
      while (begun === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      const second = put(url, pdf, withMd5(pdf));
      expect([(await first).status, (await second).status]).toEqual([200, 409]);
      expect(begun).toBe(1);

      // Whoever lost the lease all the same gets an answer that says so, and has changed nothing.
      const { url: lost } = await address(pdf);
      const late = put(lost, pdf, withMd5(pdf));
      while (begun === 1) await new Promise((resolve) => setTimeout(resolve, 10));
      await service.database.rows(sql`update uploads set lease = 'other:1' where lease is not null`);
      const answer = await late;
      expect([answer.status, (await bodyOfError(answer)).errors[0]?.extensions.code]).toEqual([
        409,
        'CONFLICT',
      ]);
    } finally {
      Object.assign(service.service, { objects, uploadLease: undefined });
    }
  });

  it('UP-1 answers an absolute address of this origin for one PUT, and a key that names organization and file', async () => {
    const { url, key } = await address(pdf, 'folder/contrato año.pdf');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4310\/uploads\/[\w-]{40,}$/);
    expect(key.startsWith(`${organization.id}/`)).toBe(true);
    expect(key.endsWith('/folder/contrato año.pdf')).toBe(true);
    expect((await put(url, pdf, withMd5(pdf))).status).toBe(200);
    expect((await create({ pdf: key })).status).toBe(200);
  });

  it('UP-1 behind a proxy that speaks https the address does too', async () => {
    const answer = await service.request(
      `/rest/v1/sign-file-url?filePath=a.pdf&md5Checksum=${md5(pdf).toString('hex')}`,
      { as: organization.key, headers: { 'x-forwarded-proto': 'https' } },
    );
    expect(((await answer.json()) as { url: string }).url).toMatch(/^https:\/\/127\.0\.0\.1:4310\/uploads\//);
  });

  it('UP-1 the same path twice is two versions, and none is overwritten', async () => {
    const other = Buffer.from('another document');
    const [first, second] = [await address(pdf), await address(other)];
    expect(first.key).not.toBe(second.key);
    await put(first.url, pdf, withMd5(pdf));
    await put(second.url, other, withMd5(other));
    for (const [{ key }, bytes] of [
      [first, pdf],
      [second, other],
    ] as const) {
      const answer = await service.request(`/rest/v1/content/${encodeURIComponent(key)}`, {
        as: organization.key,
      });
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    }
  });

  it('UP-2 takes the checksum in any case, and wants Content-MD5 to be the same', async () => {
    const { url } = await address(pdf, 'a.pdf', 'upper');
    await refused(() => put(url, pdf), 400);
    await refused(() => put(url, pdf, { 'content-md5': 'nonsense' }), 422);
    await refused(() => put(url, pdf, { 'content-md5': md5(pdf).toString('hex') }), 422);
    await refused(() => put(url, pdf, withMd5(Buffer.from('other'))), 422);
    expect((await put(url, pdf, withMd5(pdf))).status).toBe(200);
  });

  it('UP-3 keeps a path as it was sent, in NFC, and refuses what no path is', async () => {
    const { key } = await address(pdf, 'an\u0303o%20/ .pdf');
    expect(key.endsWith('/año%20/ .pdf')).toBe(true);
    const longest = await address(pdf, 'x'.repeat(limits.filePathBytes));
    expect(Buffer.byteLength(longest.key)).toBe(1024);
    for (const path of [
      'a\0b',
      'a\nb',
      'a\u009fb',
      './a',
      'a/.',
      'a/./b',
      '../a',
      'a/../b',
      'a\\b',
      'x'.repeat(limits.filePathBytes + 1),
      'é'.repeat(600),
    ]) {
      const query = `filePath=${encodeURIComponent(path)}&md5Checksum=${md5(pdf).toString('hex')}`;
      const status = path.length > 1024 ? 400 : 422;
      await refused(
        () => service.request(`/rest/v1/sign-file-url?${query}`, { as: organization.key }),
        status,
      );
    }
  });

  it('UP-4 bytes that do not match are refused without consuming the address; a second good PUT is 409', async () => {
    const { url, key } = await address(pdf);
    await refused(() => put(url, Buffer.from('%PDF-1.7 b document'), withMd5(pdf)), 422);
    await refused(() => put(url, undefined, withMd5(pdf)), 422);
    await refused(() => put(url, pdf, { ...withMd5(pdf), 'content-encoding': 'gzip' }), 415);
    expect((await put(url, pdf, withMd5(pdf))).status).toBe(200);
    await refused(() => put(url, pdf, withMd5(pdf)), 409);
    const content = await service.request(`/rest/v1/content/${encodeURIComponent(key)}`, {
      as: organization.key,
    });
    expect(Buffer.from(await content.arrayBuffer())).toEqual(pdf);
  });

  it('UP-4 of two PUTs at the same time exactly one is taken', async () => {
    const { url } = await address(pdf);
    const answers = await Promise.all([1, 2, 3, 4].map(() => put(url, pdf, withMd5(pdf))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('UP-5 an address lives 15 minutes', async () => {
    const { url } = await address(pdf);
    const start = service.clock.now;
    try {
      service.clock.now = new Date(start.getTime() + limits.uploadAddressSeconds * 1000);
      await refused(() => put(url, pdf, withMd5(pdf)), 404);
      service.clock.now = new Date(start.getTime() + limits.uploadAddressSeconds * 1000 - 1);
      expect((await put(url, pdf, withMd5(pdf))).status).toBe(200);
    } finally {
      service.clock.now = start;
    }
    await refused(() => put('/uploads/unknown', pdf, withMd5(pdf)), 404);
  });

  it('UP-6 a key whose bytes never came, or of another organization, is 422 and names the field', async () => {
    const { key } = await address(pdf);
    const foreign = await service.createRequest(await service.organization());
    const cases: [object, string[]][] = [
      [{ pdf: key }, ['input', 'content', 'pdf']],
      [{ raw: foreign.key }, ['input', 'content', 'raw']],
      [{ JSONContent: { json: foreign.key } }, ['input', 'content', 'JSONContent', 'json']],
    ];
    for (const [content, path] of cases) {
      const answer = await create(content);
      expect(answer.status).toBe(422);
      expect((await bodyOfError(answer)).errors[0]?.path).toEqual(path);
    }
  });

  it('UP-7 more than the limit is 413, announced or not, and nothing of it is stored', async () => {
    const [fits, large] = [Buffer.alloc(1000, 'a'), Buffer.alloc(1001, 'a')];
    const { url, key } = await address(large);
    await refused(() => put(url, large, { ...withMd5(large), 'content-length': '1001' }), 413);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < 11; i += 1) controller.enqueue(large.subarray(0, 91));
        controller.close();
      },
    });
    const request = new Request(url, {
      method: 'PUT',
      body: stream,
      headers: withMd5(large),
      duplex: 'half',
    } as RequestInit);
    await refused(() => service.fetch(request), 413);
    expect((await create({ pdf: key })).status).toBe(422);
    const fitting = await address(fits);
    expect((await put(fitting.url, fits, withMd5(fits))).status).toBe(200);
  });

  it('UP-4 a sender that goes away in the middle leaves the address as it was', async () => {
    const { url } = await address(pdf);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(pdf.subarray(0, 5));
        controller.error(new Error('connection lost'));
      },
    });
    const request = new Request(url, {
      method: 'PUT',
      body: stream,
      headers: withMd5(pdf),
      duplex: 'half',
    } as RequestInit);
    await refused(() => service.fetch(request), 400);
    expect((await put(url, pdf, withMd5(pdf))).status).toBe(200);
  });

  it('UP-1 the address itself is the authority: another method is 405, and no log line holds it', async () => {
    const { url } = await address(pdf);
    const token = url.split('/').at(-1) ?? '';
    expect((await service.request(url, { as: organization.key })).status).toBe(405);
    await put(url, pdf, withMd5(pdf));
    const log = service.lines.join('\n');
    expect(log).toContain('/uploads/{token}');
    for (const secret of [token, organization.key, organization.member.token])
      expect(log).not.toContain(secret);
  });
});

describe('uploads of one organization', () => {
  it('UP-12 more than its share at once are 429 with Retry-After; another organization goes on', async () => {
    const own = await startTestService({ TESTIGO_UPLOADS_PER_KEY: '2' });
    try {
      const [first, second] = [await own.organization(), await own.organization()];
      const addressFor = async (as: string): Promise<string> =>
        (
          await own.get<{ url: string }>(
            `/sign-file-url?filePath=a.pdf&md5Checksum=${md5(pdf).toString('hex')}`,
            as,
          )
        ).url;
      const begun: (() => void)[] = [];
      let reading = 0;
      const hold = async (): Promise<Response> => {
        const url = await addressFor(first.key);
        const body = new ReadableStream<Uint8Array>(
          {
            start: (controller) => {
              begun.push(() => {
                controller.enqueue(pdf);
                controller.close();
              });
            },
            pull: () => void (reading += 1),
          },
          { highWaterMark: 0 },
        );
        const headers = { 'content-md5': md5(pdf).toString('base64') };
        const init: RequestInit & { duplex: 'half' } = { method: 'PUT', headers, body, duplex: 'half' };
        return own.fetch(new Request(url, init));
      };
      const uploads = [hold(), hold()];
      // Both have their place before a third is tried: it would take the place of one of them.
      await expect.poll(() => reading, { timeout: 10_000 }).toBe(2);
      await expect
        .poll(
          async () => {
            const answer = await own.request(await addressFor(first.key), {
              method: 'PUT',
              body: pdf,
              headers: { 'content-md5': md5(pdf).toString('base64') },
            });
            return [answer.status, answer.headers.get('retry-after')];
          },
          { timeout: 10_000 },
        )
        .toEqual([429, '1']);
      expect(await own.upload(second.key, pdf)).toContain(second.id);
      for (const end of begun) end();
      for (const answer of uploads) expect((await answer).status).toBe(200);
      expect(await own.upload(first.key, pdf)).toContain(first.id);
    } finally {
      await own.close();
    }
  });
});

describe('content', () => {
  it('CO-1 is served to members, to signers once it is sent, and to the holder of the anonymous key', async () => {
    const draft = await service.createRequest(organization, { draft: true });
    await service.invite(organization, draft.id, organization.linked.id);
    const path = `/rest/v1/content/${encodeURIComponent(draft.key)}`;
    const { anonymousKey } = await service.get<{ anonymousKey: string }>(
      `/signature-request/${draft.id}`,
      organization.key,
    );
    const status = async (as: string | undefined, query = ''): Promise<number> =>
      (await service.request(path + query, { as })).status;
    expect(await status(organization.key)).toBe(200);
    expect(await status(organization.member.token)).toBe(200);
    expect(await status(organization.linked.token)).toBe(404);
    expect(await status((await service.organization()).key)).toBe(404);
    expect(await status(undefined)).toBe(401);
    expect(await status(undefined, `?anonymousKey=${anonymousKey}`)).toBe(200);
    expect(await status(undefined, '?anonymousKey=wrong')).toBe(404);
    await service.write('PUT', `/signature-request/${draft.id}`, organization.key, { draft: false });
    expect(await status(organization.linked.token)).toBe(200);
    expect(await status((await service.subject()).token)).toBe(404);
  });

  it('CO-2 is an attachment of its own type, in a document that may do nothing', async () => {
    const script = '<script>alert(1)</script>';
    for (const [kind, filePath, type, text] of [
      ['pdf', 'a/contrato año.pdf', 'application/pdf', `%PDF-${script}`],
      ['json', 'a.json', 'application/json', `"${script}"`],
      ['raw', 'page.html', 'text/plain; charset=utf-8', script],
    ] as const) {
      const bytes = Buffer.from(text);
      const key = await service.upload(organization.key, bytes, filePath);
      expect((await create({ [kind]: key })).status).toBe(200);
      const answer = await service.request(`/rest/v1/content/${encodeURIComponent(key)}`, {
        as: organization.key,
      });
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[^"]+"; filename\*=UTF-8''\S+$/,
      );
      expect(answer.headers.get('content-length')).toBe(String(bytes.length));
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
      const head = await service.request(`/rest/v1/content/${encodeURIComponent(key)}`, {
        as: organization.key,
        method: 'HEAD',
      });
      expect([head.status, await head.text()]).toEqual([200, '']);
    }
  });
});
