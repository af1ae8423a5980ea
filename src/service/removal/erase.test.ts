import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClock } from '#clock/clock.ts';
import { buildMerkleTree } from '../authorities/trees/merkle-tree.ts';
import { runCommand } from '../commands/run-command.ts';
import { rejectInvite, signInvite } from '../handlers/signing/signing.ts';
import { createConservation } from '../jobs/conservation.ts';
import { readSettings } from '../settings.ts';
import { identifier, sql } from '../storage/database/sql.ts';
import { startS3Server } from '../storage/testing/s3-server.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import type { TestOrganization, TestSubject } from '../testing/test-data.ts';
import { hash } from '../testing/world.ts';
import { eraseOrganization } from './erase-organization.ts';
import { eraseSubject } from './erase-subject.ts';
import { removeDocuments } from './removed-documents.ts';
import type { EraseTools } from './removed-documents.ts';
import { removeUnsigned } from './retention.ts';

let on: TestService;
beforeAll(async () => {
  on = await startTestService();
});
afterAll(() => on.close());

const toolsOf = ({ service }: TestService): EraseTools => ({
  database: service.database,
  objects: service.objects,
  now: service.now,
});

/** Tables that have a row with this text in it. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await on.database.rows<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('witnesses_other') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await on.database.rows(
      sql`select 1 from ${identifier(name)} t where position(${text} in t::text) > 0 limit 1`,
    );
    if (row) found.push(name);
  }
  return found;
}

const register = async (organization: TestOrganization): Promise<string> => {
  const input = { hash: hash(), algorithm: 'SHA256', organization: organization.id };
  return String((await on.write('POST', '/witness', organization.key, input)).id);
};

async function signed(
  organization: TestOrganization,
  signer: TestSubject,
  service = on,
): Promise<{ id: string; key: string }> {
  const request = await service.createRequest(organization);
  await signInvite(service.service, await service.invite(organization, request.id, signer.id));
  return request;
}

/** Everything that an organization has. */
async function fill(organization: TestOrganization): Promise<string[]> {
  const keys = [
    (await signed(organization, organization.linked)).key,
    (await on.createRequest(organization, { draft: true })).key,
    await on.upload(organization.key, Buffer.from(hash())),
  ];
  await register(organization);
  return keys;
}

const listsOf = (organization: TestOrganization): Promise<unknown[]> =>
  Promise.all(
    ['/signature-requests', '/witnesses', '/signature-request-invites', '/api-keys'].map((path) =>
      on.get(path, organization.key),
    ),
  );

/** The root of each batch follows from the hashes of its witnesses and the others, as "repair" computes it. */
async function expectWholeBatches(): Promise<void> {
  const batches = await on.database.rows<{ merkle_root: string; other_hashes: string[]; hashes: string[] }>(
    sql`select b.merkle_root, b.other_hashes, jsonb_agg(w.hash) as hashes
      from merkle_batches b join witnesses w on w.merkle_batch_id = b.id group by b.id`,
  );
  expect(batches.length).toBeGreaterThan(0);
  for (const { merkle_root: root, other_hashes: others, hashes } of batches)
    expect(buildMerkleTree([...hashes, ...others]).root).toBe(root);
}

