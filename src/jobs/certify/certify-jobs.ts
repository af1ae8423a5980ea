import { currentMillis } from '#clock/clock.ts';
import { sleep } from '#client/http/sleep.ts';
import { organizations } from '#client/families/people/organizations.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { queueControls } from '../engine/queue-controls.ts';
import type { JobContext } from '../engine/use-jobs.ts';
import { certifications } from './certifications.ts';
import type { CertifyJob } from './certify-record.ts';
import { certifying, type CertifyWay } from './certify-way.ts';
import { beginCertification, runCertification } from './run-certification.ts';

/** Queues of certifications: of one organization one runs at a time, so that no witness is requested by two at once. */
export function certifyJobs(context: JobContext) {
  const { client, organizationId, scope } = context;
  const store = certifications(scope);
  const quota = async (way: CertifyWay): Promise<number | undefined> => {
    if (organizationId === undefined) return undefined;
    const { quota: left } = await client.call('readOrganization', { params: { id: organizationId } });
    return left?.[certifying[way].counter] ?? undefined;
  };
  const { begin, ...controls } = queueControls<'certify'>(context, {
    store,
    turnLock: `testigo-certifying-${scope}`,
    runToEnd: (id, runStore) =>
      runCertification(id, { client, store: runStore, quota, sleep, now: currentMillis }),
    affected: [witnesses(client).key, organizations(client).key],
  });
  return {
    ...controls,
    start: (chosen: Parameters<typeof beginCertification>[2], way: CertifyWay): Promise<CertifyJob> => {
      const { job, items } = beginCertification(crypto.randomUUID(), scope, chosen, currentMillis(), way);
      return begin(job, items);
    },
    /** A person's decision that what is in doubt was taken: it is left to the service. */
    settleUnclear: async (id: string): Promise<void> => {
      await store.settleUnclear(id);
      await context.refresh();
    },
  };
}
