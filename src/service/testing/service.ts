import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '#contract/operations/operations.ts';
import { createApp } from '../app.ts';
import type { App } from '../app.ts';
import { openClock } from '../handlers/sandbox/clock.ts';
import type { Service } from '../handlers/ports.ts';
import { publicLog } from '../handlers/sandbox/public-log.ts';
import { openLogSigner } from '../authorities/sandbox/log-note.ts';
import { claimToken, passToken } from '../handlers/sandbox/endorsing.ts';
import { rejectInvite, signInvite } from '../handlers/signing/signing.ts';
import { createLog } from '../http/monitoring/log.ts';
import { thisMachine } from '../http/testing/stub-app.ts';
import { createConservation } from '../jobs/conservation.ts';
import { serve } from '../serve.ts';
import type { Listening } from '../serve.ts';
import { readSettings } from '../settings.ts';
import { coreOf } from '../start.ts';
import type { Database } from '../storage/database/database.ts';
import { openObjectStore } from '../storage/objects/objects.ts';
import type { Files } from '../storage/objects/objects.ts';
import { openTestDatabase } from '../storage/testing/database.ts';
import { checkAnswer } from './check-answer.ts';
import { snapshot } from './snapshot.ts';
import { openTestAuthorities } from './test-authorities.ts';
import type { TestAuthorities } from './test-authorities.ts';
import { TestData } from './test-data.ts';
import type { TestOrganization, TestSubject } from './test-data.ts';

export interface RequestOptions {
  readonly method?: string;
  /** Bearer secret. */
  readonly as?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
}

/** The service as one function, on a database of its own, with a clock that a test moves. */
export interface TestService {
  readonly database: Database;
  readonly service: Service;
  readonly authorities: TestAuthorities;
  /** Where its documents lie, unless they lie in an object store. */
  readonly folder: string;
  /** What was logged, one JSON line each. */
  readonly lines: string[];
  readonly clock: { now: Date };
  request(path: string, options?: RequestOptions): Promise<Response>;
  fetch(request: Request): Promise<Response>;
  /** The JSON of an answer that must be 200. */
  get<T = Record<string, unknown>>(path: string, as: string): Promise<T>;
  write<T = Record<string, unknown>>(method: string, path: string, as: string, input: object): Promise<T>;
  /** A new organization that no other test sees. */
  organization(about?: {
    quotaApi?: boolean;
    nom151?: number;
    groupedNom151?: number;
  }): Promise<TestOrganization>;
  subject(about?: { linkedTo?: string; memberOf?: string; certificate?: boolean }): Promise<TestSubject>;
  link(organizationId: string, subjectId: string): Promise<string>;
  member(organizationId: string, subjectId: string): Promise<string>;
  /** Uploads bytes and gives their key. */
  upload(as: string, bytes: Uint8Array, filePath?: string): Promise<string>;
  /** A request over new content; sent unless `draft`. */
  createRequest(
    organization: TestOrganization,
    about?: { name?: string; draft?: boolean; nom151?: boolean },
  ): Promise<{ id: string; key: string; bytes: Uint8Array }>;
  invite(organization: TestOrganization, requestId: string, subjectId: string): Promise<string>;
  /** Runs the conservation job once, as it runs by itself in the process. */
  conserve(): Promise<number>;
  /** Answers on a port of its own from here on; the origin is reported. Ends with the service. */
  listen(): Promise<string>;
  /** Every table with the number and the digest of its rows. */
  snapshot(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** Parts that a test brings, to have them fail. */
export interface TestParts {
  readonly database?: Database;
  readonly files?: Files;
  /** Milliseconds that have passed. Without it time stands still until the test moves it, also back. */
  readonly elapsed?: () => number;
}

/** Bytes of a PDF that no other test has: only their beginning says that they are one. */
export const pdfBytes = (length = 64): Uint8Array =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(length)]);

