import { sql } from './storage/database/sql.ts';
import { currentTime } from '#clock/clock.ts';
import { authenticate } from './handlers/access/authenticate.ts';
import { openClock } from './handlers/sandbox/clock.ts';
import type { Clock } from './handlers/sandbox/clock.ts';
import { createHandlers } from './handlers/handlers.ts';
import type { Service } from './handlers/ports.ts';
import { rateHandlers } from './handlers/rates.ts';
import { rememberTerms } from './handlers/access/terms.ts';
import { limitConcurrency } from './handlers/limit-concurrency.ts';
import { signDirectUpload } from './handlers/content/direct-uploads.ts';
import { receiveUpload } from './handlers/content/uploads.ts';
import type { Log } from './http/monitoring/log.ts';
import type { Core } from './http/ports.ts';
import { createConservation } from './jobs/conservation.ts';
import type { Conservation } from './jobs/conservation.ts';
import { followInstances } from './jobs/follow-instances.ts';
import { demoEnd } from './seed/demo.ts';
import { loadAuthorities } from './jobs/sandbox-authorities.ts';
import { makeDemo } from './seed/make-demo.ts';
import { seedSandbox } from './seed/seed.ts';
import type { DemoMaterial } from './seed/write/seed-context.ts';
import { followOrNote, readIndexLag } from './jobs/token-index.ts';
import { countWithoutLog, readFailing, readQueues } from './jobs/waiting.ts';
import { startSweeps } from './jobs/sweeps/start-sweeps.ts';
import { startChecks } from './jobs/checks/start-checks.ts';
import type { RunningChecks } from './jobs/checks/start-checks.ts';
import { checkAtStart, storeOnceChecked } from './jobs/checks/store-checks.ts';
import type { StoreChecks } from './jobs/checks/store-checks.ts';
import { lockFolder } from './lock.ts';
import type { RequestState } from './request-state.ts';
import { createSandbox } from './sandbox-core.ts';
import { databaseRefusal, folderRefusal } from './start-refusal.ts';
import { otherTenants } from './seed/other-tenants.ts';
import type { Settings } from './settings.ts';
import { isNewDataFolder, openDatabase, readPrepared } from './storage/database/database.ts';
import type { Database } from './storage/database/database.ts';
import { joinInstances } from './storage/database/instance-session.ts';
import type { InstanceSession } from './storage/database/instance-session.ts';
import { openObjectStore } from './storage/objects/objects.ts';
import type { ObjectStore } from './storage/objects/objects.ts';
import { watchSpace } from './storage/space.ts';
import { openSecret, requireSameSecret, storeSecretMark } from './storage/secret.ts';
import type { Secret } from './storage/secret.ts';

export interface RunningCore {
  readonly core: Core;
  /** Ends the jobs, closes the database and gives the data folder back. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** File with a migrated, empty database, made at build time. */
  readonly prepared?: string | undefined;
  /** What requests are counted and failed by, to be shared with other instances; not shared without it. */
  readonly state?: RequestState | undefined;
}

/**
 * Takes the data folder, opens what is in it, and writes the demo where there is none yet (Rules ST-3, ST-8). On
 * PostgreSQL one instance at a time does so (Rule ST-48). When this resolves, the service is ready; what waits is
 * preserved from then on by an instance with the role `worker` (Rule ST-45).
 */
export async function startCore(
  settings: Settings,
  log: Log,
  options: StartOptions = {},
): Promise<RunningCore> {
  const closers = new Closers();
  try {
    const stores = await openStores(settings, log, options.prepared, closers);
    const { database, session } = stores;
    const opened = await openService(settings, log, stores);
    const { service, clock, secret } = opened;
    if (session && options.state) {
      const following = await followInstances({ settings, session, database, clock, state: options.state });
      following.start();
      closers.add(() => following.stop());
    }
    await session?.finishStart();
    const conservation = await startJobs(settings, log, service, closers);
    opened.connect(conservation);
    const announceClock = (): void => void session?.announce('clock').catch(() => undefined);
    const sandbox = settings.sandbox ? createSandbox(service, secret, clock, announceClock) : undefined;
    const checks = await startChecks(settings, service, log, stores.storeChecks);
    closers.add(() => checks.stop());
    const core = coreOf(service, sandbox, conservation, log, session, checks);
    return { core, close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw folderRefusal(error, settings);
  }
}

/** What has to be closed, the newest first; the first one, the lock of the data folder, whatever the others do. */
class Closers {
  readonly #closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    const newest = this.#closers.pop();
    if (!newest) return;
    try {
      await newest();
    } finally {
      await this.close();
    }
  }
}

