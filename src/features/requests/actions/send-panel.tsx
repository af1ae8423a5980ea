import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { requestChanges } from '#client/families/requests/request-changes.ts';
import { contentKeyOf } from '#client/queries/reading.ts';
import { useClient } from '#client/session/session-context.tsx';
import { knownRequests } from '#jobs/store/known-requests.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { Stack } from '#ui/layout/card.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import type { PanelProps } from './request-actions.tsx';
import type { Names } from '../standing.ts';
import { knownTally } from '../state.ts';
import { Refusal } from './refusal.tsx';

/** What the reader had before their eyes when they chose to send it. */
interface Shown {
  readonly name: string | undefined;
  readonly document: string | undefined;
  /** Names by the ids of the invites. */
  readonly invited: ReadonlyMap<string, string>;
}

/**
 * Sends a draft: its signers are notified, and it cannot be taken back. What is sent is what the reader has seen: it is
 * read again before, and what others changed meanwhile is shown first.
 */
export function SendPanel({ request, read, onDone }: PanelProps) {
  const client = useClient();
  const snack = useSnack();
  const id = request.id ?? '';
  const [seen, setSeen] = useState(() => shownOf(request, read.people));
  /** Undefined: the service does not send who signs. */
  const count = request.invites?.length ?? knownTally(request)?.total;
  const send = useMutation({
    ...requestChanges(client).send(id),
    onSuccess: async (sent) => {
      if (!sent) return;
      await knownRequests(client).remember({ ...sent, id, draft: false });
      snack({ text: count === undefined ? m.requests_sent_unreported() : m.requests_sent({ count }) });
      onDone();
    },
  });
  if (request.draft === false && !send.isPending)
    return (
      <WarningStrip action={{ label: m.common_close(), onSelect: onDone }}>
        {m.tabs_send_already()}
      </WarningStrip>
    );
  const shown = shownOf(request, read.people);
  if (printOf(shown) !== printOf(seen) && !send.isPending)
    return (
      <ConfirmInPlace
        destructive={false}
        title={m.tabs_send_changed()}
        text={
          <ul style={{ margin: 0, paddingLeft: 18, listStyle: 'disc' }}>
            {differences(seen, shown).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        }
        confirm={m.tabs_send_review()}
        onConfirm={() => setSeen(shown)}
        onKeep={onDone}
      />
    );
  return (
    <Stack>
      <ConfirmInPlace
        destructive={false}
        {...wordsFor(count)}
        confirm={m.requests_send()}
        working={send.isPending}
        onConfirm={() =>
          send.mutate({
            isSeen: (current) =>
              current.draft !== false && printOf(shownOf(current, read.people)) === printOf(seen),
            known: read.source === 'service' ? undefined : request,
          })
        }
        onKeep={onDone}
      />
      <Refusal error={send.error} />
    </Stack>
  );
}

function wordsFor(count: number | undefined): { readonly title: string; readonly text: string } {
  if (count === undefined)
    return { title: m.requests_send_title_unread(), text: m.requests_send_text_unread() };
  return count === 0
    ? { title: m.requests_send_title_none(), text: m.requests_send_text_none() }
    : { title: m.requests_send_title({ count }), text: m.requests_send_text() };
}

/** @param people who is known already: a service may send a signer as an id alone */
const shownOf = (request: SignatureRequest, people: Names): Shown => ({
  name: visibleName(request.name) ?? undefined,
  document: contentKeyOf(request),
  invited: new Map(
    (request.invites ?? []).flatMap(({ id, subject }) =>
      id
        ? [
            [
              id,
              visibleName(subject?.commonName ?? people[subject?.id ?? '']?.commonName) ??
                m.directory_unnamed(),
            ],
          ]
        : [],
    ),
  ),
});

/** Names of people may come later than their invites: by those alone nothing is different. */
const printOf = ({ name, document, invited }: Shown): string =>
  JSON.stringify([name, document, [...invited.keys()].sort()]);

function differences(before: Shown, now: Shown): string[] {
  const without = (one: Shown, other: Shown): string[] =>
    [...one.invited].flatMap(([id, name]) => (other.invited.has(id) ? [] : [name]));
  const added = without(now, before).join(', ');
  const gone = without(before, now).join(', ');
  return [
    ...(before.name === now.name
      ? []
      : [
          m.tabs_send_name({
            before: visibleName(before.name) ?? m.requests_unnamed(),
            now: visibleName(now.name) ?? m.requests_unnamed(),
          }),
        ]),
    ...(added ? [m.tabs_send_added({ names: added })] : []),
    ...(gone ? [m.tabs_send_gone({ names: gone })] : []),
    ...(before.document === now.document ? [] : [m.tabs_send_document()]),
  ];
}
