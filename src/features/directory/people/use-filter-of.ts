import type { SubjectFilter } from '#client/families/people/subjects.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { dayBounds } from '#widgets/days.ts';
import { filterOf, type DirectoryView } from './filter.ts';

/** The interface's arguments for a view, in the zone of the app and for the organization of the connection. */
export function useFilterOf(): (view: DirectoryView) => SubjectFilter {
  const { organization } = useConnection();
  const { zone } = usePreferences();
  return (view) => filterOf(view, { bounds: (day) => dayBounds(day, zone), organization: organization?.id });
}
