import ApprovalIcon from '@mui/icons-material/ApprovalOutlined';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import DrawIcon from '@mui/icons-material/DrawOutlined';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { Instant } from '#ui/data/instant.tsx';
import { Timeline, TimelineItem } from './event-timeline.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { conservationWord } from '../list/filter/filter-labels.ts';
import type { Names } from '../standing.ts';
import { timelineOf, type TimelineEvent } from './timeline.ts';
import css from './request-timeline.module.css';

/** What happened to the request, oldest first, and what is still expected. */
export function RequestTimeline({ request, people }: { request: SignatureRequest; people: Names }) {
  return (
    <Timeline>
      {timelineOf(request).map((event, index) => (
        <TimelineItem
          key={`${event.kind} ${event.subject ?? event.strategy ?? index}`}
          future={event.future}
          tone={event.kind === 'rejected' ? 'fail' : event.future ? undefined : 'accent'}
          icon={iconOf(event)}
          title={titleOf(event, people, request.draft ?? false)}
          detail={
            <span className={css.detail}>
              {timeOf(event)}
              {detailOf(event)}
            </span>
          }
        />
      ))}
    </Timeline>
  );
}

function timeOf({ at, future }: TimelineEvent) {
  if (at) return <Instant at={at} form="full" />;
  return future ? undefined : m.requests_not_sent();
}

function iconOf({ kind, future }: TimelineEvent) {
  if (future) return undefined;
  if (kind === 'signed') return <DrawIcon />;
  if (kind === 'rejected') return <BlockIcon />;
  return kind === 'preserved' ? <ApprovalIcon /> : undefined;
}

function titleOf(event: TimelineEvent, people: Names, draft: boolean): string {
  const { subject } = event;
  const who =
    (subject && visibleName(people[subject]?.commonName)) ??
    (subject ? m.requests_person_unread({ id: subject.slice(0, 8) }) : m.requests_a_signer());
  switch (event.kind) {
    case 'created':
      return m.requests_event_created();
    case 'sent':
      return event.future ? m.requests_event_unsent() : m.requests_event_sent();
    case 'invited':
      // Nobody receives a draft, so whoever is in it was not invited yet.
      return draft ? m.requests_invite_added({ name: who }) : m.requests_event_invited({ who });
    case 'signed':
      return event.future ? m.requests_event_awaited({ who }) : m.requests_event_signed({ who });
    case 'rejected':
      return m.requests_event_rejected({ who });
    case 'finalized':
      return event.future ? m.requests_event_to_finalize() : m.requests_event_finalized();
    case 'preserved':
      return event.future
        ? m.requests_event_to_keep()
        : m.requests_event_preserved({ how: event.strategy ? conservationWord(event.strategy) : '' });
  }
}

function detailOf(event: TimelineEvent): string | undefined {
  if (event.kind === 'finalized' && !event.future) return m.requests_event_finalized_detail();
  return event.kind === 'sent' && !event.future && !event.at ? m.requests_event_sent_detail() : undefined;
}
