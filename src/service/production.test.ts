import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentMillis, currentTime } from '#clock/clock.ts';
import type { SignatureRequest, SignatureRequestInvite, Witness } from '#contract/resources/resources.ts';
import { firstQuestions, followUpQuestions } from '#proofs/chain/chain-queries.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { WitnessFacts } from '#proofs/evidence/facts.ts';
import type { Json } from '#proofs/encoding/json.ts';
import { readCertificate } from '#proofs/pki/certificate/certificate.ts';
import { standard } from '#proofs/policy/policy.ts';
import { readInviteFacts, readWitnessFacts } from '#proofs/evidence/read-facts.ts';
import type { RpcExchange, RpcQuestion } from '#proofs/chain/rpc.ts';
import { createApp } from './app.ts';
import type { App } from './app.ts';
import type { HttpNode } from './chain/testing/http-node.ts';
import { runCommand } from './commands/run-command.ts';
import { addWitness } from './handlers/witnesses/witnesses.ts';
import { createLog } from './http/monitoring/log.ts';
import { thisMachine } from './http/testing/stub-app.ts';
import { openOutsideAuthorities } from './jobs/outside-authorities.ts';
import { readSettings } from './settings.ts';
import { startCore } from './start.ts';
import type { RunningCore } from './start.ts';
import { openDatabase } from './storage/database/database.ts';
import type { Database } from './storage/database/database.ts';
import { sql } from './storage/database/sql.ts';
import { openTestDatabase } from './storage/testing/database.ts';
import { addressOf, administer } from './storage/testing/template-database.ts';
import { chainId, payerKey, startOutsideServices } from './testing/outside-services.ts';
import type { OutsideServices } from './testing/outside-services.ts';
import type { OutsideSigner, OutsideWorld } from './testing/outside-world.ts';

// The whole service with the sandbox off, from an empty database on, with authorities that are servers outside.

const postgresql = process.env.TESTIGO_TEST_DATABASE_URL;
const databaseName = `testigo_production_${randomBytes(6).toString('hex')}`;

let outside: OutsideServices;
let world: OutsideWorld;
let folder: string;
let node: HttpNode;
let nodeDatabase: Database;
let environment: Record<string, string>;
const lines: string[] = [];

beforeAll(async () => {
  [nodeDatabase, folder] = await Promise.all([
    openTestDatabase(),
    mkdtemp(join(tmpdir(), 'testigo-production-')),
  ]);
  outside = await startOutsideServices(nodeDatabase, currentTime());
  ({ world, node } = outside);
  if (postgresql) await administer(postgresql, `create database ${databaseName}`);
  environment = {
    ...outside.environment,
    TESTIGO_DATA: folder,
    ...(postgresql && { DATABASE_URL: addressOf(postgresql, databaseName).href }),
  };
});
afterAll(async () => {
  await outside.close();
  await Promise.all([nodeDatabase.close(), rm(folder, { recursive: true, force: true })]);
  if (postgresql) await administer(postgresql, `drop database if exists ${databaseName} with (force)`);
});

async function command<T>(...args: string[]): Promise<T> {
  const printed: string[] = [];
  const context = { settings: readSettings(environment), print: (line: string) => void printed.push(line) };
  expect(await runCommand([...args, '--json'], context)).toBe(0);
  return JSON.parse(printed.join('\n')) as T;
}

interface Process {
  readonly running: RunningCore;
  ask(
    path: string,
    as: string,
    options?: { method?: string; body?: BodyInit; headers?: object },
  ): Promise<Response>;
  /** JSON of an answer that must be 200. */
  get<T>(path: string, as: string): Promise<T>;
  post<T>(path: string, as: string, input: object): Promise<T>;
}

async function start(about: Record<string, string> = environment): Promise<Process> {
  const settings = readSettings({ ...about, TESTIGO_RATE: '0' });
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const running = await startCore(settings, log);
  const { core } = running;
  const app: App = createApp(settings, { core: () => core, log, port: () => 4310, assumedPeer: thisMachine });
  const ask: Process['ask'] = async (path, as, { headers, ...options } = {}) =>
    app.request(path.startsWith('http') ? path : `http://127.0.0.1:4310${path}`, {
      ...options,
      headers: { authorization: `Bearer ${as}`, ...headers },
    });
  const json = async (answer: Response): Promise<never> => {
    const text = await answer.text();
    expect(answer.status, `${text} ${lines.slice(-3).join('\n')}`).toBe(200);
    return JSON.parse(text) as never;
  };
  return {
    running,
    ask,
    get: async (path, as) => json(await ask(`/rest/v1${path}`, as)),
    post: async (path, as, input) => json(await ask(`/rest/v1${path}`, as, writing(input))),
  };
}

