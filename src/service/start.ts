import { sql } from './storage/database/sql.ts';
import { currentTime } from '#clock/clock.ts';
import { authenticate } from './handlers/access/authenticate.ts';
import { openClock } from './handlers/sandbox/clock.ts';
import type { ClockMove } from './handlers/sandbox/clock.ts';
import { createHandlers } from './handlers/handlers.ts';
import { claimToken, passToken } from './handlers/sandbox/endorsing.ts';
import { ServiceError } from './service-error.ts';
import type { Service } from './handlers/ports.ts';
import { rateHandlers } from './handlers/rates.ts';
import { rejectInvite, signInvite } from './handlers/signing/signing.ts';
import { rememberTerms } from './handlers/access/terms.ts';
import { limitConcurrency } from './handlers/limit-concurrency.ts';
import { receiveUpload } from './handlers/content/uploads.ts';
import type { Log } from './http/monitoring/log.ts';
import type { Core } from './http/ports.ts';
import { answerRpc } from './chain/json-rpc.ts';
import { createConservation } from './jobs/conservation.ts';
import type { Conservation } from './jobs/conservation.ts';
import { demoEnd, demoSession, demoStories } from './seed/demo.ts';
import { loadAuthorities, openResponder, sandboxAnchors } from './jobs/sandbox-authorities.ts';
import { createRepeatedRun } from './jobs/repeated-run.ts';
import type { RepeatedRun } from './jobs/repeated-run.ts';
import { makeDemo } from './seed/make-demo.ts';
import { seedSandbox } from './seed/seed.ts';
import { followChain } from './jobs/token-index.ts';
import { countWithoutLog, readWaiting } from './jobs/waiting.ts';
import { createUploadSweep } from './jobs/upload-sweep.ts';
import type { UploadSweep } from './jobs/upload-sweep.ts';
import { lockFolder } from './lock.ts';
import { databaseRefusal, folderRefusal } from './start-refusal.ts';
import { otherTenants } from './seed/other-tenants.ts';
import type { Settings } from './settings.ts';
import { checkObjectStore } from './storage/objects/check-objects.ts';
import { chainStore } from './storage/tables/chain-store.ts';
import { isNewDataFolder, openDatabase, readPrepared } from './storage/database/database.ts';
import type { Database } from './storage/database/database.ts';
import { openObjectStore } from './storage/objects/objects.ts';
import { watchSpace } from './storage/space.ts';
import { openSecret } from './storage/secret.ts';

/** Milliseconds after which the clock looks again for what other processes of its database did. */
const followPace = 1_000;

export interface RunningCore {
  readonly core: Core;
  /** Ends the jobs, closes the database and gives the data folder back. */
  close(): Promise<void>;
}

/**
 * Takes the data folder, opens what is in it, and tells the demo's story where there is none yet (Rules ST-3, ST-8).
 * When this resolves, the service is ready; what waits is preserved from then on.
 *
 * @param prepared file with a migrated, empty database, made at build time
 */