describe('erasing an organization', () => {
  it('leaves nothing that names it, and everything of others as it was', async () => {
    const [erased, other] = [await on.organization(), await on.organization()];
    const keys = await fill(erased);
    await fill(other);
    await on.conserve();
    await on.conserve();
    const before = await listsOf(other);
    const result = await eraseOrganization(toolsOf(on), erased.id);
    expect(result).toMatchObject({
      requests: 2,
      invites: 1,
      witnesses: 3,
      documents: 3,
      bytes: 3,
      keys: 1,
      members: 1,
      links: 1,
    });
    expect(result).toMatchObject({ bytesLeft: 0, locked: [], witnessesLeft: 0, gone: true });
    expect(await tablesWith(erased.id)).toEqual([]);
    for (const key of keys) await expect(on.service.objects.bytes(key)).rejects.toThrow();
    expect(await listsOf(other)).toEqual(before);
    await expectWholeBatches();
    expect((await on.request('/rest/v1/witnesses', { as: erased.key })).status).toBe(401);
  });

  it('goes on after any step at which it was cut', async () => {
    let steps = 0;
    for (let cut = 1; ; cut += 1) {
      const organization = await on.organization();
      await fill(organization);
      steps = 0;
      const tools = toolsOf(on);
      const cutting: EraseTools = {
        ...tools,
        database: {
          ...tools.database,
          transaction: async (work) => {
            if ((steps += 1) === cut) throw new Error('cut');
            return tools.database.transaction(work);
          },
        },
        objects: {
          ...tools.objects,
          erase: async (key) => {
            if ((steps += 1) === cut) throw new Error('cut');
            return tools.objects.erase(key);
          },
        },
      };
      const result = await eraseOrganization(cutting, organization.id).catch((error: unknown) => error);
      if (steps < cut) break;
      // Bytes that the store does not remove stop nothing else.
      if (result instanceof Error) expect(result.message).toBe('cut');
      else expect(result).toMatchObject({ bytes: 2, bytesLeft: 1, gone: true });
      expect(await eraseOrganization(tools, organization.id)).toMatchObject({ gone: true });
      expect(await tablesWith(organization.id), `cut at step ${cut}`).toEqual([]);
    }
    expect(steps).toBeGreaterThan(8);
  });

  it('in the middle of preservation leaves the others of the batch their proofs', async () => {
    const [erased, other] = [await on.organization(), await on.organization()];
    await register(erased);
    const witness = await register(other);
    const stuck = {
      ...on.service,
      authorities: { ...on.authorities, stamp: () => Promise.reject(new Error('away')) },
    };
    await expect(createConservation(stuck).runOnce()).rejects.toThrow('away');
    expect(await on.database.rows(sql`select 1 from preservation_batches`)).toHaveLength(1);
    expect(await eraseOrganization(toolsOf(on), erased.id)).toMatchObject({ witnesses: 1, gone: true });
    await on.conserve();
    const { results } = await on.get<{
      results: { hash: string; merkleized: { merkleProof: string[]; merkleRoot: string } }[];
    }>(`/witnesses?_id=${witness}`, other.key);
    const { hash: of, merkleized } = results[0]!;
    const sha256 = (text: string): string => createHash('sha256').update(text, 'ascii').digest('hex');
    const root = merkleized.merkleProof.reduce(
      (node, sibling) => sha256([node, sibling].sort().join('')),
      sha256(of),
    );
    expect(merkleized.merkleProof.length).toBeGreaterThan(0);
    expect(root).toBe(merkleized.merkleRoot);
    await expectWholeBatches();
  });

  it('leaves a witness that a claim stands on, and a row without a name for it', async () => {
    const organization = await on.organization();
    await signed(organization, organization.linked);
    const witness = await register(organization);
    await on.write('PUT', '/witness', organization.key, {
      id: witness,
      initialOwner: organization.linked.id,
    });
    await on.conserve();
    expect(await on.database.rows(sql`select 1 from claims where witness_id = ${witness}`)).toHaveLength(1);
    expect(await eraseOrganization(toolsOf(on), organization.id)).toMatchObject({
      witnesses: 2,
      witnessesLeft: 1,
      gone: false,
    });
    const [row] = await on.database.rows(
      sql`select name, email_address from organizations where id = ${organization.id}`,
    );
    expect(row).toEqual({ name: organization.id, email_address: null });
    expect(await tablesWith(organization.id)).toEqual(
      expect.arrayContaining(['organizations', 'witness_counts']),
    );
    const left = await on.database.rows(
      sql`select id from witnesses where organization_id = ${organization.id}`,
    );
    expect(left).toEqual([{ id: witness }]);
    expect(await on.get(`/witnesses?_id=${witness}`, organization.linked.token)).toMatchObject({
      info: { count: 1 },
    });
  });

  it('comes before whatever was sent before it and whose body came later', async () => {
    const organization = await on.organization();
    const witness = await register(organization);
    await on.write('PUT', '/witness', organization.key, {
      id: witness,
      initialOwner: organization.linked.id,
    });
    await on.conserve();
    const late: [string, object][] = [
      ['witness', { hash: hash(), algorithm: 'SHA256', organization: organization.id }],
      ['api-key', { name: 'Ana', organization: organization.id }],
    ];
    const sent = late.map(([path, input]) => {
      const body = new TransformStream<Uint8Array, Uint8Array>();
      const answer = on.fetch(
        new Request(`http://127.0.0.1:4310/rest/v1/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${organization.key}`, 'content-type': 'application/json' },
          body: body.readable,
          duplex: 'half',
        } as RequestInit),
      );
      const finish = async (): Promise<void> => {
        const writer = body.writable.getWriter();
        await writer.write(Buffer.from(JSON.stringify({ input })));
        await writer.close();
      };
      return { answer, finish };
    });
    // Each caller is identified by now; what each sends is not there.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await eraseOrganization(toolsOf(on), organization.id)).toMatchObject({ witnessesLeft: 1 });
    for (const { answer, finish } of sent) {
      await finish();
      const { status } = await answer;
      expect(status).toBe(403);
    }
    expect(await tablesWith('Ana')).toEqual([]);
    const [row] = await on.database.rows(
      sql`select count(*) as count from witnesses where organization_id = ${organization.id}`,
    );
    expect(row).toEqual({ count: 1 });
  });

  it('says what a store with object lock did not remove and until when, and a worker removes it then', async () => {
    const store = await startS3Server({ hasLock: true });
    const locking = await startTestService({
      ...store.settings,
      TESTIGO_S3_LOCK: 'COMPLIANCE',
      TESTIGO_S3_LOCK_DAYS: '30',
    });
    try {
      const organization = await locking.organization();
      const { key } = await locking.createRequest(organization);
      const { locked, bytes, documents } = await eraseOrganization(toolsOf(locking), organization.id);
      expect({ bytes, documents }).toEqual({ bytes: 0, documents: 1 });
      expect(locked).toMatchObject([{ key }]);
      const until = Number(locked[0]?.lockedUntil?.getTime());
      expect(store.objects.has(key)).toBe(false);
      expect(store.versions.has(key)).toBe(true);
      expect(await removeDocuments(toolsOf(locking))).toEqual({ count: 0, errors: [] });
      setClock(() => until + 1);
      locking.clock.now = new Date(until + 1);
      expect(await removeDocuments(toolsOf(locking))).toEqual({ count: 1, errors: [] });
      setClock();
      expect(store.versions.has(key)).toBe(false);
      expect(await locking.database.rows(sql`select 1 from removed_contents`)).toEqual([]);
    } finally {
      await locking.close();
      await store.close();
    }
  });
});

