import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useConnection } from '#api/session-context.tsx';
import type { Draft } from '#api/store/draft-shape.ts';
import { drafts } from '#api/store/drafts.ts';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#words/words.ts';
import { ComposeForm } from './compose-form.tsx';
import { newDraft } from './use-composer.ts';

/** `/requests/new`: a new request, or the draft that the address names. */
export function ComposePage() {
  const { client } = useConnection();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const named = search.get('draft');
  const fresh = useMemo(() => ({ draft: newDraft(client.scope), file: undefined }), [client.scope]);
  const kept = useQuery({
    // Not among the drafts that are read again when one changes: sending removes the draft, and the form that
    // is open must stay until it has gone on to the request.
    queryKey: [client.scope, 'open-draft', named],
    queryFn: async (): Promise<{ draft: Draft; file: File | undefined } | null> => {
      const store = drafts(client.scope);
      const draft = await store.read(named ?? '');
      return draft && draft !== 'newer' ? { draft, file: await store.readFile(draft.id) } : null;
    },
    enabled: named !== null,
    staleTime: Infinity,
    gcTime: 0,
  });

  useEffect(() => {
    // The draft is named in the address from the start, so that a reload finds it. One that is not in this
    // browser (it was sent, discarded, or is of another one) begins anew, under a name of its own.
    const missing = kept.data === null && named !== fresh.draft.id;
    if (named === null || missing) void navigate(paths.draft(fresh.draft.id), { replace: true });
  }, [named, kept.data, fresh.draft.id, navigate]);

  // Where this browser keeps nothing (a private window), composing still works.
  const start = named === null || named === fresh.draft.id || kept.isError ? fresh : kept.data;
  if (!start)
    return (
      <PageFrame title={m.compose_title()}>
        <LoadingRows count={6} />
      </PageFrame>
    );
  return <ComposeForm key={start.draft.id} start={start} />;
}
