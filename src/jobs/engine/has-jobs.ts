import { queryOptions } from '@tanstack/react-query';
import { tabStore, verifyRunSlot } from '#client/session/preferences.ts';

/** The key of everything that is read of the jobs of a scope: invalidating it reads all of it again. */
export const jobListKey = (scope: string) => [scope, 'jobs'] as const;

/** Whether this browser stores any job of a scope, or this tab has a run of /verify. */
export const hasJobs = (scope: string) =>
  queryOptions({
    queryKey: [...jobListKey(scope), 'any'],
    queryFn: async () => {
      const { database } = await import('../store/database.ts');
      const db = await database();
      const counts = await Promise.all(
        (['operations', 'certifications', 'bulks'] as const).map((store) =>
          db.countFromIndex(store, 'scope', scope),
        ),
      );
      return counts.some((count) => count > 0) || tabStore.get(verifyRunSlot) !== null;
    },
    staleTime: 0,
  });