describe('erasing the data of a person', () => {
  it('leaves nothing of who has signed nothing', async () => {
    const organization = await on.organization();
    const person = await on.subject({ linkedTo: organization.id });
    const request = await on.createRequest(organization);
    await on.invite(organization, request.id, person.id);
    const result = await eraseSubject(on.database, person.id, on.clock.now);
    expect(result).toMatchObject({ invites: 1, links: 1, tokens: 1, certificates: 1, gone: true });
    for (const text of [person.id, person.commonName, person.evmAddress])
      expect(await tablesWith(text)).toEqual([]);
    expect(await on.get(`/signature-request/${request.id}`, organization.key)).toMatchObject({
      id: request.id,
    });
    expect((await on.request('/rest/v1/witnesses', { as: person.token })).status).toBe(401);
  });

  it('leaves signatures as they are, and removes what they do not consist of', async () => {
    const organization = await on.organization();
    const { linked } = organization;
    const { id } = await signed(organization, linked);
    await on.conserve();
    const read = (): Promise<{ invites: { results: object[] } }> =>
      on.get(`/signature-request/${id}`, organization.member.token);
    const certificates = (): Promise<object[]> =>
      on.database.rows(sql`select * from certificates where subject_id = ${linked.id}`);
    const invites = (): Promise<object[]> =>
      on.database.rows(sql`select * from invites where subject_id = ${linked.id}`);
    const before = [await certificates(), await invites()];
    const result = await eraseSubject(on.database, linked.id, on.clock.now);
    expect(result).toMatchObject({
      gone: false,
      tokens: 1,
      links: 1,
      certificates: 0,
      evidence: { signatures: 1 },
    });
    expect([await certificates(), await invites()]).toEqual(before);
    const [row] = await on.database.rows(
      sql`select email_address, search_email_address, push_notification_token, common_name from subjects where id = ${linked.id}`,
    );
    expect(row).toEqual({
      email_address: null,
      search_email_address: '',
      push_notification_token: null,
      common_name: linked.commonName,
    });
    await read();
  });
});

