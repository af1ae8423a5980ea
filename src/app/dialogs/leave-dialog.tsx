import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { scopeOf, type Connection } from '#client/session/connection.ts';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { isNothing, storedData } from '#jobs/store/stored-data.ts';
import { noteSignOut } from '#jobs/tabs/note-sign-out.ts';
import { signOutOthers } from '#jobs/tabs/tabs.ts';
import { sleep } from '#client/http/sleep.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { paths } from '#widgets/paths.ts';
import { storedFacts } from '#widgets/stored-facts.ts';
import { m } from '#i18n/messages.ts';

/** Milliseconds in which other tabs hear of it and put away what was typed. */
const othersLeave = 150;

interface Leaving {
  readonly onStay: () => void;
  /** Where to go; the page of connections unless said. */
  readonly to?: string;
}

/** Disconnecting forgets the key; what this browser keeps stays or goes, as the reader says. */
export function LeaveDialog(props: Leaving) {
  const { connection } = useSession();
  return connection ? <LeaveConnection {...props} connection={connection} /> : null;
}

function LeaveConnection({ onStay, to = paths.connect, connection }: Leaving & { connection: Connection }) {
  const { session } = useHost();
  const { organization } = useSession();
  const navigate = useNavigate();
  const format = useFormat();
  const scope = scopeOf(connection, organization?.id);
  const stored = storedData(scope);
  const counts = useQuery(stored.counts());
  const leave = (erased: boolean) => {
    signOutOthers(scope, erased);
    noteSignOut(scope, erased);
    session.signOut();
    void navigate(to);
  };
  const erase = useMutation({
    mutationFn: async () => {
      // The other tabs go first, so that what they were about to keep is there to be erased.
      signOutOthers(scope, true);
      await sleep(othersLeave);
      await stored.erase();
    },
    onSuccess: () => leave(true),
  });
  const { data } = counts;
  const empty = data !== undefined && isNothing(data);
  return (
    <Dialog
      open
      onClose={onStay}
      title={m.shell_leave_title({ name: visibleName(organization?.name) ?? m.shell_leave_service() })}
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
        {m.shell_leave_key()} {data && (empty ? m.stored_leave_nothing() : m.stored_leave_what())}
      </p>
      {data && !empty ? <Facts facts={storedFacts(data, format)} /> : null}
      {data && data.unfinished > 0 ? (
        <WarningStrip>{m.stored_leave_running({ count: data.unfinished })}</WarningStrip>
      ) : null}
      {counts.isError ? <p role="alert">{m.stored_uncounted()}</p> : null}
      {erase.error ? <p role="alert">{describeFailure(erase.error).text}</p> : null}
    </Dialog>
  );
}