export async function startCore(settings: Settings, log: Log, prepared?: string): Promise<RunningCore> {
  const lock = await lockFolder(settings.dataFolder).catch((error: unknown) => {
    throw folderRefusal(error, settings);
  });
  let database: Database | undefined;
  let conservation: Conservation | undefined;
  let sweep: UploadSweep | undefined;
  let following: RepeatedRun | undefined;
  const close = async (): Promise<void> => {
    try {
      await conservation?.stop();
      await sweep?.stop();
      await following?.stop();
      await database?.close();
    } finally {
      await lock.release();
    }
  };
  try {
    const now = currentTime();
    const isNew = isNewDataFolder(settings.dataFolder);
    const secret = await openSecret(settings.dataFolder, !isNew && !settings.databaseUrl);
    if (settings.s3) await checkObjectStore(settings.s3);
    const objects = await openObjectStore(settings.dataFolder, settings.s3, watchSpace(settings.dataFolder));
    // A first start makes keys and documents while the database opens.
    const isFirst = settings.sandbox && !settings.databaseUrl && isNew;
    const demo = isFirst ? makeDemo(objects, settings.seed, now) : undefined;
    demo?.catch(() => undefined); // told by the seed, unless the database fails before
    const opened = await open(settings, log, prepared).catch((error: unknown) => {
      throw databaseRefusal(error, settings);
    });
    database = opened;
    await rememberTerms(database, settings.terms);
    if (settings.sandbox) await seedSandbox({ database, objects, secret, seed: settings.seed, now, demo });
    const clock = await openClock(database, await demoEnd(database), { isDemo: settings.sandbox });
    // The embedded database is this process's alone.
    if (settings.databaseUrl) {
      following = createRepeatedRun(
        () => clock.follow().then(() => followPace),
        { gather: followPace, retry: followPace, longestRetry: 30_000 },
        () => undefined, // whoever answers requests finds the database lost as well, and says so
      );
      following.start();
    }
    const loaded = await loadAuthorities(database, secret, settings.sandbox);
    const follow = async (): Promise<void> => {
      if (!loaded) return;
      const { network, addresses } = loaded.ledger;
      await followChain(opened, { network, address: addresses.endorser });
    };
    await follow();
    const service: Service = {
      database,
      objects,
      authorities: loaded?.authorities ?? (await openOutside(settings, database, log)),
      ledger: loaded?.ledger,
      otherTenants: settings.sandbox ? (own, at) => otherTenants(settings.seed, own, at) : undefined,
      sandbox: settings.sandbox,
      nesting: settings.nesting,
      uploadMax: settings.uploadMax,
      uploadsPerKey: settings.uploadsPerKey,
      now: (after) => clock.now(after),
      // Without an origin: the answer is completed with the one by which the caller came.
      uploadAddress: (token) => `/uploads/${token}`,
      wake: () => conservation?.wake(),
      onFailure: (error) => conservation?.failed(error),
      followChain: follow,
    };
    const withoutLog = await countWithoutLog(service);
    if (withoutLog > 0)
      log.warn(
        { count: withoutLog },
        "witnesses wait for a third party's log, which this service has not: they are not preserved there",
      );
    conservation = createConservation(
      service,
      (error) => log.error({ err: error }, 'a step of preserving failed and is tried again'),
      undefined,
      {
        onDelay: (waiting) => log.warn(waiting, 'what is to be preserved waits too long'),
        onRestart: (runner) =>
          log.warn({ runner }, 'a runner of the preservation stood still and was started again'),
      },
    );
    // The demo has nothing that waits, and whatever else waits is no reason to answer nobody.
    conservation.start();
    sweep = createUploadSweep(service, (error) => {
      log.error(
        { err: error },
        'upload addresses that are over could not be forgotten; tried again in an hour',
      );
    });
    sweep.start();
    const sandbox = {
      session: () => demoSession(opened, secret),
      anchors: () => sandboxAnchors(opened, secret),
      stories: () => demoStories(opened),
      ocsp: openResponder(opened, secret, () => service.now()),
      rpc: (body: unknown) =>
        loaded
          ? answerRpc(
              { chain: loaded.ledger.chain, store: chainStore(opened), now: () => service.now() },
              body,
            )
          : Promise.reject(new ServiceError('not-found', 'This service has no chain.', { rule: 'ST-18' })),
      clock: () => clock.read(),
      moveClock: async (to: ClockMove) => {
        const moved = await clock.move(to);
        service.wake();
        return moved;
      },
      claim: (id: string) => claimToken(service, id),
      pass: (id: string, to: readonly string[] | undefined) => passToken(service, id, to),
      sign: (id: string) => signInvite(service, id),
      reject: (id: string) => rejectInvite(service, id),
    };
    return { core: coreOf(service, settings.sandbox ? sandbox : undefined, conservation, log), close };
  } catch (error) {
    await close();
    throw folderRefusal(error, settings);
  }
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
): Core {
  const onDemo = service.sandbox ? undefined : (sentence: string) => log?.warn(sentence);
  const handlers = { ...createHandlers(service), ...rateHandlers(service) };
  return {
    handlers: service.database.kind === 'embedded' ? limitConcurrency(handlers) : handlers,
    authenticate: (secret) => authenticate(service.database, secret, service.now(), onDemo),
    dataVersion: () => service.database.version(),
    receiveUpload: (token, headers, bytes) => receiveUpload(service, token, headers, bytes),
    sandbox,
    health: async () => ({
      waiting: await readWaiting(service),
      ...(conservation?.state() ?? { preserved: 0, failures: 0 }),
    }),
    // Everything seeded is processed before there is a core; from then on it is a matter of the database.
    ready: () =>
      service.database.rows(sql`select 1`).then(
        () => true,
        () => false,
      ),
  };
}

async function open(settings: Settings, log: Log, prepared: string | undefined): Promise<Database> {
  return openDatabase({
    onMovedAside: (path) => log.warn({ path }, 'the database of an unfinished first start was moved aside'),
    dataFolder: settings.dataFolder,
    databaseUrl: settings.databaseUrl,
    prepared: prepared === undefined || settings.databaseUrl ? undefined : await readPrepared(prepared),
  });
}
