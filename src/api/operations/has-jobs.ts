import { queryOptions } from '@tanstack/react-query';

/** Whether this browser stores any job of a scope: one key with the journal, so that whoever adds a job is seen. */
export const hasJobs = (scope: string) =>
  queryOptions({
    queryKey: [scope, 'journal', 'any'],
    queryFn: async () => {
      const { database } = await import('../store/database.ts');
      const db = await database();
      const counts = await Promise.all(
        (['operations', 'certifications', 'bulks'] as const).map((store) =>
          db.countFromIndex(store, 'scope', scope),
        ),
      );
      return counts.some((count) => count > 0);
    },
    staleTime: 0,
  });
