import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useConnection, useHost } from '#api/session-context.tsx';
import { storedData } from '#api/store/stored-data.ts';
import { noteSignOut, signOutOthers } from '#api/tabs/tabs.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { describeFailure } from '#widgets/failure.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#words/words.ts';

/** Milliseconds in which other tabs hear of it and put away what was typed. */
const othersLeave = 150;

/** Disconnecting forgets the key; what this browser keeps stays or goes, as the reader says. */
export function LeaveDialog({ onStay }: { onStay: () => void }) {
  const { session } = useHost();
  const { client, organization } = useConnection();
  const navigate = useNavigate();
  const stored = storedData(client.scope);
  const { data } = useQuery(stored.counts());
  const leave = (erased: boolean) => {
    signOutOthers(client.scope, erased);
    noteSignOut(client.scope, erased);
    session.signOut();
    void navigate(paths.connect);
  };
  const erase = useMutation({
    mutationFn: async () => {
      // The other tabs go first, so that what they were about to keep is there to be erased.
      signOutOthers(client.scope, true);
      await new Promise((resolve) => setTimeout(resolve, othersLeave));
      await stored.erase();
    },
    onSuccess: () => leave(true),
  });
  const empty = data !== undefined && data.drafts + data.sends + data.requests === 0;
  return (
    <Dialog
      open
      onClose={onStay}
      title={m.shell_leave_title({ name: organization?.name ?? m.shell_leave_service() })}
      actions={
        <>
          {!empty && (
            <Button
              variant="destructive"
              loading={erase.isPending}
              onClick={() => {
                erase.mutate();
              }}
            >
              {m.shell_leave_erase()}
            </Button>
          )}
          <Button variant="contained" onClick={() => leave(false)}>
            {empty ? m.shell_disconnect() : m.shell_leave_keep()}
          </Button>
          <Button variant="text" onClick={onStay}>
            {m.common_cancel()}
          </Button>
        </>
      }
    >
      <p>
        {m.shell_leave_key()}{' '}
        {data && !empty
          ? m.shell_leave_stored({
              drafts: m.shell_waiting_drafts({ count: data.drafts }),
              sends: m.shell_waiting_sends({ count: data.sends }),
              requests: m.shell_leave_requests({ count: data.requests }),
            })
          : null}
      </p>
      {erase.error ? <p role="alert">{describeFailure(erase.error).text}</p> : null}
    </Dialog>
  );
}
