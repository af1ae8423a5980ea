import { tally } from '#client/queries/reading.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ReminderList } from '#widgets/reminding/reminder-list.tsx';
import { m } from '#i18n/messages.ts';
import type { PanelProps } from './request-actions.tsx';
import { awaited } from '../standing.ts';

/** The reminders for who has not answered. */
export function RemindPanel({ request, read, onDone }: PanelProps) {
  return (
    <Card
      title={m.requests_remind_title()}
      note={
        <Button variant="text" onClick={onDone}>
          {m.common_close()}
        </Button>
      }
    >
      {/* eslint-disable-next-line jsx-a11y-x/no-static-element-interactions -- the group closes on Escape; its controls have the focus */}
      <div
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onDone();
        }}
      >
        <ReminderList
          request={request}
          people={read.people}
          nobody={hasEveryAnswer(request) ? m.requests_remind_nobody() : m.requests_stands_answers_unknown()}
        />
      </div>
    </Card>
  );
}

/** An invite whose answer was not sent, could not be read or is of an unknown status may still be to answer. */
function hasEveryAnswer(request: SignatureRequest): boolean {
  const { pending, unknown } = tally(request);
  return awaited(request) !== undefined && pending === 0 && unknown === 0;
}
