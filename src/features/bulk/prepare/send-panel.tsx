import { zodResolver } from '@hookform/resolvers/zod';
import SendIcon from '@mui/icons-material/SendOutlined';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/inputs/checkbox.tsx';
import { ChoiceCards } from '#ui/inputs/choice-cards.ts';
import { Radio } from '#ui/inputs/radio.tsx';
import { Stepper, type Step } from '#ui/layout/stepper.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { m } from '#i18n/messages.ts';
import type { DryRun } from '../dry-run/dry-run.ts';
import type { Blocked } from './prepare-steps.ts';
import type { Saving } from './use-work.ts';
import type { BulkWork } from './work-record.ts';
import css from './send-panel.module.css';

const acceptable = ['refused', 'unchecked', 'warning'] as const;

/** Every kind of row that the user has to say something about is accepted. */
const written = (run: DryRun) =>
  z
    .object({ title: z.string(), accepted: z.record(z.enum(acceptable), z.boolean()) })
    .check(({ value: { accepted }, issues }) => {
      for (const kind of acceptable)
        if (toAccept(run, kind) > 0 && !accepted[kind])
          issues.push({
            code: 'custom',
            input: accepted,
            path: ['accepted', kind],
            message: m.bulk_blocked_accept(),
          });
    });

/** What will happen, what it costs, what has to be accepted first, and the one button that does it. */
export function SendPanel({
  work,
  run,
  quota,
  quotaUnknown,
  saving,
  steps,
  blocked,
  failed,
  onChange,
  onStart,
}: {
  work: BulkWork;
  run: DryRun;
  /** NOM-151 certificates that are left; undefined: not known. */
  quota: number | undefined;
  /** What to show in place of a quota that is not known. */
  quotaUnknown: string;
  saving: Saving;
  steps: readonly Step[];
  blocked: Blocked | undefined;
  /** It could not be begun: nothing was. */
  failed: string | undefined;
  onChange: (part: Partial<BulkWork>) => void;
  onStart: () => Promise<void>;
}) {
  const { counts } = run;
  const isAccepted = (kind: keyof BulkWork['accepted']): boolean =>
    work.accepted[kind] === toAccept(run, kind);
  // What is written is part of the work, which is stored: the form shows it and adds the rules.
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(written(run)),
    values: {
      title: work.title,
      accepted: {
        refused: isAccepted('refused'),
        unchecked: isAccepted('unchecked'),
        warning: isAccepted('warning'),
      },
    },
  });
  // Where nothing can be sent, there is nothing to leave out of it.
  const canSend = run.requests.length > 0 || blocked === 'waiting';
  const open = !canSend ? [] : acceptable.filter((kind) => toAccept(run, kind) > 0);
  const accept = (kind: keyof BulkWork['accepted'], on: boolean): void => {
    const { [kind]: _before, ...others } = work.accepted;
    onChange({ accepted: on ? { ...others, [kind]: toAccept(run, kind) } : others });
  };
  return (
    <Card title={m.bulk_send_title()}>
      <Stack>
        <Stepper label={m.bulk_title()} steps={steps} />
        <TextInput
          label={m.bulk_name()}
          help={m.bulk_name_help()}
          autoComplete="off"
          {...register('title', { onChange: () => onChange({ title: getValues('title') }) })}
        />
        <Costs run={run} quota={quota} quotaUnknown={quotaUnknown} />
        {run.short !== undefined && run.short > 0 && (
          <WarningStrip>{m.bulk_short({ count: run.short })}</WarningStrip>
        )}
        {(counts.held > 0 || work.partial === 'without') && (
          <PartialChoice partial={work.partial} onChange={(partial) => onChange({ partial })} />
        )}
        {open.map((kind) => (
          <Checkbox
            key={kind}
            label={acceptWords(kind, toAccept(run, kind))}
            aria-describedby="bulk-send-why"
            aria-invalid={formState.errors.accepted?.[kind] !== undefined || undefined}
            {...register(`accepted.${kind}`, {
              onChange: () => accept(kind, getValues(`accepted.${kind}`)),
            })}
          />
        ))}
        {failed && <WarningStrip>{failed}</WarningStrip>}
        <Button
          variant="contained"
          large
          icon={<SendIcon />}
          loading={formState.isSubmitting}
          disabled={blocked !== undefined}
          aria-describedby="bulk-send-why"
          onClick={() => void handleSubmit(onStart)()}
        >
          {startLabel(work.keepAsDraft, run.requests.length)}
        </Button>
        <p className={css.quiet} id="bulk-send-why">
          {blocked
            ? blockedWords(blocked)
            : open.every(isAccepted)
              ? m.bulk_resumable()
              : m.bulk_blocked_accept()}{' '}
          <SavedLine saving={saving} />
        </p>
      </Stack>
    </Card>
  );
}

