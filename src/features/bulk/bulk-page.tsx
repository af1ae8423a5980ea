import { queryOptions, useQuery } from '@tanstack/react-query';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useConnection } from '#client/session/session-context.tsx';
import { bulks } from '#jobs/bulk/bulks.ts';
import { bulkDrafts } from '#jobs/drafts/bulk-drafts.ts';
import type { BulkDraft } from '#jobs/store/record-shapes.ts';
import { lockDraft, type DraftLock, type DraftLockState } from '#jobs/drafts/draft-lock.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { StateLayout } from '#ui/feedback/state-layout.tsx';
import { usePageName } from '#widgets/address/use-page-name.ts';
import { paths } from '#widgets/paths.ts';
import { useAddress } from '#widgets/address/use-address.ts';
import { m } from '#i18n/messages.ts';
import { PreparePage, type OpenForm } from './prepare/prepare-page.tsx';
import { RunPage } from './run/run-page.tsx';
import { newWork } from './prepare/work.ts';
import { readWork, type BulkWork } from './prepare/work-record.ts';

/** `/requests/bulk`: a bulk being prepared, or with `run` one that was begun. */
export function BulkPage() {
  const { client } = useConnection();
  const [search] = useSearchParams();
  usePageName(m.bulk_title());
  const run = search.get('run');
  if (run !== null) return <RunPage key={run} id={run} />;
  return <Preparing key={client.scope} named={search.get('draft')} />;
}

interface Opened {
  readonly id: string;
  /** Undefined: a newer build wrote it, and only that one reads it. */
  readonly work: BulkWork | undefined;
  /** Empty: it is not stored yet. */
  readonly updatedAt: string;
}

const beginNew = (): Opened => ({ id: crypto.randomUUID(), work: newWork, updatedAt: '' });

const openedOf = (draft: BulkDraft): Opened => ({
  id: draft.id,
  work: readWork(draft),
  updatedAt: draft.updatedAt,
});

/** What a draft is by now: null where this browser has nothing of it. */
type Found = Opened | 'begun' | null;

async function openDraft(scope: string, id: string): Promise<Found> {
  const draft = await bulkDrafts(scope).read(id);
  if (draft) return openedOf(draft);
  // The bulk has the id of the draft that it was.
  return (await bulks(scope).read(id)) ? 'begun' : null;
}

/** Finds what was being prepared: what the address names, or the newest; else begins anew. */
function Preparing({ named }: { named: string | null }) {
  const { client } = useConnection();
  const navigate = useNavigate();
  const write = useAddress();
  const [fresh, setFresh] = useState(beginNew);
  const draftQuery = useQuery(
    queryOptions({
      // Not among those that are read again when one changes: what is open has the newest of it.
      queryKey: [client.scope, 'open-bulk-draft', named],
      queryFn: async ({ client: queries }): Promise<Found> => {
        if (named !== null) return openDraft(client.scope, named);
        const [newest] = await queries.query({ ...bulkDrafts(client.scope).list(), staleTime: 0 });
        return newest ? openedOf(newest) : null;
      },
      enabled: named !== fresh.id,
      staleTime: Infinity,
      gcTime: 0,
    }),
  );
  // Where this browser keeps nothing (a private window), preparing still works.
  const found = named === fresh.id || draftQuery.isError ? fresh : draftQuery.data;
  const begun = found === 'begun' ? named : null;
  const opened = found === 'begun' ? undefined : found === null ? fresh : found;
  const id = opened?.id;
  const [isInPlaceOfAnother, setIsInPlaceOfAnother] = useState(false);
  const isGone = named !== null && named !== fresh.id && draftQuery.data === null;
  if (isGone && !isInPlaceOfAnother) setIsInPlaceOfAnother(true);
  useEffect(() => {
    // Named in the address from the start, so that another one is not taken for it after a reload.
    if (id !== undefined && id !== named) write(paths.bulkDraft(id));
    if (begun !== null) write(paths.bulkRun(begun));
  }, [id, named, begun, write]);
  if (opened?.id !== named)
    return (
      <PageFrame title={m.bulk_title()}>
        <LoadingRows count={6} />
      </PageFrame>
    );
  return (
    <Held
      key={opened.id}
      opened={opened}
      isInPlaceOfAnother={isInPlaceOfAnother && opened.id === fresh.id}
      onAnother={() => {
        // The one that this page began may be what another tab has.
        const next = beginNew();
        setFresh(next);
        setIsInPlaceOfAnother(false);
        void navigate(paths.bulkDraft(next.id));
      }}
    />
  );
}

