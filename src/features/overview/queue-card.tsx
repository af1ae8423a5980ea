import ApprovalIcon from '@mui/icons-material/ApprovalOutlined';
import AssignmentLateIcon from '@mui/icons-material/AssignmentLateOutlined';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import EditNoteIcon from '@mui/icons-material/EditNoteOutlined';
import LinkOffIcon from '@mui/icons-material/LinkOffOutlined';
import PersonOffIcon from '@mui/icons-material/PersonOffOutlined';
import TokenIcon from '@mui/icons-material/TokenOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import { styled } from '@mui/material/styles';
import { useState, type ReactNode } from 'react';
import { tally } from '#api/reading.ts';
import { Age } from '#ui/age.tsx';
import { formatAge } from '#ui/formats.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FilterBar, ToggleChip } from '#ui/filter-chip.tsx';
import { ink } from '#ui/ink.ts';
import { List, ListItem } from '#ui/list.tsx';
import { useFormat } from '#ui/use-format.ts';
import { useNow } from '#ui/use-now.ts';
import { visibleName, visibleText } from '#ui/visible-text.ts';
import { CorrectButton } from '#widgets/correcting/correct-button.tsx';
import { paths, withQuery } from '#widgets/paths.ts';
import { useReminders } from '#widgets/reminding/use-reminders.ts';
import { useWitnessOf } from '#widgets/use-witness-of.ts';
import { m } from '#words/words.ts';
import { causes, settledWithinMinutes, type Cause, type Stuck } from './stuck.ts';

const Chips = styled('div')({ padding: '12px 14px', borderBottom: `1px solid ${ink.line}` });
const Foot = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  color: ink.text2,
  fontSize: 13,
  lineHeight: '18px',
});
const Nothing = styled('p')({ padding: '28px 18px', color: ink.text2, fontSize: 13, lineHeight: '18px' });

/** Rows that are shown before the reader asks for all. */
const shownAtFirst = 8;

/** What waits for the organization: what is stuck, why, and what to do next. */
export function QueueCard({
  stuck,
  known,
}: {
  stuck: readonly Stuck[];
  /** There may be others that nothing here knows of. */
  known: boolean;
}) {
  const [only, setOnly] = useState<Cause>();
  const [all, setAll] = useState(false);
  const chosen = only === undefined ? stuck : stuck.filter(({ cause }) => cause === only);
  const shown = all ? chosen : chosen.slice(0, shownAtFirst);
  const countOf = (cause: Cause): number => stuck.filter((one) => one.cause === cause).length;
  return (
    <Card
      flush
      foot={
        chosen.length > shownAtFirst && !all ? (
          <Foot>
            <span>{m.overview_most_urgent()}</span>
            <Button variant="text" onClick={() => setAll(true)}>
              {m.overview_show_all()}
            </Button>
          </Foot>
        ) : undefined
      }
    >
      <Chips>
        <FilterBar>
          <ToggleChip
            label={m.overview_all()}
            count={String(stuck.length)}
            on={only === undefined}
            onChange={() => setOnly(undefined)}
          />
          {causes
            .filter((cause) => countOf(cause) > 0)
            .map((cause) => (
              <ToggleChip
                key={cause}
                label={causeWord(cause)}
                count={String(countOf(cause))}
                on={only === cause}
                onChange={(on) => setOnly(on ? cause : undefined)}
              />
            ))}
        </FilterBar>
      </Chips>
      {stuck.length === 0 ? (
        <Nothing>
          {known ? (
            m.overview_empty_known()
          ) : (
            <>
              <strong>{m.overview_empty()}.</strong> {m.overview_empty_text()}
            </>
          )}
        </Nothing>
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

function QueueRow({ stuck }: { stuck: Stuck }) {
  const format = useFormat();
  const { cause, request, since, people } = stuck;
  const reminded = useRemindedAgo(stuck);
  const names = format.list(
    people.flatMap(({ commonName }) => (commonName ? visibleText(commonName, 80) : [])),
  );
  const address = placeOf(stuck);
  const of = useWitnessOf(stuck.witness);
  return (
    <ListItem
      icon={iconOf(cause)}
      tone={cause === 'rejected' ? 'fail' : tellsOfTrouble.includes(cause) ? 'indet' : undefined}
      title={visibleName(request?.name) ?? m.requests_unnamed()}
      to={address}
      state={causeWord(cause)}
      detail={[of, why(stuck, names), reminded].filter(Boolean).join(' · ')}
      end={<Age since={since} />}
      actions={<NextAction stuck={stuck} address={address} />}
    />
  );
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

function why({ cause, request, people }: Stuck, names: string): string {
  const count = people.length;
  const { signed, total } = tally(request ?? {});
  switch (cause) {
    case 'rejected':
      return names ? m.overview_why_rejected({ count, names }) : m.overview_why_rejected_unknown();
    case 'unfinalized':
      return m.overview_why_unfinalized({ signed, total, minutes: settledWithinMinutes });
    case 'unwitnessed':
      return m.overview_why_unwitnessed({ signed, total });
    case 'claimable':
      return names ? m.overview_why_claimable({ names }) : m.overview_why_claimable_unknown();
    case 'unanswered':
      return names
        ? m.overview_why_unanswered({ count, names })
        : m.requests_progress({ signed, total, pending: total - signed, rejected: 0 });
    case 'certificate':
      return m.overview_why_certificate({ count, names });
    case 'unlinked':
      return m.overview_why_unlinked({ count, names });
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