function startLabel(asDraft: boolean, count: number): string {
  if (asDraft) return m.bulk_start_drafts({ count });
  return count === 0 ? m.bulk_start_none() : m.bulk_start({ count });
}

function Costs({
  run,
  quota,
  quotaUnknown,
}: {
  run: DryRun;
  quota: number | undefined;
  quotaUnknown: string;
}) {
  const format = useFormat();
  return (
    <dl className={css.costs}>
      <dt>{m.bulk_cost_requests()}</dt>
      <dd>{format.number(run.requests.length)}</dd>
      <dt>{m.bulk_cost_invites()}</dt>
      <dd>{format.number(run.invites)}</dd>
      <dt>{m.bulk_cost_nom151()}</dt>
      <dd>{format.number(run.nom151)}</dd>
      {run.nom151 > 0 && (
        <>
          <dt className={css.after}>{m.bulk_cost_left()}</dt>
          <dd className={css.after}>
            {quota === undefined ? quotaUnknown : format.number(Math.max(0, quota - run.nom151))}
          </dd>
        </>
      )}
    </dl>
  );
}

/** What to do with a row of which not everybody can be invited. */
function PartialChoice({
  partial,
  onChange,
}: {
  partial: BulkWork['partial'];
  onChange: (partial: BulkWork['partial']) => void;
}) {
  return (
    <ChoiceCards>
      <label>
        <Radio name="bulk-partial" checked={partial === 'hold'} onChange={() => onChange('hold')} />
        <span className="name">{m.bulk_partial_hold()}</span>
        <span className="text">{m.bulk_partial_hold_text()}</span>
      </label>
      <label>
        <Radio name="bulk-partial" checked={partial === 'without'} onChange={() => onChange('without')} />
        <span className="name">{m.bulk_partial_without()}</span>
        <span className="text">{m.bulk_partial_without_text()}</span>
      </label>
    </ChoiceCards>
  );
}

/** How many rows of a kind the user has to accept; rows that are held back count as refused. */
function toAccept({ counts }: DryRun, kind: keyof BulkWork['accepted']): number {
  return kind === 'refused' ? counts.refused + counts.held : counts[kind];
}

function acceptWords(kind: keyof BulkWork['accepted'], count: number): string {
  switch (kind) {
    case 'refused':
      return m.bulk_accept_refused({ count });
    case 'unchecked':
      return m.bulk_accept_unchecked({ count });
    case 'warning':
      return m.bulk_accept_warning({ count });
  }
}

function blockedWords(blocked: Blocked): string {
  switch (blocked) {
    case 'organization':
      return m.bulk_blocked_organization();
    case 'documents':
      return m.bulk_blocked_documents();
    case 'table':
      return m.bulk_blocked_table();
    case 'signers':
      return m.bulk_blocked_signers();
    case 'waiting':
      return m.bulk_blocked_waiting();
    case 'beyond':
      return m.bulk_blocked_beyond();
    case 'nothing':
      return m.bulk_blocked_nothing();
  }
}

function SavedLine({ saving }: { saving: Saving }) {
  const format = useFormat();
  if (!saving) return null;
  if ('failed' in saving)
    return <strong>{saving.failed === 'full' ? m.bulk_saved_full() : m.bulk_saved_failed()}</strong>;
  return m.compose_saved_at({ time: format.time(saving.at) });
}
