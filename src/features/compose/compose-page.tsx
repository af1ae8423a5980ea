import { queryOptions, useQuery } from '@tanstack/react-query';
import SentIcon from '@mui/icons-material/MarkEmailReadOutlined';
import UpdateIcon from '@mui/icons-material/UpdateOutlined';
import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sends } from '#jobs/send/sends.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { newDraft, type Draft } from '#jobs/drafts/draft-shape.ts';
import { drafts } from '#jobs/drafts/drafts.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { StateLayout } from '#ui/feedback/state-layout.tsx';
import { paths } from '#widgets/paths.ts';
import { useAddress } from '#widgets/address/use-address.ts';
import { m } from '#i18n/messages.ts';
import { ComposeForm } from './compose-form.tsx';
import { useDraftHold } from './draft/use-draft-lock.ts';

/** What an address names: a draft with its file, one that only a newer build reads, or what was sent of it. */
type Opened =
  | { readonly draft: Draft; readonly file: File | undefined }
  | { readonly newer: true }
  | { readonly sent: string }
  | null;

/** Milliseconds between two looks at a draft that another tab has. */
const follow = 3_000;

/** `/requests/new`: a new request, or the draft that the address names. */
export function ComposePage() {
  const { client } = useConnection();
  const [search] = useSearchParams();
  const write = useAddress();
  const named = search.get('draft');
  const [fresh, setFresh] = useState(() => begin(client.scope, named));
  // What was begun here and left for another draft is one of the stored ones from then on.
  if (fresh.scope !== client.scope || (fresh.at !== named && fresh.at === fresh.draft.id))
    setFresh(begin(client.scope, named));
  else if (fresh.at !== named)
    setFresh({ ...fresh, at: named, isInPlaceOfAnother: fresh.at !== null && named === fresh.draft.id });
  const id = named ?? fresh.draft.id;
  const hold = useDraftHold(id);
  const elsewhere = hold.state === 'elsewhere';
  // Until another tab had it, nothing is written of what was begun on this page but by the form itself.
  const begun = id === fresh.draft.id && hold.turn === 0;
  // Not among the drafts that are read again when one changes: sending removes the draft, and the form that
  // is open must stay until it has gone on to the request.
  const draftQuery = useQuery(
    queryOptions({
      queryKey: [client.scope, 'open-draft', id, hold.turn],
      queryFn: async ({ client: queries, queryKey }): Promise<Opened> => {
        const opened = await openDraft(client.scope, id);
        // The same until it changes: a file that was read twice is another one to whoever hashes it.
        const before = queries.getQueryData<Opened>(queryKey);
        const isSame =
          before && opened && 'draft' in before && 'draft' in opened
            ? before.draft.updatedAt === opened.draft.updatedAt && !before.file === !opened.file
            : false;
        return isSame && before ? before : opened;
      },
      enabled: !begun && hold.state !== 'requesting',
      staleTime: Infinity,
      gcTime: 0,
      structuralSharing: false,
      refetchInterval: elsewhere ? follow : false,
    }),
  );

  // One that is not in this browser (it was discarded, or is of another browser) begins anew, under a name of its own.
  const missing = !begun && draftQuery.data === null && !elsewhere;
  useEffect(() => {
    // The draft is named in the address from the start, so that a reload finds it.
    if (named === null || missing) write(paths.draft(fresh.draft.id));
  }, [named, missing, fresh.draft.id, write]);

  // Where this browser keeps nothing (a private window), composing still works.
  const opened = begun || draftQuery.isError ? fresh : draftQuery.data;
  if (opened && 'newer' in opened)
    return (
      <Aside
        icon={<UpdateIcon />}
        title={m.draft_newer_title()}
        text={m.draft_newer_text()}
        action={
          <Button
            variant="contained"
            onClick={() => {
              window.location.reload();
            }}
          >
            {m.draft_newer_reload()}
          </Button>
        }
      />
    );
  if (opened && 'sent' in opened)
    return (
      <Aside
        icon={<SentIcon />}
        title={m.draft_sent_title()}
        text={m.draft_sent_text()}
        action={
          <LinkButton variant="contained" to={paths.request(opened.sent)}>
            {m.draft_sent_open()}
          </LinkButton>
        }
      />
    );
  if (!opened)
    return (
      <PageFrame title={m.compose_title()}>
        <LoadingRows count={6} />
      </PageFrame>
    );
  const key = [opened.draft.id, hold.turn, elsewhere ? opened.draft.updatedAt : ''].join(' ');
  return (
    <ComposeForm
      key={key}
      start={opened}
      hold={hold}
      isNew={begun}
      isInPlaceOfAnother={begun && fresh.isInPlaceOfAnother}
    />
  );
}

/** A new draft for when the address names none, and what it named when it was made. */
function begin(scope: string, named: string | null) {
  return { draft: newDraft(scope), file: undefined, scope, at: named, isInPlaceOfAnother: false };
}

async function openDraft(scope: string, id: string): Promise<Opened> {
  const store = drafts(scope);
  const draft = await store.read(id);
  if (draft === 'newer') return { newer: true };
  if (draft) return { draft, file: draft.file ? await store.readFile(draft.fileId ?? draft.id) : undefined };
  const send = await sends(scope).read(id);
  return send?.status === 'done' && send.progress.requestId ? { sent: send.progress.requestId } : null;
}

/** There is a draft of this name, or was one, and it is not to be edited here. */
function Aside({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  action: ReactNode;
}) {
  return (
    <PageFrame title={m.compose_title()}>
      <Card flush>
        <StateLayout
          role="status"
          icon={icon}
          title={title}
          text={text}
          actions={
            <>
              {action}
              <LinkButton variant="outlined" to={paths.newRequest}>
                {m.draft_begin_another()}
              </LinkButton>
            </>
          }
        />
      </Card>
    </PageFrame>
  );
}