describe('erasing by command', () => {
  const run = async (...args: string[]): Promise<string> => {
    const lines: string[] = [];
    await runCommand(args, {
      settings: { ...readSettings({ TESTIGO_SANDBOX: '0' }), dataFolder: on.folder },
      print: (line) => void lines.push(line),
      open: () => Promise.resolve({ database: on.database, close: () => Promise.resolve() }),
    });
    return lines.join('\n');
  };

  it('says what it would remove until the name is repeated, and refuses to leave an organization without a member', async () => {
    const organization = await on.organization();
    await fill(organization);
    const [found] = await on.database.rows<{ name: string }>(
      sql`select name from organizations where id = ${organization.id}`,
    );
    const name = found?.name ?? '';
    await expect(run('organization', 'erase', organization.id)).rejects.toThrow(
      /2 requests \(1 of them signed\) and 3 witnesses.*Nothing was removed/,
    );
    await expect(run('organization', 'erase', organization.id, '--name', `${name} `)).rejects.toThrow(
      'Nothing was removed',
    );
    await expect(run('subject', 'erase', organization.member.id)).rejects.toThrow(`only member of ${name}`);
    await expect(run('subject', 'erase', organization.linked.id)).rejects.toThrow(
      /would stay, because they are part of 1 signatures/,
    );
    expect(await run('organization', 'erase', organization.id, '--name', name)).toMatch(
      /^Removed 2 requests, 1 invites, 3 witnesses, 3 documents \(the bytes of 3\)/,
    );
    await expect(run('organization', 'erase', organization.id, '--name', name)).rejects.toThrow(
      'There is no organization',
    );
    expect(
      await run('subject', 'erase', organization.linked.id, '--name', organization.linked.commonName),
    ).toContain('Nothing of the person is left');
  });
});

describe('retention', () => {
  it('removes drafts and rejected requests that nobody signed once they are too old, and nothing else', async () => {
    const organization = await on.organization();
    const began = on.clock.now;
    const { linked } = organization;
    const second = await on.subject({ linkedTo: organization.id });
    const draft = await on.createRequest(organization, { draft: true });
    const open = await on.createRequest(organization);
    await on.invite(organization, open.id, linked.id);
    const reject = async (request: string, signer: TestSubject): Promise<void> => {
      await rejectInvite(on.service, await on.invite(organization, request, signer.id));
    };
    const rejected = await on.createRequest(organization);
    await reject(rejected.id, linked);
    const half = await on.createRequest(organization);
    const halves = await on.invite(organization, half.id, linked.id);
    await reject(half.id, second);
    await signInvite(on.service, halves);
    const other = await on.createRequest(organization);
    await on.invite(organization, other.id, second.id);
    await reject(other.id, linked);
    const whole = await signed(organization, linked);
    await on.conserve();
    on.clock.now = new Date(began.getTime() + 30 * 86_400_000);
    const young = await on.createRequest(organization, { draft: true });
    expect(await removeUnsigned(toolsOf(on), 31)).toEqual({ count: 0, errors: [] });
    // Other tests have drafts too.
    expect((await removeUnsigned(toolsOf(on), 29)).count).toBeGreaterThanOrEqual(3);
    await removeDocuments(toolsOf(on));
    const rows = await on.database.rows<{ id: string }>(
      sql`select id from signature_requests where organization_id = ${organization.id}`,
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([open.id, half.id, whole.id, young.id].sort());
    await expect(on.service.objects.bytes(draft.key)).rejects.toThrow();
    expect(await on.service.objects.bytes(whole.key)).toBeDefined();
    expect(
      await on.get(`/signature-requests?organization=${organization.id}`, organization.key),
    ).toMatchObject({ info: { count: 4 } });
    on.clock.now = began;
  });
});