interface Stores {
  readonly database: Database;
  readonly objects: ObjectStore;
  /** Of the object store; absent where documents lie in the data folder. */
  readonly storeChecks: StoreChecks | undefined;
  readonly secret: Secret;
  /** Absent with the embedded database, which is this process's alone. */
  readonly session: InstanceSession | undefined;
  /** Time of the start. */
  readonly now: Date;
  /** The demo of a first start, made while the database opens. */
  readonly demo: Promise<DemoMaterial> | undefined;
}

async function openStores(
  settings: Settings,
  log: Log,
  prepared: string | undefined,
  closers: Closers,
): Promise<Stores> {
  const { dataFolder, databaseUrl, s3 } = settings;
  const lock = await lockFolder(dataFolder).catch((error: unknown) => {
    throw folderRefusal(error, settings);
  });
  closers.add(() => lock.release());
  const now = currentTime();
  const isNew = isNewDataFolder(dataFolder);
  const mustBe = !isNew && !databaseUrl;
  const secret = await openSecret(dataFolder, { source: settings.secret, mustBe });
  const storeChecks = s3 && (await checkAtStart(s3, log));
  const opened = await openObjectStore(dataFolder, s3, watchSpace(dataFolder));
  const objects = storeChecks ? storeOnceChecked(opened, storeChecks) : opened;
  // A first start makes keys and documents while the database opens.
  const isFirst = settings.sandbox && !databaseUrl && isNew;
  const demo = isFirst ? makeDemo(objects, settings.seed, now) : undefined;
  demo?.catch(() => undefined); // reported by the seed, unless the database fails before
  try {
    const session =
      databaseUrl === undefined
        ? undefined
        : await joinInstances(databaseUrl, {
            sharesDocuments: s3 !== undefined,
            connectTimeoutMs: settings.postgresql.connectTimeoutMs,
            onLost: (error) =>
              log.error({ err: error }, 'this instance has lost its place and takes it again'),
          });
    if (session) closers.add(() => session.close());
    if (session && !s3)
      log.warn(
        'TESTIGO_S3_BUCKET is absent: documents lie in the data folder of this instance, and no second one starts on its database.',
      );
    const database = await openDatabase({
      onMovedAside: (path) => log.warn({ path }, 'the database of an unfinished first start was moved aside'),
      dataFolder,
      databaseUrl,
      postgresql: settings.postgresql,
      prepared: prepared === undefined || databaseUrl ? undefined : await readPrepared(prepared),
    });
    closers.add(() => database.close());
    return { database, objects, storeChecks, secret, session, now, demo };
  } catch (error) {
    throw databaseRefusal(error, settings);
  }
}

interface OpenedService {
  readonly service: Service;
  readonly clock: Clock;
  readonly secret: Secret;
  /** From now on the service wakes this preservation and reports failures to it. */
  connect(conservation: Conservation): void;
}

/** Seeds what is not there yet and puts the parts of the service together. */
async function openService(settings: Settings, log: Log, stores: Stores): Promise<OpenedService> {
  const { database, objects, secret, session, now, demo } = stores;
  const { sandbox, seed } = settings;
  await requireSameSecret(database, secret);
  await rememberTerms(database, settings.terms);
  if (sandbox) await seedSandbox({ database, objects, secret, seed, now, demo });
  const clock = await openClock(database, await demoEnd(database), { isDemo: sandbox });
  const loaded = await loadAuthorities(database, secret, sandbox);
  // A database of an earlier version has no mark yet: its own demo says first whether the secret is the right one.
  await storeSecretMark(database, secret);
  const follow = async (): Promise<void> => {
    if (!loaded) return;
    const { network, addresses } = loaded.ledger;
    await followOrNote(database, { network, address: addresses.endorser });
  };
  // What newly stands on the chain is no reason to answer nobody.
  await follow().catch((error: unknown) =>
    log.error({ err: error }, 'blocks of the chain could not be followed; tried again'),
  );
  let conservation: Conservation | undefined;
  const announceWork = throttle(() => void session?.announce('work').catch(() => undefined), announcePace);
  const service: Service = {
    database,
    objects,
    authorities: loaded?.authorities ?? (await openOutside(settings, database, log)),
    ledger: loaded?.ledger,
    otherTenants: sandbox ? (ownCount, at) => otherTenants(seed, ownCount, at) : undefined,
    sandbox,
    nesting: settings.nesting,
    uploadMax: settings.uploadMax,
    uploadsPerKey: settings.uploadsPerKey,
    now: (after) => clock.now(after),
    // Without an origin: the answer is completed with the one by which the caller came.
    uploadAddress: (token) => `/uploads/${token}`,
    wake: () => (settings.roles.worker ? conservation?.wake() : announceWork()),
    onFailure: (error) => conservation?.failed(error),
    followChain: follow,
  };
  if (settings.roles.worker) session?.listen('work', () => conservation?.wake());
  return { service, clock, secret, connect: (created) => (conservation = created) };
}

