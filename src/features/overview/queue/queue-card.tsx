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
import { tally } from '#client/queries/reading.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';
import { Age } from '#ui/data/age.tsx';
import { formatAge } from '#ui/formats/formats.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FilterBar, ToggleChip } from '#ui/inputs/filter-chip.tsx';
import { Link } from '#ui/actions/link.tsx';
import { List, ListItem } from '#ui/lists/list.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { visibleName, visibleText } from '#ui/formats/visible-text.ts';
import { CorrectButton } from '#widgets/correcting/correct-button.tsx';
import { paths, withQuery } from '#widgets/paths.ts';
import { useReminders } from '#widgets/people/use-reminders.ts';
import { useWitnessOf } from '#widgets/witness/use-witness-of.ts';
import { m } from '#i18n/messages.ts';
import type { Total, Totals } from './totals.ts';
import { causes, settledWithinMinutes, type Cause, type Stuck } from './stuck.ts';
import css from './queue-card.module.css';

/** Rows that are shown before the reader asks for all. */
const shownAtFirst = 8;

/** Which rows of the queue are shown. */
export interface QueueView {
  readonly only: Cause | undefined;
  /** Not just the most urgent. */
  readonly all: boolean;
}

const chosenBy = (stuck: readonly Stuck[], only: Cause | undefined): readonly Stuck[] =>
  only === undefined ? stuck : stuck.filter(({ cause }) => cause === only);

export function chooseRows(stuck: readonly Stuck[], { only, all }: QueueView): readonly Stuck[] {
  const chosen = chosenBy(stuck, only);
  return all ? chosen : chosen.slice(0, shownAtFirst);
}

/** What waits for the organization: what is stuck, why, and what to do next. */
export function QueueCard({
  stuck,
  totals,
  view,
  onView,
}: {
  /** Those that were read, most urgent first. */
  stuck: readonly Stuck[];
  /** All, also those that were only counted. */
  totals: Totals;
  view: QueueView;
  onView: (view: QueueView) => void;
}) {
  const words = useTotalWords();
  const { only, all } = view;
  const shown = chooseRows(stuck, view);
  const isAll = all || chosenBy(stuck, only).length <= shownAtFirst;
  const total = only === undefined ? totals.all : totals.of[only];
  const isCut = shown.length < total.count;
  return (
    <Card
      flush
      foot={
        isCut ? (
          <div className={css.foot}>
            <span>
              {isAll
                ? m.overview_oldest_of({
                    shown: words({ count: shown.length, least: false }),
                    total: words(total),
                  })
                : m.overview_most_urgent()}
            </span>
            {isAll ? (
              <Link to={restOf(only)}>{m.overview_rest()}</Link>
            ) : (
              <Button variant="text" onClick={() => onView({ only, all: true })}>
                {m.overview_show_all()}
              </Button>
            )}
          </div>
        ) : undefined
      }
    >
      <div className={css.chips}>
        <FilterBar>
          <ToggleChip
            label={m.overview_all()}
            count={words(totals.all)}
            on={only === undefined}
            onChange={() => onView({ only: undefined, all })}
          />
          {causes
            .filter((cause) => totals.of[cause].count > 0)
            .map((cause) => (
              <ToggleChip
                key={cause}
                label={causeWord(cause)}
                count={words(totals.of[cause])}
                on={only === cause}
                onChange={(on) => onView({ only: on ? cause : undefined, all })}
              />
            ))}
        </FilterBar>
      </div>
      {stuck.length === 0 ? (
        <p className={css.nothing}>
          {totals.all.least ? (
            m.overview_empty_known()
          ) : (
            <>
              <strong>{m.overview_empty()}.</strong> {m.overview_empty_text()}
            </>
          )}
        </p>
      ) : (
        <List aria-label={m.overview_queue()}>
          {shown.map((one) => (
            <QueueRow key={one.id} stuck={one} />
          ))}
        </List>
      )}
    </Card>
  );
}

/** `1,284`, or `≥ 17` where there may be more. */
function useTotalWords(): (total: Total) => string {
  const format = useFormat();
  return ({ count, least }) => `${least ? '≥ ' : ''}${format.number(count)}`;
}

/** Where those are listed that are only counted here, oldest first. */
function restOf(only: Cause | undefined): string {
  if (only === 'claimable') return withQuery(paths.witnesses, { claimable: 'yes', order: 'asc' });
  return withQuery(paths.requests, { tab: only && tabOf[only], sort: 'created' });
}

