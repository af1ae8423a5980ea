import { queryOptions } from '@tanstack/react-query';

/** The key of the journal of a scope, and the beginning of all that follows from it. */
export const jobListKey = (scope: string) => [scope, 'journal'] as const;

/** Whether this browser stores any job of a scope: its key begins with the journal's, so a refresh of the journal reads it again. */
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
      return counts.some((count) => count > 0);
    },
    staleTime: 0,
  });
