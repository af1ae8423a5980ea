import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifier, sql } from '../storage/database/sql.ts';
import type { Sql } from '../storage/database/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Issuer,
  SignatureRequest,
  SignatureRequestInvite,
  Witness,
} from '#contract/resources/resources.ts';
import type { SandboxSession } from '#contract/sandbox/sandbox.ts';
import type { Check } from '#proofs/check.ts';
import { checkExternalRoot, checkExternalShape } from '#proofs/merkle/check-external.ts';
import { checkSignatureForm, checkSignatureRsa } from '#proofs/signature/check-signature.ts';
import { readCertificate } from '#proofs/pki/certificate/certificate.ts';
import { checkOcsp } from '#proofs/pki/ocsp/ocsp.ts';
import { standard } from '#proofs/policy/policy.ts';
import { checkMerkleizedRoot, checkMerkleizedShape } from '#proofs/merkle/check-merkleized.ts';
import { authenticate } from '../handlers/access/authenticate.ts';
import type { Caller } from '../handlers/access/caller.ts';
import { readNom151Token } from '../handlers/witnesses/certification.ts';
import { createHandlers } from '../handlers/handlers.ts';
import type { Service } from '../handlers/ports.ts';
import { signInvite } from '../handlers/signing/signing.ts';
import { openDatabase } from '../storage/database/database.ts';
import type { Database } from '../storage/database/database.ts';
import { migrate, readMigrations } from '../storage/database/migrate.ts';
import { openObjectStore } from '../storage/objects/objects.ts';
import type { ObjectStore } from '../storage/objects/objects.ts';
import { thirdPartyStart } from './other-tenants.ts';
import { openSecret, secretOf } from '../storage/secret.ts';
import { openTestDatabase } from '../storage/testing/database.ts';
import { openLogSigner } from '../authorities/sandbox/log-note.ts';
import { checkStores } from '../commands/evidence/check.ts';
import { repairStores } from '../commands/evidence/repair.ts';
import { publicLog } from '../handlers/sandbox/public-log.ts';
import { auditTiles, fetchCheckpoint, rebuildRoot } from '../http/testing/follow-log.ts';
import { readSettings } from '../settings.ts';
import { snapshot } from '../testing/snapshot.ts';
import { createConservation } from '../jobs/conservation.ts';
import { demoSession } from './demo.ts';
import { loadAuthorities, sandboxAnchors } from '../jobs/sandbox-authorities.ts';
import { seedSandbox } from './seed.ts';

// The demo as its callers get it: every proof in it is computed again from what the interface answers.

const now = new Date('2026-11-20T18:00:00.000Z');
let folder: string;
let database: Database;
let objects: ObjectStore;
let service: Service;
let session: SandboxSession;
let caller: Caller;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-seed-'));
  database = await openTestDatabase();
  objects = await openObjectStore(folder, undefined);
  const secret = await openSecret(folder);
  // A first start that was killed before it ended: its transaction never came to be.
  const killed: Database = { ...database, transaction: () => Promise.reject(new Error('killed')) };
  await expect(seedSandbox({ database: killed, objects, secret, seed: 151, now })).rejects.toThrow('killed');
  expect(await seedSandbox({ database: counting(database), objects, secret, seed: 151, now })).toBe(true);
  expect(await seedSandbox({ database, objects, secret, seed: 151, now })).toBe(false);
  service = {
    database,
    objects,
    ...(await loadAuthorities(database, secret)),
    authorities: (await loadAuthorities(database, secret))?.authorities,
    sandbox: true,
    nesting: 'whole',
    uploadMax: 1_000_000,
    now: () => now,
    uploadAddress: (token) => token,
    wake: () => undefined,
    followChain: () => Promise.resolve(),
  };
  session = await demoSession(database, secret);
  caller = await authenticate(database, session.organizations[0]!.apiKey, now);
}, 180_000);

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** How many statements the seed sent. */
let statements = 0;

function counting(counted: Database): Database {
  const count = <T>(answer: T): T => {
    statements += 1;
    return answer;
  };
  return {
    ...counted,
    transaction: (work) =>
      counted.transaction((tx) =>
        work({ rows: (query) => count(tx.rows(query)), script: (text) => count(tx.script(text)) }),
      ),
  };
}

