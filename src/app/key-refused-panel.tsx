import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { styled } from '@mui/material/styles';
import { ApiError } from '#api/errors.ts';
import { sends } from '#api/operations/sends.ts';
import { useConnection, useHost } from '#api/session-context.tsx';
import { drafts } from '#api/store/drafts.ts';
import { ink } from '#ui/ink.ts';
import { KeyRefused } from '#ui/key-refused.tsx';
import { describeFailure } from '#widgets/failure.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#words/words.ts';

const Root = styled('section')({
  padding: '0 calc(var(--page-padding) - 18px)',
  borderBottom: `1px solid ${ink.indetLine}`,
  background: ink.surface,
});

/** The key is asked for in place; what waits goes on with the new one. */
export function KeyRefusedPanel() {
  const { session } = useHost();
  const { client } = useConnection();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [error, setError] = useState<string>();
  const kept = useQuery(drafts(client.scope).list());
  const journal = useQuery(sends(client.scope).list());
  const replace = useMutation({
    mutationFn: (key: string) => session.replaceKey(key),
    onError: (failure) => {
      const refused = failure instanceof ApiError && failure.kind === 'key-refused';
      setError(refused ? m.shell_key_still_refused() : describeFailure(failure).text);
    },
    gcTime: 0,
  });
  const waiting = [
    kept.data?.length ? m.shell_waiting_drafts({ count: kept.data.length }) : '',
    journal.data?.some(({ status }) => status === 'running')
      ? m.shell_waiting_sends({ count: journal.data.filter(({ status }) => status === 'running').length })
      : '',
  ].filter(Boolean);
  return (
    <Root aria-label={m.common_key_refused()}>
      <KeyRefused
        waiting={waiting.length > 0 ? m.shell_waiting({ list: waiting.join(', ') }) : m.shell_waiting_reads()}
        error={error}
        onUse={async (key) => {
          setError(undefined);
          // The refusal is said at the field by onError.
          await replace.mutateAsync(key).catch(() => undefined);
        }}
        onOther={() => {
          session.signOut();
          void navigate(paths.connectThen(pathname + search));
        }}
      />
    </Root>
  );
}
