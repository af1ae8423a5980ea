import { lazy, Suspense, useState } from 'react';
import { useIsFetching, useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { ApiError } from '#client/http/errors.ts';
import { OtherOrganizationError } from '#client/session/session.ts';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import { storedData } from '#jobs/store/stored-data.ts';
import { KeyForm } from './key-form.tsx';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import css from './key-panel.module.css';

const LeaveDialog = lazy(async () => ({
  default: (await import('../dialogs/leave-dialog.tsx')).LeaveDialog,
}));

/** The key is requested in place; what waits goes on with the new one. A dialog has its words as the title, and a frame. */
export function KeyPanel({ isInDialog = false }: { isInDialog?: boolean }) {
  const { session } = useHost();
  const { client } = useConnection();
  const { pathname, search } = useLocation();
  const [error, setError] = useState<string>();
  const [leaving, setLeaving] = useState(false);
  const { data: counts } = useQuery(storedData(client.scope).counts());
  const replace = useMutation({
    mutationFn: (key: string) => session.replaceKey(key),
    onError: (failure) => {
      if (failure instanceof OtherOrganizationError)
        setError(m.shell_key_of_another({ name: failure.organization ?? m.common_another_organization() }));
      else {
        const refused = failure instanceof ApiError && failure.kind === 'key-refused';
        setError(refused ? m.shell_key_still_refused() : describeFailure(failure).text);
      }
    },
    gcTime: 0,
  });
  // Above a dialog something else waits than the page, which is there below it.
  const isPageMissing =
    useIsFetching({
      type: 'active',
      predicate: ({ queryKey, state }) => queryKey[0] === client.scope && state.data === undefined,
    }) > 0 && !isInDialog;
  const waiting = [
    counts?.drafts ? m.shell_waiting_drafts({ count: counts.drafts }) : '',
    counts?.unfinished ? m.stored_unfinished({ count: counts.unfinished }) : '',
  ].filter(Boolean);
  return (
    <section className={isInDialog ? undefined : css.root} aria-label={m.common_key_refused()}>
      <KeyForm
        isTitled={isInDialog}
        waiting={
          waiting.length > 0
            ? m.shell_waiting({ list: waiting.join(', ') })
            : isPageMissing
              ? m.shell_waiting_reads()
              : m.shell_waiting_here()
        }
        error={error}
        onUse={async (key) => {
          setError(undefined);
          // The refusal is said at the field by onError.
          await replace.mutateAsync(key).catch(() => undefined);
        }}
        onOther={() => setLeaving(true)}
      />
      {leaving && (
        <Suspense fallback={null}>
          <LeaveDialog to={paths.connectThen(pathname + search)} onStay={() => setLeaving(false)} />
        </Suspense>
      )}
    </section>
  );
}
