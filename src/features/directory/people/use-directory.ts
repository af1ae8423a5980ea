import { useQuery } from '@tanstack/react-query';
import { isAbsent, offers } from '#client/session/capabilities.ts';
import { isLinked, organizationLinks } from '#client/families/people/organizations.ts';
import { uniqueById } from '#client/queries/paging.ts';
import { subjects } from '#client/families/people/subjects.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources.ts';
import { usePreferences } from '#ui/preferences.tsx';
import { useLastAnswer } from '#ui/use-last-answer.ts';
import { dayBounds } from '#widgets/days.ts';
import { activeFilters, filterOf, type DirectoryView } from './filter.ts';

export interface DirectoryRow {
  readonly id: string;
  readonly subject: Subject;
  /** With the organization that one works for; undefined: nobody tells. */
  readonly linked: boolean | undefined;
}

export interface Directory {
  /** `absent`: the service lists no people at all */
  readonly state: 'loading' | 'failed' | 'absent' | 'ready';
  readonly error: unknown;
  readonly retry: () => void;
  readonly retrying: boolean;
  readonly rows: readonly DirectoryRow[];
  /** How many match; undefined: the service does not say. */
  readonly count: number | undefined;
  /** How many there are without a filter. */
  readonly all: number | undefined;
  readonly hasNext: boolean;
  /** Rows that do not fit what was asked: services ignore arguments that they do not know. */
  readonly mismatched: number;
  /** The service tells who is linked. */
  readonly tellsLinks: boolean;
  /** It tells, and could not now. */
  readonly linksFailed: (() => void) | undefined;
  /** What is shown is of another page or filter, and gives way to what was asked for. */
  readonly isFormer: boolean;
  readonly updatedAt: number;
  readonly stale: boolean;
  /** So many more, or fewer, than when it was read. */
  readonly changes: number;
}

/** Milliseconds between looks whether there are others than before. */
const lookEvery = 15_000;

/** One page of the directory. What is shown does not move by itself: changes are counted and shown when asked for. */
export function useDirectory(view: DirectoryView): Directory {
  const { client, capabilities, organization } = useConnection();
  const { timeZone } = usePreferences();
  const filter = filterOf(view, {
    bounds: (day) => dayBounds(day, timeZone),
    organization: organization?.id,
  });
  const family = subjects(client);
  const read = useQuery({
    ...family.page(filter, view.page, Number(view.size)),
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const looked = useQuery({
    ...family.count(filter),
    enabled: read.isSuccess,
    refetchInterval: lookEvery,
  });
  const all = useQuery({
    ...family.count({}),
    enabled: activeFilters(view).length > 0,
    staleTime: lookEvery,
  });
  const { answer, isFormer } = useLastAnswer({
    question: JSON.stringify([filter, view.page, view.size]),
    scope: `${client.scope} ${organization?.id ?? ''}`,
    answer: read.data,
    failed: read.isError,
  });
  const people = answer?.items ?? [];
  const ids = people.flatMap(({ id }) => id ?? []);
  const tellsLinks = organization !== undefined && offers(capabilities, 'listOrganizationLinks');
  const links = useQuery({
    ...organizationLinks(client).whole({
      organization: { eq: organization?.id ?? '' },
      subject: { in: ids },
    }),
    enabled: tellsLinks && ids.length > 0,
  });
  const rows = uniqueById(people).map((subject, at) => ({
    id: subject.id ?? `#${at}`,
    subject,
    linked: isLinked(links.data, subject.id),
  }));
  const wrongLink = rows.filter(
    ({ linked: is }) => view.link && is !== undefined && is !== (view.link === 'linked'),
  ).length;
  const count = isFormer ? undefined : answer?.count;
  const isNow = looked.dataUpdatedAt > read.dataUpdatedAt && !isFormer;
  return {
    state: answer ? 'ready' : read.isError ? (isAbsent(read.error) ? 'absent' : 'failed') : 'loading',
    error: read.error,
    retry: () => void Promise.all([read.refetch(), links.isError ? links.refetch() : undefined]),
    retrying: read.isFetching,
    rows,
    count,
    all: activeFilters(view).length > 0 ? (all.data ?? undefined) : count,
    hasNext: !isFormer && answer?.nextPage !== undefined,
    mismatched: isFormer ? 0 : (answer?.mismatched ?? 0) + wrongLink,
    tellsLinks,
    linksFailed: links.isError && !links.data ? () => void links.refetch() : undefined,
    isFormer,
    updatedAt: read.dataUpdatedAt,
    stale: read.isRefetchError,
    changes: isNow && looked.data != null && count !== undefined ? Math.abs(looked.data - count) : 0,
  };
}