type Listing = 'listSignatureRequests' | 'listInvites' | 'listWitnesses' | 'listIssuers';

async function all<T>(operation: Listing, as: Caller = caller): Promise<T[]> {
  const found: T[] = [];
  for (let page: number | null = 1; page !== null;) {
    const query = { pagination: { page, size: 100 } };
    const call = { caller: as, params: {}, query, input: undefined as never, nested: [] };
    const answer = (await createHandlers(service)[operation]!(call)) as {
      info: { next: number | null };
      results: T[];
    };
    found.push(...answer.results);
    page = answer.info.next;
  }
  return found;
}

const failing = (checks: readonly Check[]): string[] =>
  checks.filter(({ status }) => status !== 'PASSED').map(({ id, status }) => `${id} ${status}`);

const der = (pem: string): Uint8Array =>
  Buffer.from(pem.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''), 'base64');

describe('the seeded demo', () => {
  it('is written with few statements, however many blocks its chain has', async () => {
    const [{ blocks } = { blocks: 0 }] = await database.rows<{ blocks: number }>(
      sql`select count(*) as blocks from indexed_blocks`,
    );
    expect(blocks).toBeGreaterThan(100);
    // Each takes longer than its work: three thousand of them were half of a first start.
    expect(statements).toBeLessThan(blocks);
  });

  it('ST-12 answers the same session after a restart, unlinked subjects included, and its keys work', async () => {
    expect(session.organizations.map(({ name }) => name)).toEqual([
      'Grupo Ceibal',
      'Cooperativa Nube de Sal',
      'Casos de prueba',
    ]);
    expect(session.subjects.length).toBe(12);
    expect(await demoSession(database, await openSecret(folder))).toEqual(session);
    for (const { id, apiKey } of session.organizations)
      expect(await authenticate(database, apiKey, now)).toMatchObject({ kind: 'key', organizationId: id });
    for (const { id, accessToken } of session.subjects)
      expect(await authenticate(database, accessToken, now)).toMatchObject({ kind: 'token', subjectId: id });
  });

  it('ST-44 everything of the demo is marked; with the sandbox off it lets nobody in and certifies nothing', async () => {
    const rows = await database.rows<{ name: string; marked: boolean }>(sql`
      select 'organizations' as name, bool_and(demo) as marked from organizations
      union all select 'api_keys', bool_and(demo) from api_keys
      union all select 'access_tokens', bool_and(demo) from access_tokens
      union all select 'signing_keys', bool_and(demo) from signing_keys
      union all select 'service_state', bool_and(demo) from service_state where name in ('authorities', 'seed', 'cases')`);
    expect(rows.map(({ marked }) => marked)).toEqual([true, true, true, true, true]);
    const warnings: string[] = [];
    for (const secret of [session.organizations[0]?.apiKey, session.subjects[0]?.accessToken])
      await expect(
        authenticate(database, secret ?? '', now, (sentence) => void warnings.push(sentence)),
      ).rejects.toMatchObject({ kind: 'unauthenticated', rule: 'ST-44' });
    expect(warnings).toEqual([
      expect.stringMatching(/^The key \w+ is/),
      expect.stringMatching(/^The token of/),
    ]);
    expect(await loadAuthorities(database, await openSecret(folder), false)).toBeUndefined();
  });

  it('ST-44 a demo of an earlier build is marked when it is opened', async () => {
    const earlier = readMigrations().filter(({ name }) => name < '0040');
    const opened = await openDatabase({ migrations: earlier });
    const of = (
      id: string,
    ): Sql => sql`insert into organizations (id, name, search_name, quota_id, created_at, updated_at)
      values (${id}, ${id}, ${id}, ${id}, now(), now())`;
    for (const id of ['story', 'cases', 'own']) {
      await opened.rows(of(id));
      await opened.rows(sql`insert into api_keys (id, organization_id, name, digest, created_at, updated_at)
        values (${id}, ${id}, 'key', ${id.padEnd(64, '0')}, now(), now())`);
    }
    await opened.rows(sql`insert into service_state (name, value) values ('authorities', 'sealed'),
      ('seed', ${JSON.stringify({ organizationIds: ['story'] })}), ('cases', ${JSON.stringify({ organizationId: 'cases' })})`);
    await opened.transaction((tx) => migrate(tx, readMigrations()));
    for (const table of ['organizations', 'api_keys'])
      expect(await opened.rows(sql`select id from ${identifier(table)} where demo order by id`)).toEqual([
        { id: 'cases' },
        { id: 'story' },
      ]);
    await opened.close();
  });

  it('AU-4 keeps the secret to its owner and no key or token in the database', async () => {
    expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
    const [stored] = await database.rows<{ text: string }>(sql`
      select (select string_agg(to_jsonb(k)::text, '') from api_keys k)
        || (select string_agg(to_jsonb(t)::text, '') from access_tokens t)
        || (select string_agg(value, '') from service_state) as text`);
    for (const { apiKey } of session.organizations) expect(stored?.text).not.toContain(apiKey.slice(3));
    for (const { accessToken } of session.subjects) expect(stored?.text).not.toContain(accessToken.slice(3));
    expect(stored?.text).not.toContain('PRIVATE KEY');
    await expect(loadAuthorities(database, secretOf(randomBytes(32)))).rejects.toThrow(/another secret/);
  });

  it('ST-13 names its two roots, by which every issuer and stamp is reached', async () => {
    const { version, anchors, recipe, endorsers, range } = await sandboxAnchors(
      database,
      await openSecret(folder),
    );
    expect(anchors.map(({ use, title }) => `${use}: ${title}`)).toEqual([
      'signing: AC Raíz del sandbox Testigo',
      'stamping: AC Raíz de sellos del sandbox Testigo',
    ]);
    for (const { pem, sha256 } of anchors) {
      const certificate = new X509Certificate(pem);
      expect(certificate.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(sha256);
      expect(certificate.verify(certificate.publicKey)).toBe(true);
    }
    const issuers = await all<Issuer>('listIssuers');
    expect(issuers.map(({ hash }) => hash)).toContain(anchors[0]?.sha256);
    expect(recipe).toBe('ascii-hex-sorted/1');
    const address = expect.stringMatching(/^0x[0-9a-f]{40}$/);
    const role = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(endorsers).toEqual([{ network: 421_614, address, role }]);
    expect(range).toEqual({ network: 421_614, address });
    const again = await sandboxAnchors(database, await openSecret(folder));
    expect(again.version).toBe(version);
    const empty = await openTestDatabase();
    expect((await sandboxAnchors(empty, await openSecret(folder))).anchors).toEqual([]);
    await empty.close();
  });

  it('ST-3 has requests in every state, at least eight witnesses of each strategy, and nothing that waits', async () => {
    const requests = await all<SignatureRequest>('listSignatureRequests');
    const nube = await authenticate(database, session.organizations[1]!.apiKey, now);
    const others = await all<SignatureRequest>('listSignatureRequests', nube);
    expect(requests.length + others.length).toBeGreaterThanOrEqual(40);
    for (const state of [
      (r: SignatureRequest) => r.draft,
      (r: SignatureRequest) => r.finalized,
      (r: SignatureRequest) => !r.draft && !r.finalized && Number(r.signed) > 0,
      (r: SignatureRequest) => Number(r.rejected) > 0,
    ])
      expect(requests.filter(state).length).toBeGreaterThan(0);
    const witnesses = await all<Witness>('listWitnesses');
    for (const strategy of ['nom151', 'merkleized', 'witnessExternal'] as const)
      expect(witnesses.filter((witness) => witness[strategy]).length, strategy).toBeGreaterThanOrEqual(8);
    expect(witnesses.every(({ timestampedAt }) => timestampedAt)).toBe(true);
    expect(await createConservation(service).runOnce()).toBe(0);
  });

  it('IV-7 IV-8 CE-2 every signature is its certificate\u2019s over the stored document, good when it was made', async () => {
    const invites = (await all<SignatureRequestInvite>('listInvites')).filter(({ signature }) => signature);
    const issuers = new Map((await all<Issuer>('listIssuers')).map((issuer) => [issuer.id, issuer]));
    expect(invites.length).toBeGreaterThan(40);
    const requests = new Map(
      (await all<SignatureRequest>('listSignatureRequests')).map((one) => [one.id, one]),
    );
    const others: unknown[] = [];
    for (const invite of invites) {
      const { content } = requests.get(invite.signatureRequest!.id)!;
      const bytes = await objects.bytes(content!.pdf ?? content!.raw ?? content!.json ?? '');
      const digest = createHash('sha256').update(bytes).digest('hex');
      const certificate = invite.certificate!;
      const { modulus, exponent } = certificate.publicKey!;
      const input = {
        signature: invite.signature!,
        digest,
        key: { modulus: Buffer.from(modulus!, 'hex'), exponent: Buffer.from(exponent!, 'hex') },
      };
      const open = failing([checkSignatureForm(standard, input), checkSignatureRsa(standard, input)]);
      if (open.length > 0) others.push([requests.get(invite.signatureRequest!.id)!.name, ...open]);
      expect(invite.witness?.hash).toBe(
        createHash('sha256').update(Buffer.from(invite.signature!, 'hex')).digest('hex'),
      );
      const { checks } = checkOcsp({
        response: Buffer.from(invite.ocspResponse!, 'hex'),
        certificate: readCertificate(der(certificate.certificatePem!)),
        issuer: readCertificate(der(issuers.get(certificate.issuer!.id)!.certificatePem!)),
        moment: { at: Date.parse(invite.witness!.timestampedAt!), proven: true, now: now.getTime() },
        policy: standard,
      });
      expect(failing(checks)).toEqual([]);
    }
    // In one document somebody signed another text.
    expect(others).toEqual([['Orden de cambio 07, Bodega 14', 'signature.rsa FAILED']]);
  });

  it('WN-2 WN-7 NO-4 ST-24 every witness is proven by each strategy that it has, as deep as among many tenants', async () => {
    const requests = await all<SignatureRequest>('listSignatureRequests');
    for (const { content, witness } of requests.filter((one) => one.witness)) {
      const bytes = await objects.bytes(content!.pdf ?? content!.raw ?? content!.json ?? '');
      expect(witness?.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
    for (const { hash, nom151, merkleized, witnessExternal, timestampedAt } of await all<Witness>(
      'listWitnesses',
    )) {
      const dates = [nom151?.createdAt, merkleized?.createdAt, witnessExternal?.timestamp].filter(Boolean);
      expect(timestampedAt).toBe(dates.sort()[0]);
      if (nom151) {
        const token = Buffer.from(await readNom151Token(service, caller, hash!));
        expect(token.includes(Buffer.from(hash!, 'hex'))).toBe(true);
      }
      if (merkleized) {
        // Beside the demo's own leaves stand those of tenants that do not exist.
        expect(merkleized.merkleProof!.length).toBeGreaterThanOrEqual(5);
        expect(merkleized.merkleProof!.length).toBeLessThanOrEqual(8);
        const evidence = {
          hash: hash!,
          merkleProof: merkleized.merkleProof!,
          merkleRoot: merkleized.merkleRoot!,
        };
        const checks = [
          checkMerkleizedShape(standard, evidence),
          checkMerkleizedRoot(standard, evidence, 'ascii-hex-sorted/1'),
        ];
        expect(failing(checks)).toEqual([]);
        const token = Buffer.from(await readNom151Token(service, caller, merkleized.merkleRoot!));
        expect(token.includes(Buffer.from(merkleized.merkleRoot!, 'hex'))).toBe(true);
      }
      if (witnessExternal) {
        const { leafIndex, leftHashes, rightHashes, targetRootHash } = witnessExternal;
        expect(leftHashes!.length).toBeGreaterThanOrEqual(13);
        const evidence = {
          hash: hash!,
          leafIndex: leafIndex!,
          leftHashes: leftHashes!,
          rightHashes: rightHashes!,
          targetRootHash: targetRootHash!,
        };
        expect(
          failing([checkExternalShape(standard, evidence), checkExternalRoot(standard, evidence)]),
        ).toEqual([]);
      }
    }
  });

  it('ST-11 a demo signer signs what is pending, and the third party\u2019s tree goes on where the seed left it', async () => {
    const subjects = new Map(session.subjects.map(({ id, commonName }) => [id, commonName]));
    const [before] = await database.rows<{ count: number }>(
      sql`select count(*) as count from external_leaves`,
    );
    await database.rows(sql`update organizations set conservation = 'WITNESS_CO'`);
    const pending = (await all<SignatureRequestInvite>('listInvites')).filter(
      ({ status, signatureRequest }) => status === 'PENDING' && !signatureRequest?.draft,
    );
    let signed = 0;
    for (const invite of pending) {
      expect(subjects.has(invite.subject!.id!)).toBe(true);
      await signInvite(service, invite.id!).then(
        () => (signed += 1),
        // Of the dozen one certificate is revoked and one expired.
        (error: unknown) => expect(error).toMatchObject({ kind: 'conflict', rule: 'IV-7' }),
      );
    }
    expect(signed).toBeGreaterThan(3);
    await createConservation(service).runOnce();
    const [after] = await database.rows<{ count: number; last: number }>(
      sql`select count(*) as count, max(leaf_index) as last from external_leaves`,
    );
    expect(after!.count).toBeGreaterThan(before!.count);
    expect(after!.last).toBe(thirdPartyStart(151).size + after!.count - 1);
  });

  it('ST-33 ST-24 a follower of the demo’s log rebuilds its root from tiles, and those before its first leaf follow from the seed', async () => {
    const log = publicLog(database, async () => openLogSigner({ relayerKey: '1'.repeat(64) }));
    const get = async (path: string): Promise<Buffer> =>
      Buffer.from(path === 'checkpoint' ? await log.checkpoint() : await log.tile(path));
    const { verifierKey } = openLogSigner({ relayerKey: '1'.repeat(64) });
    const { size, root } = await fetchCheckpoint(get, verifierKey);
    const { size: first } = thirdPartyStart(151);
    expect(size).toBeGreaterThan(first + 3);
    expect(await rebuildRoot(get, size)).toEqual(root);
    expect(await auditTiles(get, size, first)).toEqual([]);
    // What lies before its first leaf is that of a pruned log.
    for (const path of ['tile/0/x131/055', 'tile/entries/x131/055', 'tile/1/510', 'tile/2/000'])
      await expect(log.tile(path)).rejects.toMatchObject({ kind: 'not-found' });
    const before = await snapshot(database);
    await database.rows(sql`update external_tiles set hashes = set_byte(hashes, 70, get_byte(hashes, 70) # 1)
      where level = 2`);
    const lines: string[] = [];
    const stores = { settings: readSettings({ TESTIGO_SEED: '151' }), database, objects };
    await checkStores(stores, (line) => lines.push(line));
    expect(lines.join('\n')).toContain('its tile tile/2/001 is not that of its leaves.');
    expect(await repairStores(stores, (line) => lines.push(line))).toBe(0);
    expect(lines.join('\n')).toContain("Computed the third party's tile/2/001 again.");
    expect(await snapshot(database)).toEqual(before);
  });

  it('ST-32 check finds nothing in the demo but its test cases, which are left out, and repair changes nothing', async () => {
    const lines: string[] = [];
    const stores = { settings: readSettings({}), database, objects };
    const before = await snapshot(database);
    expect(await repairStores(stores, (line) => lines.push(line))).toBe(0);
    expect(lines.at(-1)).toBe('Everything holds.');
    expect(lines.at(-2)).toMatch(/^Left out: \d+ witnesses of the sandbox's test cases/);
    expect(await snapshot(database)).toEqual(before);
    // Who else was in its batches follows from the seed.
    const flipped =
      await database.rows(sql`update merkle_batches set tree = set_byte(tree, 40, get_byte(tree, 40) # 1)
      where other_hashes is null and id = (select min(id) from merkle_batches) returning id`);
    expect(flipped).toHaveLength(1);
    expect(await repairStores(stores, (line) => lines.push(line))).toBe(0);
    expect(await snapshot(database)).toEqual(before);
  });
});
