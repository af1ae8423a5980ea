import { useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { isLinked, organizationLinks } from '#client/families/people/organizations.ts';
import { subjects } from '#client/families/people/subjects.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';
import type { ListControls } from '../records/use-list-view.ts';
import { useRecords, type Records } from '../records/use-records.ts';
import type { DirectoryView } from './filter.ts';
import { useFilterOf } from './use-filter-of.ts';

export interface DirectoryRow extends Subject {
  /** With the organization of the connection; undefined where the service does not say. */
  readonly linked: boolean | undefined;
}

export interface Directory extends Records<DirectoryRow> {
  /** The service has the list of links. */
  readonly hasLinks: boolean;
  /** Reads the links again; undefined unless reading them failed. */
  readonly retryLinks: (() => void) | undefined;
}

/** One page of the directory, with who of it is linked. */
export function useDirectory(controls: ListControls<DirectoryView>): Directory {
  const { client, capabilities, organization } = useConnection();
  const { view } = controls;
  const filter = useFilterOf()(view);
  const people = useRecords(subjects(client), { filter, none: {}, controls });
  const ids = people.rows.flatMap(({ id }) => id ?? []);
  const hasLinks = organization !== undefined && offers(capabilities, 'listOrganizationLinks');
  const links = useQuery({
    ...organizationLinks(client).whole({
      organization: { eq: organization?.id ?? '' },
      subject: { in: ids },
    }),
    enabled: hasLinks && ids.length > 0,
  });
  const rows = people.rows.map((subject) => ({ ...subject, linked: isLinked(links.data, subject.id) }));
  // Services ignore arguments that they do not know: then rows have another link than the filter says.
  const mislinked = rows.filter(
    ({ linked }) => view.link && linked !== undefined && linked !== (view.link === 'linked'),
  ).length;
  return {
    ...people,
    rows,
    mismatched: people.isFormer ? 0 : people.mismatched + mislinked,
    // A person that came twice is shown once, without a warning.
    twice: 0,
    refetch: () => Promise.all([people.refetch(), links.isError ? links.refetch() : undefined]),
    hasLinks,
    retryLinks: links.isError && !links.data ? () => void links.refetch() : undefined,
  };
}