const tabOf: Readonly<Partial<Record<Cause, string>>> = {
  rejected: 'rejected',
  unanswered: 'waiting',
  unfinalized: 'waiting',
  unwitnessed: 'unwitnessed',
  certificate: 'waiting',
  unsigned: 'waiting',
  unlinked: 'drafts',
  draft: 'drafts',
};

function QueueRow({ stuck }: { stuck: Stuck }) {
  const format = useFormat();
  const { cause, request, since } = stuck;
  const people = useNamed(stuck.people);
  const reminded = useRemindedAgo(stuck);
  const named = people.flatMap(({ commonName }) => (commonName ? visibleText(commonName, 80) : []));
  const names = format.list(named);
  const address = placeOf(stuck);
  const of = useWitnessOf(stuck.witness);
  return (
    <ListItem
      icon={iconOf(cause)}
      tone={cause === 'rejected' ? 'fail' : tellsOfTrouble.includes(cause) ? 'indet' : undefined}
      title={visibleName(request?.name) ?? m.requests_unnamed()}
      to={address}
      state={causeWord(cause)}
      detail={[of, why({ ...stuck, people }, names, named.length), reminded].filter(Boolean).join(' · ')}
      end={<Age since={since} />}
      actions={<NextAction stuck={stuck} address={address} />}
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

/** The panel of a request in which its next step is done. */
const openedBy: Readonly<Partial<Record<Cause, string>>> = { unanswered: 'remind', unsigned: 'invite' };

/** The one thing to do next; each leads to where it is done. */
function NextAction({ stuck, address }: { stuck: Stuck; address: string }) {
  const person = stuck.people[0]?.id;
  if ((stuck.cause === 'certificate' || stuck.cause === 'unlinked') && person)
    return (
      <LinkButton variant="text" to={paths.subject(person)}>
        {m.overview_action_person()}
      </LinkButton>
    );
  if (stuck.cause === 'rejected' && stuck.request)
    return <CorrectButton request={stuck.request} variant="text" />;
  const open = openedBy[stuck.cause];
  return (
    <LinkButton variant="text" to={open ? withQuery(address, { open }) : address}>
      {actionWord(stuck.cause)}
    </LinkButton>
  );
}

function actionWord(cause: Cause): string {
  switch (cause) {
    case 'rejected':
      return m.overview_action_correct();
    case 'unfinalized':
    case 'unwitnessed':
      return m.overview_action_witness();
    case 'unanswered':
      return m.overview_action_chase();
    case 'claimable':
      return m.overview_action_claim();
    case 'draft':
      return m.overview_action_send();
    case 'unsigned':
      return m.overview_action_invite();
    case 'certificate':
    case 'unlinked':
      return m.overview_action_open();
  }
}

function causeWord(cause: Cause): string {
  switch (cause) {
    case 'rejected':
      return m.overview_cause_rejected();
    case 'unfinalized':
      return m.overview_cause_unfinalized();
    case 'unwitnessed':
      return m.overview_cause_unwitnessed();
    case 'claimable':
      return m.overview_cause_claimable();
    case 'unanswered':
      return m.overview_cause_unanswered();
    case 'certificate':
      return m.overview_cause_certificate();
    case 'unlinked':
      return m.overview_cause_unlinked();
    case 'unsigned':
      return m.overview_cause_unsigned();
    case 'draft':
      return m.overview_cause_draft();
  }
}

/** @param named how many of the people the names are of */
function why({ cause, request, people }: Stuck, names: string, named: number): string {
  const count = people.length;
  const { signed, total, pending, rejected } = tally(request ?? {});
  // Names of some alone would say it of nobody else.
  const who = named === count ? names : m.requests_awaited_count({ count });
  switch (cause) {
    case 'rejected':
      return names ? m.overview_why_rejected({ count: named, names }) : m.overview_why_rejected_unknown();
    case 'unfinalized':
      return m.overview_why_unfinalized({ signed, total, minutes: settledWithinMinutes });
    case 'unwitnessed':
      return m.overview_why_unwitnessed({ signed, total });
    case 'claimable':
      return names ? m.overview_why_claimable({ names }) : m.overview_why_claimable_unknown();
    case 'unanswered':
      // Names of some alone would say that nobody else is awaited.
      return named === pending
        ? m.overview_why_unanswered({ count: pending, names })
        : m.requests_progress({ signed, total, pending, rejected });
    case 'certificate':
      return m.overview_why_certificate({ count, names: who });
    case 'unlinked':
      return m.overview_why_unlinked({ count, names: who });
    case 'unsigned':
      return m.overview_why_unsigned();
    case 'draft':
      return m.overview_why_draft({ count: total });
  }
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
