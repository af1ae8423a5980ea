import { queryOptions, useQuery } from '@tanstack/react-query';
import LockIcon from '@mui/icons-material/LockOutlined';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useConnection } from '#client/session/session-context.tsx';
import { bulks } from '#jobs/bulk/bulks.ts';
import { bulkDrafts } from '#jobs/drafts/bulk-drafts.ts';
import { lockDraft, type DraftLock, type DraftLockState } from '#jobs/drafts/draft-lock.ts';
import { Button } from '#ui/actions/button.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { StateLayout } from '#ui/feedback/state-layout.tsx';
import { usePageName } from '#widgets/address/use-page-name.ts';
import { paths } from '#widgets/paths.ts';
import { useAddress } from '#widgets/address/use-address.ts';
import { m } from '#i18n/messages.ts';
import { PreparePage } from './prepare/prepare-page.tsx';
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
}

/** What a draft is by now: null where this browser has nothing of it. */
type Found = Opened | 'begun' | null;

async function openDraft(scope: string, id: string): Promise<Found> {
  const draft = await bulkDrafts(scope).read(id);
  if (draft) return { id, work: readWork(draft) };
  // The bulk has the id of the draft that it was.
  return (await bulks(scope).read(id)) ? 'begun' : null;
}

/** Finds what was being prepared: what the address names, or the newest; else begins anew. */
function Preparing({ named }: { named: string | null }) {
  const { client } = useConnection();
  const navigate = useNavigate();
  const write = useAddress();
  const fresh = useMemo((): Opened => ({ id: crypto.randomUUID(), work: newWork }), []);
  const draftQuery = useQuery(
    queryOptions({
      // Not among those that are read again when one changes: what is open has the newest of it.
      queryKey: [client.scope, 'open-bulk-draft', named],
      queryFn: async ({ client: queries }): Promise<Found> => {
        if (named !== null) return openDraft(client.scope, named);
        const [newest] = await queries.query({ ...bulkDrafts(client.scope).list(), staleTime: 0 });
        return newest ? { id: newest.id, work: readWork(newest) } : null;
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
      onAnother={() => void navigate(paths.bulkDraft(fresh.id))}
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
  const [state, setState] = useState<DraftLockState>('requesting');
  const [work, setWork] = useState(opened.work);
  const [turn, setTurn] = useState(0);
  const hold = useRef<DraftLock>(undefined);
  const keepRef = useRef<() => Promise<void>>(undefined);
  useEffect(() => {
    let first = true;
    const mine = lockDraft(opened.id, {
      isBusy: () => false,
      keep: async () => keepRef.current?.(),
      onState: (next) => {
        setState(next);
        if (next !== 'mine') return;
        if (first) {
          first = false;
          return;
        }
        // Another tab had it: what it stored is the newest.
        void bulkDrafts(client.scope)
          .read(opened.id)
          .then((draft) => {
            const newest = draft && readWork(draft);
            if (newest) setWork(newest);
            setTurn((before) => before + 1);
          });
      },
    });
    hold.current = mine;
    return () => mine.release();
  }, [opened.id, client.scope]);
  if (state === 'mine' && work)
    return (
      <PreparePage
        key={turn}
        id={opened.id}
        start={work}
        isInPlaceOfAnother={isInPlaceOfAnother}
        keepRef={keepRef}
      />
    );
  const another = <Button onClick={onAnother}>{m.bulk_another()}</Button>;
  return (
    <PageFrame title={m.bulk_title()}>
      {state === 'requesting' ? (
        <LoadingRows count={6} />
      ) : work ? (
        <StateLayout
          icon={<LockIcon />}
          title={m.bulk_elsewhere()}
          text={m.bulk_elsewhere_text()}
          actions={
            <>
              <Button variant="contained" onClick={() => void hold.current?.takeOver()}>
                {m.bulk_elsewhere_take()}
              </Button>
              {another}
            </>
          }
        />
      ) : (
        <StateLayout
          icon={<LockIcon />}
          title={m.bulk_newer()}
          text={m.bulk_newer_text()}
          actions={another}
        />
      )}
    </PageFrame>
  );
}
