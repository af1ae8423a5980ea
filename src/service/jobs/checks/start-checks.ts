import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../../handlers/ports.ts';
import type { Log } from '../../http/monitoring/log.ts';
import type { Health } from '../../http/ports.ts';
import type { Settings } from '../../settings.ts';
import { openStoreProbe } from '../../storage/objects/check-objects.ts';
import { createRepeatedRun } from '../repeated-run.ts';
import type { RepeatedRun } from '../repeated-run.ts';
import type { SampleAudit } from './sample-audit.ts';
import type { StoreChecks } from './store-checks.ts';
import { watchObjects } from './watch-objects.ts';
import type { ObjectWatch } from './watch-objects.ts';

/** What a running instance looks at by itself, for `/readyz` and `/metrics`. */
export interface RunningChecks {
  health(): Pick<Health, 'reachesDocuments' | 'audit'>;
  stop(): Promise<void>;
}

/** Milliseconds: between two samples; a stop waits no longer for one. */
const auditPace = 10_000;
const stopPatience = 500;

/** Every instance looks whether the object store answers; one with the role `worker` recomputes samples (Rule ST-51). */
export async function startChecks(
  { s3, roles }: Pick<Settings, 's3' | 'roles'>,
  service: Service,
  log: Log,
  checks: StoreChecks | undefined,
): Promise<RunningChecks> {
  const watch = s3 && checks && (await startWatch(s3, checks, log));
  const audit = roles.worker ? startAudit(service, log) : undefined;
  return {
    health: () => ({ reachesDocuments: watch?.isReachable(), audit: audit?.state() }),
    async stop() {
      await Promise.all([stopSoon(watch), stopSoon(audit)]);
    },
  };
}

/** A store that does not answer holds up a look, but not the end of the process. */
async function stopSoon(run: Pick<RepeatedRun, 'stop'> | undefined): Promise<void> {
  await Promise.race([run?.stop(), delay(stopPatience, undefined, { ref: false })]);
}

async function startWatch(
  s3: NonNullable<Settings['s3']>,
  checks: StoreChecks,
  log: Log,
): Promise<ObjectWatch> {
  const watch = watchObjects({ probe: await openStoreProbe(s3), checks }, (isReachable) => {
    if (isReachable) log.info('the object store answers again');
    else log.error('the object store does not answer: documents can neither be uploaded nor opened');
  });
  watch.start();
  return watch;
}

function startAudit(service: Service, log: Log): Pick<RepeatedRun, 'stop'> & { state(): Health['audit'] } {
  let audit: SampleAudit | undefined;
  let isFirst = true;
  const run = createRepeatedRun(
    async () => {
      // A start has no use for it, nor for what it loads.
      if (isFirst) {
        isFirst = false;
        return auditPace;
      }
      audit ??= (await import('./sample-audit.ts')).createSampleAudit(service, (text) =>
        log.error({ finding: text }, 'a recomputed sample does not hold; "check" says more'),
      );
      await audit.look();
      return auditPace;
    },
    { gather: auditPace, retry: auditPace, longestRetry: 60_000 },
    (error) => log.warn({ err: error }, 'a sample could not be recomputed and is tried again'),
  );
  run.start();
  return {
    state() {
      const { verified, findings } = audit?.state() ?? { verified: 0, findings: new Map<string, string>() };
      return { verified, unsound: findings.size };
    },
    stop: () => run.stop(),
  };
}