const writing = (input: object): { method: string; body: string; headers: object } => ({
  method: 'POST',
  body: JSON.stringify({ input }),
  headers: { 'content-type': 'application/json' },
});

async function upload({ ask, get }: Process, key: string, bytes: Uint8Array): Promise<string> {
  const md5 = createHash('md5').update(bytes).digest();
  const place = await get<{ url: string; key: string }>(
    `/sign-file-url?filePath=contrato.pdf&md5Checksum=${md5.toString('hex')}`,
    key,
  );
  const headers = { 'content-md5': md5.toString('base64') };
  const put = await ask(place.url, key, { method: 'PUT', body: Buffer.from(bytes), headers });
  expect(put.status, lines.at(-1) ?? '').toBe(200);
  return place.key;
}

/** Looks again, while the chain goes on, until something is there. */
async function eventually<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = currentMillis() + 45_000;
  while (currentMillis() < end) {
    const found = await look();
    if (found !== undefined) return found;
    await node.mine();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${what} did not come: ${lines.slice(-5).join('\n')}`);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function exchanges(questions: readonly RpcQuestion[]): Promise<RpcExchange[]> {
  return Promise.all(
    questions.map(async ({ network, method, params }) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const answer = (await (await fetch(node.server.url, { method: 'POST', body })).json()) as {
        result?: Json;
      };
      const call = { network, method, params, rpc: 'node', at: currentTime().toISOString() };
      return {
        ...call,
        ...(answer.result === undefined ? { error: 'no answer' } : { result: answer.result }),
      };
    }),
  );
}

interface Created {
  organization: { id: string };
  apiKey: { secret: string };
}
interface Added {
  subject: { id: string };
  accessToken: string;
}

describe('a service in production', () => {
  let member: OutsideSigner;
  let signer: OutsideSigner;
  let created: Created;
  let added: Added;
  let service: Process;

  beforeAll(async () => {
    [member, signer] = [await world.signer(), await world.signer({ ownKey: true })];
    created = await command<Created>(
      ...['organization', 'create', '--name', 'Notaría 7', '--member-certificate', member.file],
      ...['--nom151', '3', '--grouped', '3'],
    );
    added = await command<Added>('subject', 'add', '--certificate', signer.file, '--token');
    service = await start();
    await service.post('/organization-link', added.accessToken, { organization: created.organization.id });
  });
  afterAll(() => service.running.close());

  const invite = async (): Promise<{ id: string; request: string; bytes: Uint8Array }> => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200)]);
    const key = created.apiKey.secret;
    const request = await service.post<SignatureRequest>('/signature-request', key, {
      name: 'Contrato',
      content: { pdf: await upload(service, key, bytes) },
      organization: created.organization.id,
      nom151: true,
    });
    const { id } = await service.post<SignatureRequestInvite>('/signature-request-invite', key, {
      signatureRequest: request.id,
      subject: added.subject.id,
    });
    return { id: String(id), request: String(request.id), bytes };
  };
  const sign = ({ id, bytes }: { id: string; bytes: Uint8Array }): Promise<Response> =>
    service.ask(
      `/rest/v1/signature-request-invite/${id}/sign`,
      added.accessToken,
      writing({ certificate: signer.pem, signature: signer.sign(bytes) }),
    );

  it('PR-1 PR-4 PR-5 PR-6 SI-1 from an empty database to evidence that the proofs pass with the outside anchors pinned', async () => {
    const invitation = await invite();
    const signed = await sign(invitation);
    expect(signed.status, await signed.clone().text()).toBe(200);
    const key = created.apiKey.secret;
    const list = async <T>(path: string): Promise<T[]> =>
      (await service.get<{ results: T[] }>(path, key)).results;
    const { invites, witness } = await eventually('the preservation', async () => {
      const [found] = await list<SignatureRequestInvite>(
        `/signature-request-invites?signatureRequest=${invitation.request}`,
      );
      const request = await service.get<SignatureRequest>(`/signature-request/${invitation.request}`, key);
      const [document] = await list<Witness>(`/witnesses?_id=${String(request.witness?.id)}`);
      const isDone = found?.status === 'WITNESSED' && document?.merkleized && document.nom151;
      return isDone ? { invites: [found], witness: document } : undefined;
    });
    expect(witness).toMatchObject({
      hash: sha256(invitation.bytes),
      nom151: { provider: 'Sellos del Sureste' },
      merkleized: { nom151Provider: 'Sellos del Sureste', network: chainId },
    });
    expect(outside.brokenStamps.requests.length).toBeGreaterThan(0);

    const tokenOver = async (hash: string | undefined): Promise<string> => {
      const answer = await service.ask(`/rest/v1/nom151-token?hash=${String(hash)}`, key);
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer()).toString('hex');
    };
    const whole = async (facts: WitnessFacts): Promise<WitnessFacts> => ({
      ...facts,
      ...(facts.nom151 && { nom151: { ...facts.nom151, token: await tokenOver(facts.hash) } }),
      ...(facts.merkleized && {
        merkleized: { ...facts.merkleized, token: await tokenOver(facts.merkleized.merkleRoot) },
      }),
    });
    const evidence: Evidence = {
      documentDigest: sha256(invitation.bytes),
      witness: await whole(readWitnessFacts(witness as Json)),
      invites: await Promise.all(
        invites.map(async (one) => {
          const facts = readInviteFacts(one as Json);
          return facts.witness ? { ...facts, witness: await whole(facts.witness) } : facts;
        }),
      ),
    };
    const first = await exchanges(firstQuestions(evidence, { endorsers: [] }));
    const { issuing, stampingRoot } = world.authorities;
    const report = checkEvidence(evidence, {
      policy: standard,
      now: currentMillis(),
      anchors: [
        { title: 'issuer', use: 'signing', certificate: readCertificate(issuing.certificate) },
        { title: 'stamps', use: 'stamping', certificate: readCertificate(stampingRoot.certificate) },
      ],
      trustVersion: 'outside',
      recipe: 'ascii-hex-sorted/1',
      exchanges: [...first, ...(await exchanges(followUpQuestions(first)))],
      build: 'test',
    });
    const open = report.sections.flatMap(({ key: section, checks }) =>
      checks.flatMap(({ id, status, reason }) =>
        status === 'PASSED' || status === 'NOT_APPLICABLE'
          ? []
          : [`${section} ${id} ${status} ${reason?.code ?? ''}`],
      ),
    );
    expect(open).toEqual([]);
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
    const passed = report.sections.flatMap(({ checks }) =>
      checks.flatMap(({ id, status }) => (status === 'PASSED' ? [id] : [])),
    );
    expect(passed).toEqual(
      expect.arrayContaining([
        'merkleized.anchor',
        'nom151.path',
        'signature.rsa',
        'ocsp.status',
        'certificate.path',
      ]),
    );
  }, 90_000);

  it('PR-6 SI-2 a certificate that the responder calls revoked signs nothing', async () => {
    const invitation = await invite();
    outside.revoked.add(signer.serial);
    const answer = await sign(invitation);
    outside.revoked.delete(signer.serial);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toMatch(/The certificate was revoked on/);
    const stored = await service.get<SignatureRequestInvite>(
      `/signature-request-invite/${invitation.id}`,
      added.accessToken,
    );
    expect(stored.status).toBe('PENDING');
  });

  it('PR-6 SI-3 while the responder is silent, gone or busy, signing is 503 with Retry-After, and works afterwards', async () => {
    const invitation = await invite();
    const { responder } = outside;
    const { answer } = responder;
    // tryLater (RFC 6960 §4.2.1).
    for (const [broken, why] of [
      [500, /answers with status 500/],
      ['hello', /answers what is no OCSP response/],
      [Buffer.of(0x30, 3, 0x0a, 1, 3), /answers .*tryLater/],
    ] as const) {
      responder.answer = () => broken;
      const refused = await sign(invitation);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('30');
      expect(await refused.text()).toMatch(why);
    }
    responder.answer = answer;
    expect((await sign(invitation)).status).toBe(200);
    // What it costs is spent before anything else is counted.
    await eventually('its certificate', async () => {
      const key = created.apiKey.secret;
      const { witness } = await service.get<SignatureRequest>(
        `/signature-request/${invitation.request}`,
        key,
      );
      return witness?.nom151 ?? undefined;
    });
  });

  it('PR-6 a certificate over one hash comes from the outside authority at once, and nothing is spent where none answers', async () => {
    const key = created.apiKey.secret;
    const quota = async (): Promise<unknown> =>
      (await service.get<{ quota: { nom151: number } }>(`/organization/${created.organization.id}`, key))
        .quota.nom151;
    const witness = await service.post<Witness>('/witness', key, {
      hash: randomBytes(32).toString('hex'),
      algorithm: 'SHA256',
      organization: created.organization.id,
    });
    const certify = (): Promise<Response> =>
      service.ask(`/rest/v1/nom151-certification?witnessId=${String(witness.id)}`, key, {
        method: 'POST',
        body: JSON.stringify({ witnessId: witness.id }),
        headers: { 'content-type': 'application/json' },
      });
    const before = Number(await quota());
    const { stamps } = outside;
    const { answer } = stamps;
    stamps.answer = () => 500;
    expect((await certify()).status).toBe(503);
    expect(await quota()).toBe(before);
    stamps.answer = answer;
    const certified = await certify();
    expect(await certified.json()).toMatchObject({ nom151: { provider: 'Sellos del Sureste' } });
    expect(await quota()).toBe(before - 1);
  });

  it('PR-6 nothing of the sandbox is there, and the log has no secret', async () => {
    expect((await service.ask('/sandbox/session', '')).status).toBe(404);
    for (const secret of [created.apiKey.secret, added.accessToken, payerKey])
      expect(lines.join('\n')).not.toContain(secret);
  });
});

describe('a service in production without authorities', () => {
  it('PR-6 says what is missing once at start, and 503 or 422 where it is needed', async () => {
    const bare = await mkdtemp(join(tmpdir(), 'testigo-bare-'));
    const only = { TESTIGO_SANDBOX: '0', TESTIGO_DATA: bare };
    const signer = await world.signer();
    const context = {
      settings: readSettings({ ...only, TESTIGO_ISSUERS: world.issuers }),
      print: (line: string) => void printed.push(line),
    };
    const printed: string[] = [];
    await runCommand(
      ['organization', 'create', '--name', 'A', '--member-certificate', signer.file, '--json'],
      context,
    );
    const { organization, apiKey } = JSON.parse(printed.join('\n')) as Created;
    lines.length = 0;
    const service = await start(only);
    const warnings = lines.filter((line) => line.includes('not everything of a service in production'));
    expect(warnings).toHaveLength(1);
    for (const name of ['TESTIGO_TSA_URLS', 'TESTIGO_ANCHOR_RPC', 'TESTIGO_ISSUERS'])
      expect(warnings[0]).toContain(`${name} is not set`);
    const witness = await service.ask(
      '/rest/v1/witness',
      apiKey.secret,
      writing({ hash: 'ab'.repeat(32), algorithm: 'SHA256', organization: organization.id }),
    );
    expect(witness.status).toBe(503);
    expect(await witness.text()).toContain(
      'This service has no time-stamp authority: TESTIGO_TSA_URLS is not set.',
    );
    for (const [conservation, sentence] of [
      ['NOM151', 'TESTIGO_TSA_URLS is not set'],
      ['WITNESS_CO', 'no third party'],
    ]) {
      const policy = await service.ask('/rest/v1/organization', apiKey.secret, {
        ...writing({ id: organization.id, policies: { signatureRequest: { conservation } } }),
        method: 'PUT',
      });
      expect(policy.status).toBe(422);
      expect(await policy.text()).toContain(sentence);
    }
    // Nothing is sent that could only wait, and a draft may stay one until the operator has configured more.
    const pdf = await upload(service, apiKey.secret, Buffer.from('%PDF-1.7 bare'));
    const request = (more: object): Promise<Response> =>
      service.ask(
        '/rest/v1/signature-request',
        apiKey.secret,
        writing({ name: 'Contrato', content: { pdf }, organization: organization.id, ...more }),
      );
    const isRefused = async (answer: Response, field: string): Promise<void> => {
      const text = await answer.text();
      expect(answer.status, text).toBe(422);
      expect(text).toContain('TESTIGO_TSA_URLS is not set');
      expect(JSON.parse(text)).toMatchObject({
        errors: [{ path: ['input', field], extensions: { rule: 'PR-6' } }],
      });
    };
    await isRefused(await request({ nom151: true }), 'nom151');
    await isRefused(await request({ nom151: true, draft: true }), 'nom151');
    await isRefused(await request({}), 'draft');
    const draft = await request({ draft: true });
    expect(draft.status).toBe(200);
    const { id } = (await draft.json()) as SignatureRequest;
    const sending = await service.ask(`/rest/v1/signature-request/${String(id)}`, apiKey.secret, {
      ...writing({ draft: false }),
      method: 'PUT',
    });
    await isRefused(sending, 'draft');
    await service.running.close();

    // A witness that another service left for a third party's log is reported once, and delays nothing.
    const database = await openDatabase({ dataFolder: bare });
    await addWitness(database, {
      organizationId: organization.id,
      hash: 'cd'.repeat(32),
      kind: 'interface',
      signatureRequestId: null,
      waiting: 'WITNESS_CO',
      nom151: false,
      at: new Date(currentMillis() - 3_600_000),
    });
    await database.close();
    lines.length = 0;
    const again = await start(only);
    expect(lines.filter((line) => line.includes("wait for a third party's log"))).toHaveLength(1);
    expect((await again.running.core.health?.())?.waiting).toEqual({ count: 0, oldestSeconds: 0 });
    await again.running.close();
    await rm(bare, { recursive: true, force: true });
  });

  it('PR-6 neither takes the policy NOM151 nor sends under it where no chain anchors the signatures', async () => {
    const data = await mkdtemp(join(tmpdir(), 'testigo-no-chain-'));
    const only = {
      ...Object.fromEntries(Object.entries(environment).filter(([name]) => !name.includes('_ANCHOR_'))),
      TESTIGO_DATA: data,
      DATABASE_URL: '',
    };
    const signer = await world.signer();
    const printed: string[] = [];
    await runCommand(
      ['organization', 'create', '--name', 'A', '--member-certificate', signer.file, '--json'],
      { settings: readSettings(only), print: (line) => void printed.push(line) },
    );
    const { organization, apiKey } = JSON.parse(printed.join('\n')) as Created;
    const service = await start(only);
    const isRefused = async (answer: Response, ...path: string[]): Promise<void> => {
      const text = await answer.text();
      expect(answer.status, text).toBe(422);
      expect(text).toContain('TESTIGO_ANCHOR_RPC is not set');
      expect(JSON.parse(text)).toMatchObject({
        errors: [{ path: ['input', ...path], extensions: { rule: 'PR-6' } }],
      });
    };
    const policies = { signatureRequest: { conservation: 'NOM151' } };
    const policy = await service.ask('/rest/v1/organization', apiKey.secret, {
      ...writing({ id: organization.id, policies }),
      method: 'PUT',
    });
    await isRefused(policy, 'policies', 'signatureRequest', 'conservation');
    await service.running.close();

    // As a service left it that had both.
    const database = await openDatabase({ dataFolder: data });
    await database.rows(sql`update organizations set conservation = 'NOM151' where id = ${organization.id}`);
    await database.close();
    const again = await start(only);
    const pdf = await upload(again, apiKey.secret, Buffer.from('%PDF-1.7 no chain'));
    const request = { name: 'Contrato', content: { pdf }, organization: organization.id };
    await isRefused(await again.ask('/rest/v1/signature-request', apiKey.secret, writing(request)), 'draft');
    const draft = await again.post<SignatureRequest>('/signature-request', apiKey.secret, {
      ...request,
      draft: true,
      nom151: true,
    });
    expect(draft.draft).toBe(true);
    await again.running.close();
    await rm(data, { recursive: true, force: true });
  });

  it('PR-6 a folder or key that cannot be used is refused at start with a sentence that names the variable', async () => {
    for (const name of ['TESTIGO_ISSUERS', 'TESTIGO_TSA_ANCHORS', 'TESTIGO_ANCHOR_KEY_FILE']) {
      const { authorities } = readSettings({ ...environment, [name]: '/nowhere' });
      const refused = openOutsideAuthorities(authorities, nodeDatabase);
      await expect(refused).rejects.toMatchObject({ name: 'SettingsError' });
      await expect(refused).rejects.toThrow(`${name} is "/nowhere", which cannot be read (ENOENT)`);
    }
  });
});
