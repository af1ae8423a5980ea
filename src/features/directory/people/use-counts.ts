import { useQueries } from '@tanstack/react-query';
import { subjects } from '#client/families/people/subjects.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { usePreferences } from '#ui/preferences.tsx';
import { dayBounds } from '#widgets/days.ts';
import { filterOf, type DirectoryView } from './filter.ts';

/** How many match each of some views, as the service counts; what it does not say is left out. */
export function useCounts(views: readonly DirectoryView[]): readonly (number | null | undefined)[] {
  const { client, organization } = useConnection();
  const { timeZone } = usePreferences();
  const how = { bounds: (day: string) => dayBounds(day, timeZone), organization: organization?.id };
  return useQueries({
    queries: views.map((view) => ({
      ...subjects(client).count(filterOf(view, how)),
      staleTime: 15_000,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
}
