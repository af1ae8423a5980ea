import { useState } from 'react';
import { bulkJobs } from '#jobs/bulk/bulk-jobs.ts';
import { useJobs } from '#jobs/engine/use-jobs.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { isDiskFull } from '#jobs/store/storage-space.ts';
import { paths } from '#widgets/paths.ts';
import { useAddress } from '#widgets/address/use-address.ts';
import { m } from '#i18n/messages.ts';
import type { DryRun } from '../dry-run/dry-run.ts';
import { itemsOf } from './bulk-items.ts';
import { titleOf } from './prepare-steps.ts';
import type { TableView } from './work.ts';
import type { BulkWork } from './work-record.ts';

/**
 * Starts the prepared bulk and goes to its page.
 *
 * @param id of what is prepared
 * @param end ends the preparing
 */
export function useStartBulk(
  id: string,
  end: () => Promise<void>,
): {
  start: (work: BulkWork, view: TableView, run: DryRun) => Promise<void>;
  /** Why the bulk could not be started; nothing of it was sent. */
  failed: string | undefined;
} {
  const { organization } = useConnection();
  const write = useAddress();
  const bulks = useJobs(bulkJobs);
  const [failed, setFailed] = useState<string>();
  const start = async (work: BulkWork, view: TableView, run: DryRun): Promise<void> => {
    if (!organization) return;
    setFailed(undefined);
    try {
      await bulks.start(id, {
        title: work.title.trim() || titleOf(work),
        columns: view.columns,
        items: itemsOf(run, { organizationId: organization.id, keepAsDraft: work.keepAsDraft }),
        // Their bytes are stored since they were chosen.
        files: [],
      });
      await end().catch(() => undefined);
      write(paths.bulkRun(id));
    } catch (error) {
      setFailed(isDiskFull(error) ? m.bulk_start_full() : m.bulk_start_failed());
    }
  };
  return { start, failed };
}
