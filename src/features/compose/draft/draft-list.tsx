import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { jobList, sendOf } from '#jobs/engine/job-list.ts';
import { useJobs } from '#jobs/engine/use-jobs.ts';
import { sendJobs } from '#jobs/send/send-jobs.ts';
import { drafts } from '#jobs/drafts/drafts.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { discardWords } from './discard-words.ts';
import { isBegun } from './is-begun.ts';
import css from './draft-list.module.css';

/** Other requests that were begun in this browser and not sent; those of a newer build only by their number. */
export function DraftList({ scope, current }: { scope: string; current: string }) {
  const format = useFormat();
  const now = useNow(60_000);
  const store = drafts(scope);
  const [confirmingId, setConfirmingId] = useState<string>();
  const discard = useMutation({
    mutationFn: useJobs(sendJobs).discard,
    onSettled: () => setConfirmingId(undefined),
  });
  const entries = useQuery(jobList(scope)).data;
  const { drafts: all, newer } = useQuery(store.listWithNewer()).data ?? { drafts: [], newer: 0 };
  const others = all.filter((draft) => draft.id !== current && isBegun(draft));
  if (others.length === 0 && newer === 0) return null;
  return (
    <section aria-labelledby="compose-drafts">
      <div className="head">
        <h2 id="compose-drafts">{m.compose_drafts()}</h2>
      </div>
      <ul className={css.rows}>
        {others.map((draft) => {
          const name = visibleName(draft.name) || m.requests_unnamed();
          const send = sendOf(draft.id, entries);
          const isBeingSent = send?.job.status === 'running' && !send.interrupted;
          return confirmingId === draft.id && !isBeingSent ? (
            <li key={draft.id}>
              <ConfirmInPlace
                title={m.draft_discard_title({ name })}
                text={discardWords(send?.job)}
                confirm={m.compose_discard_confirm()}
                keep={m.compose_discard_keep()}
                working={discard.isPending}
                onConfirm={() => discard.mutate(draft.id)}
                onKeep={() => setConfirmingId(undefined)}
              />
            </li>
          ) : (
            <li key={draft.id}>
              <span className={css.what}>
                {m.compose_draft_of({ name, time: format.inList(draft.updatedAt, now) })}
              </span>
              <LinkButton variant="text" to={paths.draft(draft.id)}>
                {m.compose_draft_open()}
              </LinkButton>
              {!isBeingSent && (
                <Button
                  variant="text"
                  aria-label={`${m.compose_draft_discard()}: ${name}`}
                  onClick={() => setConfirmingId(draft.id)}
                >
                  {m.compose_draft_discard()}
                </Button>
              )}
            </li>
          );
        })}
        {newer > 0 && (
          <li>
            <span className={css.what}>{m.draft_newer_count({ count: newer })}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
