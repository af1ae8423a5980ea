import { requestChanges } from '#api/families/request-changes.ts';
import { useClient } from '#api/session-context.tsx';
import { knownRequests } from '#api/store/known-requests.ts';
import { Stack } from '#ui/card.tsx';
import { ConfirmInPlace } from '#ui/confirm-in-place.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { m } from '#words/words.ts';
import type { PanelProps } from './action-panel.tsx';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';

/** Sends a draft: its signers are told, and it cannot be taken back. */
export function SendPanel({ request, onDone }: PanelProps) {
  const client = useClient();
  const snack = useSnack();
  const id = request.id ?? '';
  const count = request.invites?.length ?? 0;
  const send = useChange(
    () => requestChanges(client).send(id),
    async (sent) => {
      await knownRequests(client).remember({ ...sent, id, draft: false });
      snack({ text: m.requests_sent({ count }) });
      onDone();
    },
  );
  return (
    <Stack>
      <ConfirmInPlace
        destructive={false}
        title={count === 0 ? m.requests_send_title_none() : m.requests_send_title({ count })}
        text={count === 0 ? m.requests_send_text_none() : m.requests_send_text()}
        confirm={m.requests_send()}
        working={send.isPending}
        onConfirm={() => send.mutate()}
        onKeep={onDone}
      />
      <Refusal error={send.error} conflict={m.requests_send_conflict()} />
    </Stack>
  );
}
