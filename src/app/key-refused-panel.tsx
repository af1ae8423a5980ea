import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '#api/session-context.tsx';
import { KeyRefused } from '#ui/key-refused.tsx';
import { describeFailure } from '#widgets/failure.ts';
import { paths } from '#widgets/paths.ts';

/** The key is asked for in place; what waits goes on with the new one. */
export function KeyRefusedPanel() {
  const { session } = useHost();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [error, setError] = useState<string>();
  const replace = useMutation({
    mutationFn: (key: string) => session.replaceKey(key),
    onError: (failure) => {
      setError(describeFailure(failure).text);
    },
  });
  return (
    <KeyRefused
      error={error}
      onUse={async (key) => {
        setError(undefined);
        await replace.mutateAsync(key).catch(() => undefined);
      }}
      onOther={() => {
        session.signOut();
        void navigate(paths.connectThen(pathname + search));
      }}
    />
  );
}