/** @param environment settings as in the environment of the process; tests start with the rate off */
export async function startTestService(
  environment: Readonly<Record<string, string>> = {},
  parts: TestParts = {},
): Promise<TestService> {
  const settings = readSettings({ TESTIGO_RATE: '0', TESTIGO_RATE_ANONYMOUS: '0', ...environment });
  const clock = { now: new Date('2026-11-20T12:00:00.000Z') };
  const { folder, service, authorities, sandboxClock } = await openService(settings, clock, parts);
  const { database } = service;
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  let port = 4310;
  let listening: Listening | undefined;
  const core = coreOf(service, sandboxOf(service, sandboxClock), undefined, log);
  const deps = {
    core: () => core,
    log,
    port: () => port,
    assumedPeer: thisMachine,
    dropIdle: () => listening?.dropIdle(),
    checkAnswer: (name: string, operation: Operation, answer: unknown) =>
      checkAnswer(name, operation, answer, settings.nesting),
  };
  const app = createApp(settings, deps);
  // What a test stands on may need operations that the tier under test does not offer.
  const complete = settings.tier === 'embedded' ? app : createApp({ ...settings, tier: 'embedded' }, deps);
  const data = new TestData(database, authorities, clock);
  await data.open();

  const origin = (): string => `http://127.0.0.1:${port}`;
  const call = async (path: string, options: RequestOptions): Promise<never> => {
    const answer = await send(complete, origin(), `/rest/v1${path}`, options);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} ${text} ${lines.at(-2) ?? ''}`);
    return JSON.parse(text) as never;
  };

  const self: TestService = {
    database,
    service,
    authorities,
    folder,
    lines,
    clock,
    request: (path, options = {}) => send(app, origin(), path, options),
    fetch: async (request) => app.fetch(request),
    write: (method, path, as, input) => call(path, { method, as, body: { input } }),
    get: (path, as) => call(path, { as }),
    organization: (about) => data.organization(about),
    subject: (about) => data.subject(about),
    link: (organizationId, subjectId) => data.join('organization_links', organizationId, subjectId),
    member: (organizationId, subjectId) => data.join('organization_members', organizationId, subjectId),
    upload: (as, bytes, filePath = 'contract.pdf') => upload(self, as, bytes, filePath),
    createRequest: (organization, about = {}) => createRequest(self, organization, about),
    async invite(organization, signatureRequest, subject) {
      const input = { signatureRequest, subject };
      const { id } = await self.write<{ id: string }>(
        'POST',
        '/signature-request-invite',
        organization.key,
        input,
      );
      return id;
    },
    async listen() {
      listening ??= await serve(app, '127.0.0.1', 0);
      port = listening.port;
      return origin();
    },
    conserve: () => createConservation(service).runOnce(),
    snapshot: () => snapshot(database),
    async close() {
      await listening?.close(0);
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return self;
}

type SandboxClock = Awaited<ReturnType<typeof openClock>>;

/** The parts of the service, on a database and a folder of their own. */
async function openService(
  settings: ReturnType<typeof readSettings>,
  clock: TestService['clock'],
  parts: TestParts,
): Promise<{
  folder: string;
  service: Service;
  authorities: TestAuthorities;
  sandboxClock: SandboxClock;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'testigo-service-'));
  const [database, authorities, objects] = await Promise.all([
    parts.database ?? openTestDatabase(),
    openTestAuthorities(clock.now),
    openObjectStore(folder, settings.s3, undefined, parts.files),
  ]);
  const sandboxClock = await openClock(database, new Date('2035-01-01T00:00:00Z'), {
    machine: () => clock.now.getTime(),
    elapsed: parts.elapsed ?? (() => clock.now.getTime()),
  });
  const service: Service = {
    database,
    objects,
    authorities,
    sandbox: settings.sandbox,
    nesting: settings.nesting,
    uploadMax: settings.uploadMax,
    uploadsPerKey: settings.uploadsPerKey,
    now: (after) => sandboxClock.now(after),
    uploadAddress: (token) => `/uploads/${token}`,
    wake: () => undefined,
    followChain: () => Promise.resolve(),
  };
  return { folder, service, authorities, sandboxClock };
}

/** From which the key of the third party's log follows. */
export const testRelayerKey = '1'.repeat(64);

/** The sandbox of the service, without seeded data and without a chain. */
const sandboxOf = (service: Service, clock: SandboxClock): Parameters<typeof coreOf>[1] => ({
  session: async () => ({ organizations: [], subjects: [] }),
  anchors: async () => ({ version: 'none', anchors: [], recipe: 'ascii-hex-sorted/1', endorsers: [] }),
  stories: async () => [],
  clock: () => clock.read(),
  moveClock: (to) => clock.move(to),
  log: publicLog(service.database, async () => openLogSigner({ relayerKey: testRelayerKey })),
  ocsp: async () => new Uint8Array(),
  rpc: async () => null,
  claim: (id) => claimToken(service, id),
  pass: (id, to) => passToken(service, id, to),
  sign: (id) => signInvite(service, id),
  reject: (id) => rejectInvite(service, id),
});

async function send(app: App, origin: string, path: string, options: RequestOptions): Promise<Response> {
  const { body } = options;
  const isJson = body !== undefined && typeof body === 'object' && !(body instanceof Uint8Array);
  const headers = {
    ...(options.as === undefined ? {} : { authorization: `Bearer ${options.as}` }),
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...options.headers,
  };
  const sent = isJson ? JSON.stringify(body) : (body as BodyInit | undefined);
  return app.request(path.startsWith('http') ? path : `${origin}${path}`, {
    method: options.method ?? 'GET',
    headers,
    ...(sent === undefined ? {} : { body: sent }),
  });
}

async function upload(
  service: TestService,
  as: string,
  bytes: Uint8Array,
  filePath: string,
): Promise<string> {
  const md5 = createHash('md5').update(bytes).digest();
  const query = `filePath=${encodeURIComponent(filePath)}&md5Checksum=${md5.toString('hex')}`;
  const { url, key } = await service.get<{ url: string; key: string }>(`/sign-file-url?${query}`, as);
  const put = await service.request(url, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-md5': md5.toString('base64') },
  });
  if (put.status !== 200) throw new Error(`upload: ${put.status} ${await put.text()}`);
  return key;
}

async function createRequest(
  service: TestService,
  organization: TestOrganization,
  about: { name?: string; draft?: boolean; nom151?: boolean },
): ReturnType<TestService['createRequest']> {
  const bytes = pdfBytes();
  const key = await service.upload(organization.key, bytes);
  const input = {
    name: `Request ${randomBytes(3).toString('hex')}`,
    content: { pdf: key },
    organization: organization.id,
    ...about,
  };
  const { id } = await service.write<{ id: string }>('POST', '/signature-request', organization.key, input);
  return { id, key, bytes };
}