/** One tab at a time prepares and begins a bulk. */
function Held({
  opened,
  isInPlaceOfAnother,
  onAnother,
}: {
  opened: Opened;
  /** The draft that the address named is not in this browser. */
  isInPlaceOfAnother: boolean;
  /** Begins a new one. */
  onAnother: () => void;
}) {
  const { client } = useConnection();
  const { id } = opened;
  // How often it changed hands since it was opened here: what is shown is read anew each time.
  const [{ state, turn }, setHeld] = useState({ state: 'requesting' as DraftLockState, turn: 0 });
  const [isBusy, setIsBusy] = useState(false);
  const hold = useRef<DraftLock>(undefined);
  const form = useRef<OpenForm>(undefined);
  useEffect(() => {
    const mine = lockDraft(id, {
      isBusy: () => form.current?.isBusy() ?? false,
      keep: async () => form.current?.keep(),
      onState: (next) => {
        setIsBusy(false);
        setHeld((before) => ({
          state: next,
          turn: before.state === 'requesting' ? before.turn : before.turn + 1,
        }));
      },
    });
    hold.current = mine;
    return () => mine.release();
  }, [id]);
  const newest = useQuery(
    queryOptions({
      queryKey: [client.scope, 'held-bulk-draft', id, turn],
      queryFn: () => openDraft(client.scope, id),
      enabled: state === 'mine' && turn > 0,
      staleTime: Infinity,
      gcTime: 0,
      // What it is by now is not known until it is read.
      retry: true,
    }),
  );
  const found = state === 'mine' && turn > 0 ? newest.data : opened;
  const another = <Button onClick={onAnother}>{m.bulk_another()}</Button>;
  if (state === 'requesting' || found === undefined)
    return (
      <PageFrame title={m.bulk_title()}>
        <LoadingRows count={6} />
      </PageFrame>
    );
  if (found === 'begun' || found === null) return <Over id={id} isBegun={found !== null} another={another} />;
  if (!found.work)
    return <Aside icon={<LockIcon />} title={m.bulk_newer()} text={m.bulk_newer_text()} actions={another} />;
  if (state === 'elsewhere')
    return (
      <Aside
        icon={<LockIcon />}
        title={m.bulk_elsewhere()}
        text={isBusy ? m.bulk_elsewhere_starting() : m.bulk_elsewhere_text()}
        actions={
          <>
            <Button
              variant="contained"
              onClick={() => void hold.current?.takeOver().then((end) => setIsBusy(end === 'busy'))}
            >
              {m.bulk_elsewhere_take()}
            </Button>
            {another}
          </>
        }
      />
    );
  return (
    <PreparePage
      key={turn}
      id={id}
      start={{ work: found.work, updatedAt: found.updatedAt }}
      isInPlaceOfAnother={isInPlaceOfAnother}
      formRef={form}
    />
  );
}

/** What another tab had is not prepared any more: it was begun, or it is gone. */
function Over({ id, isBegun, another }: { id: string; isBegun: boolean; another: ReactNode }) {
  return isBegun ? (
    <Aside
      icon={<SendIcon />}
      title={m.bulk_over_begun()}
      text={m.bulk_over_begun_text()}
      actions={
        <>
          <LinkButton variant="contained" to={paths.bulkRun(id)}>
            {m.bulk_over_open()}
          </LinkButton>
          {another}
        </>
      }
    />
  ) : (
    <Aside icon={<InfoIcon />} title={m.bulk_over()} text={m.bulk_over_text()} actions={another} />
  );
}

/** There is a bulk of this name, or was one, and it is not to be prepared here. */
function Aside(state: { icon: ReactNode; title: string; text: string; actions: ReactNode }) {
  return (
    <PageFrame title={m.bulk_title()}>
      <StateLayout role="status" {...state} />
    </PageFrame>
  );
}
