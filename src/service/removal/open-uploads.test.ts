import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepUploads } from '../jobs/sweeps/upload-sweep.ts';
import type { ObjectStore } from '../storage/objects/objects.ts';
import { sql } from '../storage/database/sql.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import { eraseOrganization } from './erase-organization.ts';
import { eraseSubject } from './erase-subject.ts';
import { removeDocuments } from './removed-documents.ts';
import type { EraseTools } from './removed-documents.ts';

// Bytes that came to an address and were never acknowledged have no row of a document.

let on: TestService;
let tools: EraseTools;
beforeAll(async () => {
  on = await startTestService();
  tools = { database: on.database, objects: on.service.objects, now: on.service.now };
});
afterAll(() => on.close());

interface Address {
  readonly key: string;
  readonly bytes: Uint8Array;
  put(): Promise<Response>;
}

async function address(as: string): Promise<Address> {
  const bytes = randomBytes(60);
  const md5 = createHash('md5').update(bytes).digest();
  const path = `/sign-file-url?filePath=Ana%20García.pdf&md5Checksum=${md5.toString('hex')}`;
  const { url, key } = await on.get<{ url: string; key: string }>(path, as);
  const headers = { 'content-md5': md5.toString('base64') };
  return { key, bytes, put: () => on.request(url, { method: 'PUT', body: bytes, headers }) };
}

/** Bytes in the store without a row: what a process leaves that ends between the two, and a PUT to the store itself. */
async function storeAlone(
  { key, bytes }: Pick<Address, 'key' | 'bytes'>,
  objects: ObjectStore,
): Promise<void> {
  const staged = await objects.stage(
    (async function* () {
      yield await Promise.resolve(bytes);
    })(),
    1_000,
  );
  await staged.keep(key);
}

const isStored = (key: string): Promise<boolean> =>
  on.service.objects.bytes(key).then(
    () => true,
    () => false,
  );

const rowsOf = async (key: string): Promise<number> =>
  (
    await on.database.rows(sql`select 1 from uploads where content_key = ${key}
      union all select 1 from contents where content_key = ${key}
      union all select 1 from removed_contents where content_key = ${key}`)
  ).length;

/** A PUT that has stored its bytes and not written their row yet; ends with its answer. */
async function inTheMiddle(sent: Address, meanwhile: () => Promise<unknown>): Promise<Response> {
  const { objects } = on.service;
  const { stage } = objects;
  objects.stage = async (...of) => {
    const staged = await stage(...of);
    return {
      ...staged,
      async keep(key) {
        await meanwhile();
        await staged.keep(key);
      },
    };
  };
  try {
    return await sent.put();
  } finally {
    objects.stage = stage;
  }
}

async function inTwoDays(work: () => Promise<unknown>): Promise<void> {
  const before = on.clock.now;
  on.clock.now = new Date(before.getTime() + 2 * 86_400_000);
  try {
    await work();
  } finally {
    on.clock.now = before;
  }
}

describe('an erased organization', () => {
  it('leaves no bytes that came to an address and were never acknowledged', async () => {
    const organization = await on.organization();
    const sent = await address(organization.key);
    await storeAlone(sent, on.service.objects);
    expect(await eraseOrganization(tools, organization.id)).toMatchObject({
      documents: 0,
      locked: [],
      gone: true,
    });
    expect(await isStored(sent.key)).toBe(false);
    // What the store itself still takes by its own address is removed after that is over.
    await storeAlone(sent, on.service.objects);
    await removeDocuments(tools);
    expect(await isStored(sent.key)).toBe(true);
    await inTwoDays(() => removeDocuments(tools));
    expect([await isStored(sent.key), await rowsOf(sent.key)]).toEqual([false, 0]);
  });

  it('leaves none of a PUT that was storing them meanwhile, and is gone', async () => {
    const organization = await on.organization();
    const sent = await address(organization.key);
    const put = await inTheMiddle(sent, async () => {
      expect(await eraseOrganization(tools, organization.id)).toMatchObject({ gone: true });
    });
    expect(put.status).toBe(409);
    await inTwoDays(() => removeDocuments(tools));
    expect([await isStored(sent.key), await rowsOf(sent.key)]).toEqual([false, 0]);
  });
});

describe('an erased person', () => {
  /** Of a member of two organizations, whose uploads are its own until a request names them. */
  const member = async () => {
    const [first, second] = [await on.organization(), await on.organization()];
    const person = await on.subject({ memberOf: first.id });
    await on.member(second.id, person.id);
    return person;
  };

  it('cannot upload any more by an address that it has, and leaves nothing that came to it', async () => {
    const person = await member();
    const [late, stored] = [await address(person.token), await address(person.token)];
    await storeAlone(stored, on.service.objects);
    expect(await eraseSubject(on.database, person.id, on.clock.now)).toMatchObject({ gone: true });
    await removeDocuments(tools);
    expect((await late.put()).status).toBe(404);
    expect(await isStored(stored.key)).toBe(false);
    await inTwoDays(async () => {
      await sweepUploads(on.service);
      await removeDocuments(tools);
    });
    for (const { key } of [late, stored])
      expect([await isStored(key), await rowsOf(key)]).toEqual([false, 0]);
  });

  it('leaves nothing of a PUT that was storing bytes meanwhile', async () => {
    const person = await member();
    const sent = await address(person.token);
    const put = await inTheMiddle(sent, () => eraseSubject(on.database, person.id, on.clock.now));
    expect(put.status).toBe(409);
    await inTwoDays(() => removeDocuments(tools));
    expect([await isStored(sent.key), await rowsOf(sent.key)]).toEqual([false, 0]);
  });
});
