import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { jobList, sendOf } from '#jobs/engine/job-list.ts';
import { useJobs } from '#jobs/engine/use-jobs.ts';
import { isPlanOpen } from '#jobs/send/send-job.ts';
import type { SendJob } from '#jobs/send/send-record.ts';
import { sendJobs, type SendDecision } from '#jobs/send/send-jobs.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Draft } from '#jobs/drafts/draft-shape.ts';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { paths } from '#widgets/paths.ts';
import { useIsHere } from '#widgets/address/use-is-here.ts';
import { m } from '#i18n/messages.ts';
import type { Parties } from '../iou/iou.ts';
import type { RequestFields } from '../request-form.ts';
import { planOf } from './send-plan.ts';
import type { Composer } from '../use-composer.ts';

export interface Sending {
  /** The stored job that sends this draft; none before the first. */
  readonly operation: SendJob | undefined;
  /** This tab sends it now, or will as soon as the digests are there. */
  readonly running: boolean;
  /** Its digests are waited for. */
  readonly queued: boolean;
  /** Another tab sends it. */
  readonly sentElsewhere: boolean;
  /** Why it could not be begun: what was to be sent could not be written down. */
  readonly unsent: unknown;
  /** The service has the request, or may have it: what it is made of cannot be changed here any more. */
  readonly isFixed: boolean;
  readonly send: () => void;
  /**
   * Takes a stopped send up again: as the form is now, while that can be changed. Whoever is left out, or was taken off
   * the list since, is not invited.
   */
  readonly resume: (decision?: SendDecision) => void;
  /** Removes the job: what reached the service stays there, and the form can be sent anew. */
  readonly discard: () => void;
  /** Removes the draft, and with it the job that would send it. */
  readonly discardDraft: () => Promise<void>;
}

/** Sends what is composed, and goes to the request once it is sent, here or from the tray. */
export function useSending(
  composer: Composer,
  form: UseFormReturn<RequestFields>,
  {
    elsewhere,
    invitable,
    unlinked,
    parties,
  }: {
    /** Another tab holds the draft. */
    elsewhere: boolean;
    invitable: readonly { id: string; name: string }[];
    /** Who is chosen and has no link yet. */
    unlinked: readonly { id: string; name: string }[];
    parties: Parties;
  },
): Sending {
  const { draft, document, hashing } = composer;
  const { organization } = useConnection();
  const jobs = useJobs(sendJobs);
  const [running, setRunning] = useState(false);
  const [queued, setQueued] = useState(false);
  const [unsent, setUnsent] = useState<unknown>();
  const { operation, interrupted } = useSendOperation(draft.id, elsewhere);
  const isOpen = operation !== undefined && isPlanOpen(operation);
  const noteSent = useHoldWhenEdited(draft, isOpen && operation.status === 'failed', jobs.hold);
  const arrive = useArrival(operation, running || elsewhere);

  const run = async (go: () => Promise<SendJob | undefined>): Promise<void> => {
    setRunning(true);
    setUnsent(undefined);
    try {
      const end = await go();
      if (end) arrive(end);
    } catch (error) {
      // What was to be sent, or that it is being sent, could not be written down: then it is not begun.
      setUnsent(error);
    } finally {
      setRunning(false);
    }
  };

  const sendComposed = (): void => {
    // Only the digests are missing: it is sent as soon as they are there.
    if (hashing.state === 'running') return setQueued(true);
    if (!document || hashing.state !== 'done' || !organization) return;
    const people = { invitable, unlinked };
    const plan = planOf(composer, document, hashing.digests, organization.id, people, parties);
    noteSent();
    // Text and IOUs become a file only now.
    void run(() => jobs.start(draft.id, plan, document.file));
  };
  const send = (): void => {
    if (!elsewhere) void form.handleSubmit(sendComposed)();
  };

  const sendNow = useEffectEvent(() => {
    setQueued(false);
    send();
  });
  useEffect(() => {
    if (!queued || hashing.state === 'running') return undefined;
    const turn = setTimeout(sendNow, 0);
    return () => clearTimeout(turn);
  }, [queued, hashing.state]);

  return {
    operation,
    running,
    queued,
    sentElsewhere: operation?.status === 'running' && !running && interrupted === false,
    unsent,
    isFixed: operation !== undefined && operation.status !== 'done' && !isOpen,
    send,
    resume: (decision) => {
      if (!operation) return;
      if (isOpen) return send();
      const remaining = draft.signers.filter(({ id }) => !decision?.without?.includes(id));
      const without = operation.plan.signers.flatMap(({ id }) =>
        remaining.some((signer) => signer.id === id) ? [] : [id],
      );
      form.setValue('signers', remaining);
      void run(() => jobs.resume(operation, { ...decision, without, refused: decision?.without ?? [] }));
    },
    discard: () => void jobs.remove(draft.id),
    discardDraft: async () => {
      composer.forget();
      await jobs.discard(draft.id);
    },
  };
}

/**
 * Ends the automatic retries of a failed send as soon as its draft is changed.
 *
 * @returns to be called when the draft is sent as it is now
 */
function useHoldWhenEdited(
  { id, updatedAt }: Draft,
  isRetried: boolean,
  hold: (id: string) => Promise<void>,
): () => void {
  const [sentAs, setSentAs] = useState(updatedAt);
  const isEdited = isRetried && updatedAt !== sentAs;
  useEffect(() => {
    // Where that cannot be stored, it is said that nothing of the form is.
    if (isEdited) void hold(id).catch(() => undefined);
  }, [isEdited, hold, id]);
  return () => setSentAs(updatedAt);
}

/** The stored job that sends a draft, and whether the tab that ran it is gone. */
function useSendOperation(
  draftId: string,
  elsewhere: boolean,
): { operation: SendJob | undefined; interrupted: boolean | undefined } {
  const { client } = useConnection();
  const entries = useQuery({
    ...jobList(client.scope),
    // Another tab may be sending it: what it writes is seen by looking.
    refetchInterval: ({ state }) =>
      elsewhere || state.data?.some(({ job: { status } }) => status === 'running') ? 2000 : false,
  });
  const entry = sendOf(draftId, entries.data);
  return { operation: entry?.job, interrupted: entry?.interrupted };
}

/**
 * Goes to the request once it is sent, and the form is over.
 *
 * @param isPaused the caller calls the returned function itself, or another tab has the draft
 */
function useArrival(operation: SendJob | undefined, isPaused: boolean): (operation: SendJob) => void {
  const isHere = useIsHere();
  const navigate = useNavigate();
  const snack = useSnack();
  const hasArrived = useRef(false);
  const arrive = ({ status, progress, plan }: SendJob): void => {
    if (status !== 'done' || !progress.requestId || hasArrived.current) return;
    hasArrived.current = true;
    const count = plan.signers.length;
    snack({ text: plan.keepAsDraft ? m.compose_draft_saved() : m.compose_sent({ count }) });
    // A user who went elsewhere meanwhile sees the message and is not taken back.
    if (isHere()) void navigate(paths.request(progress.requestId));
  };
  const arriveAt = useEffectEvent(arrive);
  const isAwaited = useRef(false);
  // One that failed here goes on by itself once its time comes, or from the tray.
  useEffect(() => {
    if (!operation || isPaused) return;
    if (operation.status === 'failed') isAwaited.current = true;
    else if (isAwaited.current) arriveAt(operation);
  }, [operation, isPaused]);
  return arrive;
}
