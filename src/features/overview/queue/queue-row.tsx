import ApprovalIcon from '@mui/icons-material/ApprovalOutlined';
import AssignmentLateIcon from '@mui/icons-material/AssignmentLateOutlined';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import EditNoteIcon from '@mui/icons-material/EditNoteOutlined';
import LinkOffIcon from '@mui/icons-material/LinkOffOutlined';
import PersonOffIcon from '@mui/icons-material/PersonOffOutlined';
import TokenIcon from '@mui/icons-material/TokenOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import type { ReactNode } from 'react';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';
import { Age } from '#ui/data/age.tsx';
import { formatAge } from '#ui/formats/formats.ts';
import { ListItem } from '#ui/lists/list.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { visibleName, visibleText } from '#ui/formats/visible-text.ts';
import { paths } from '#widgets/paths.ts';
import { useReminders } from '#widgets/people/use-reminders.ts';
import { useWitnessOf } from '#widgets/witness/use-witness-of.ts';
import { m } from '#i18n/messages.ts';
import type { Cause, Stuck } from '../stuck.ts';
import { NextAction } from './next-action.tsx';
import { ageWordsOf, causeWord, why } from './queue-words.ts';

/** One thing that is stuck, and what to do next. */
export function QueueRow({ stuck }: { stuck: Stuck }) {
  const format = useFormat();
  const now = useServiceNow(60_000);
  const { cause, request, since } = stuck;
  const people = useNamed(stuck.people);
  const reminded = useRemindedAgo(stuck);
  const named = people.flatMap(({ commonName }) => (commonName ? visibleText(commonName, 80) : []));
  const names = format.list(named);
  const address = placeOf(stuck);
  const ageWords = ageWordsOf(stuck);
  const of = useWitnessOf(stuck.witness);
  return (
    <ListItem
      icon={iconOf(cause)}
      tone={cause === 'rejected' ? 'fail' : tellsOfTrouble.includes(cause) ? 'indet' : undefined}
      title={visibleName(request?.name) ?? m.requests_unnamed()}
      to={address}
      state={causeWord(cause)}
      detail={[of, why({ ...stuck, people }, names, named.length, format, now), reminded]
        .filter(Boolean)
        .join(' · ')}
      end={ageWords && <Age since={since} words={ageWords} />}
      actions={<NextAction stuck={{ ...stuck, people }} address={address} />}
    />
  );
}

/** People of a row that is shown, by name, where the service sends only their ids. */
function useNamed(people: readonly Subject[]): readonly Subject[] {
  const ids = people.flatMap((subject) => (isStub(subject) ? [subject.id] : []));
  const known = useHydrated(useClient(), 'listSubjects', ids);
  return people.map((subject) => known[subject.id ?? ''] ?? subject);
}

/** How long ago somebody who is awaited was reminded last from here. */
function useRemindedAgo({ cause, request }: Stuck): string | undefined {
  // A reminder is dated by this device.
  const now = useNow(30_000);
  const made = useReminders()
    .flatMap((one) => (one.request === request?.id ? [one.at] : []))
    .sort()
    .at(-1);
  if (cause !== 'unanswered' || made === undefined) return undefined;
  return m.overview_reminded({ age: formatAge(now.getTime() - Date.parse(made)) });
}

const tellsOfTrouble: readonly Cause[] = [
  'unfinalized',
  'unwitnessed',
  'certificate',
  'unlinked',
  'unsigned',
];

/** Where it is solved: what is to be claimed, at its witness. */
function placeOf({ request, witness }: Stuck): string {
  return witness?.id ? paths.witness(witness.id) : paths.request(request?.id ?? '');
}

function iconOf(cause: Cause): ReactNode {
  switch (cause) {
    case 'rejected':
      return <BlockIcon />;
    case 'unfinalized':
      return <AssignmentLateIcon />;
    case 'unwitnessed':
      return <ApprovalIcon />;
    case 'claimable':
      return <TokenIcon />;
    case 'unanswered':
      return <ScheduleIcon />;
    case 'certificate':
      return <BadgeIcon />;
    case 'unlinked':
      return <LinkOffIcon />;
    case 'unsigned':
      return <PersonOffIcon />;
    case 'draft':
      return <EditNoteIcon />;
  }
}