/** Milliseconds between two reports of an instance without a worker that there is work. */
const announcePace = 100;

/** Runs at once, and what comes within so many milliseconds together after them. */
function throttle(run: () => void, milliseconds: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isWanted = false;
  const begin = (): void => {
    isWanted = false;
    run();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) begin();
    }, milliseconds);
    timer.unref();
  };
  return () => {
    if (timer) isWanted = true;
    else begin();
  };
}

/** Creates the preservation; an instance with the role `worker` starts it and the sweeps. */
async function startJobs(
  { roles, retentionDays }: Settings,
  log: Log,
  service: Service,
  closers: Closers,
): Promise<Conservation> {
  const conservation = createConservation(
    service,
    (error) => log.error({ err: error }, 'a step of preserving failed and is tried again'),
    undefined,
    {
      onDelay: (waiting) => log.warn(waiting, 'what is to be preserved waits too long'),
      onRestart: (runner) =>
        log.warn({ runner }, 'a runner of the preservation stood still and was started again'),
    },
  );
  if (!roles.worker) return conservation;
  const withoutLog = await countWithoutLog(service);
  if (withoutLog > 0)
    log.warn(
      { count: withoutLog },
      "witnesses wait for a third party's log, which this service has not: they are not preserved there",
    );
  // The demo has nothing that waits, and whatever else waits is no reason to answer nobody.
  conservation.start();
  const sweeps = startSweeps(service, log, retentionDays);
  closers.add(() => sweeps.stop());
  closers.add(() => conservation.stop());
  return conservation;
}

/** Authorities outside, with the sandbox off; what is not configured is said once here, and where it is needed. */
async function openOutside(
  settings: Settings,
  database: Database,
  log: Log,
): Promise<Service['authorities']> {
  if (settings.sandbox) return undefined;
  // A start of the demo has no use for them.
  const { openOutsideAuthorities } = await import('./jobs/outside-authorities.ts');
  const authorities = await openOutsideAuthorities(settings.authorities, database);
  const missing = [
    ...Object.values(authorities.missing ?? {}),
    ...(authorities.issuers.length === 0 ? ['TESTIGO_ISSUERS is not set: nobody can sign.'] : []),
  ];
  if (missing.length > 0) log.warn({ missing }, 'not everything of a service in production is configured');
  return authorities;
}

/** What answers requests, of a service whose parts are open. */
export function coreOf(
  service: Service,
  sandbox: Core['sandbox'],
  conservation?: Pick<Conservation, 'state'>,
  log?: Log,
  session?: InstanceSession,
  checks?: Pick<RunningChecks, 'health'>,
): Core {
  const onDemo = service.sandbox ? undefined : (sentence: string) => log?.warn(sentence);
  const handlers = { ...createHandlers(service), ...rateHandlers(service) };
  return {
    handlers: service.database.kind === 'embedded' ? limitConcurrency(handlers) : handlers,
    authenticate: (secret) => authenticate(service.database, secret, service.now(), onDemo),
    dataVersion: () => service.database.version(),
    receiveUpload: (token, headers, bytes) => receiveUpload(service, token, headers, bytes),
    signDirectUpload: (token, bytes) => signDirectUpload(service, token, bytes),
    sandbox,
    health: async () => {
      const { all, kinds } = await readQueues(service);
      return {
        waiting: all,
        queues: kinds,
        failing: await readFailing(service.database),
        indexLag: service.ledger && (await readIndexLag(service.database)),
        pool: service.database.pool?.(),
        instances: await session?.count(),
        ...checks?.health(),
        ...(conservation?.state() ?? { preserved: 0, failures: 0 }),
      };
    },
    // Everything seeded is processed before there is a core; from then on it is a matter of the database.
    ready: () =>
      service.database.rows(sql`select 1`).then(
        () => session?.isPresent() ?? true,
        () => false,
      ),
  };
}
