import SendIcon from '@mui/icons-material/SendOutlined';
import { lazy, Suspense } from 'react';
import type { ResumeOptions } from '#jobs/send/use-sends.tsx';
import { mayHaveHappened } from '#jobs/send/send-job.ts';
import type { SendFailure, SendJob, SendStep } from '#jobs/send/send-record.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { isDiskFull } from '#jobs/store/storage-space.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Row, Stack } from '#ui/layout/card.tsx';
import { Stepper, type Step } from '#ui/layout/stepper.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { keptFailureWords } from '#widgets/failure/stored-failure.ts';
import { useQuota } from '#widgets/sending/use-quota.ts';
import { m } from '#i18n/messages.ts';
import { isInvitable, type Signer } from '../signers-section.tsx';
import { uploadDetail } from './upload-detail.ts';
import type { Composer } from '../use-composer.ts';
import css from './send-panel.module.css';

const CreateDecision = lazy(async () => ({
  default: (await import('#widgets/sending/create-decision.tsx')).CreateDecision,
}));

const order: readonly SendStep[] = ['upload', 'create', 'invite', 'send'];

function stateOf(step: SendStep, operation: SendJob | undefined): Step['state'] {
  if (!operation) return undefined;
  if (operation.status === 'done') return 'done';
  const at = order.indexOf(operation.step);
  const index = order.indexOf(step);
  if (index < at) return 'done';
  return index > at ? undefined : operation.status === 'failed' ? 'failed' : 'running';
}

/** What will happen, what it costs, and the one button that does it; then how far it is. */
export function SendPanel({
  composer,
  signers,
  operation,
  running,
  elsewhere,
  blocked,
  unsent,
  onSend,
  onResume,
  onDiscard,
}: {
  composer: Composer;
  signers: readonly Signer[];
  /** The journal's entry, once sending was begun. */
  operation: SendJob | undefined;
  /** This tab is running it now. */
  running: boolean;
  /** Another tab has the draft, or is sending it: nothing is begun from here. */
  elsewhere: boolean;
  /** Something above is marked as wrong. */
  blocked: boolean;
  /** Why the last try to send did not even begin. */
  unsent: unknown;
  onSend: () => void;
  onResume: (options?: ResumeOptions) => void;
  /** What was begun is given up: the form stays. */
  onDiscard: () => void;
}) {
  const format = useFormat();
  const { organization } = useConnection();
  const { quota, unknown } = useQuota(organization);
  const left = quota?.nom151 ?? undefined;
  const { draft, document } = composer;
  const invitable = signers.filter(isInvitable);
  const leftOut = signers.filter((signer) => !isInvitable(signer));
  const who = visibleName(organization?.name) ?? organization?.id ?? '';
  const steps: Step[] = [
    {
      id: 'upload',
      title: m.compose_step_upload(),
      detail: document && uploadDetail(format.bytes(document.file.size), operation),
      state: stateOf('upload', operation),
    },
    {
      id: 'create',
      title: m.compose_step_create(),
      detail: draft.nom151
        ? m.compose_step_create_detail_nom151({ organization: who })
        : m.compose_step_create_detail({ organization: who }),
      state: stateOf('create', operation),
    },
    {
      id: 'invite',
      title:
        invitable.length > 0
          ? m.compose_step_invite({ count: invitable.length })
          : m.compose_step_invite_none(),
      detail: format.list(invitable.map(({ name }) => name)),
      state: stateOf('invite', operation),
    },
    ...(draft.keepAsDraft
      ? []
      : [
          {
            id: 'send',
            title: m.compose_step_send(),
            detail: m.compose_step_send_detail(),
            state: stateOf('send', operation),
          },
        ]),
  ];
  const failure = operation?.status === 'failed' ? operation.failure : undefined;
  const interrupted = operation?.status === 'running' && !running && !elsewhere;
  return (
    <Card title={m.compose_on_send()}>
      <Stack>
        <Stepper label={m.compose_on_send()} steps={steps} />
        {leftOut.length > 0 && (
          <WarningStrip>
            {m.compose_left_out({
              count: leftOut.length,
              names: format.list(leftOut.map(({ name }) => name)),
            })}
          </WarningStrip>
        )}
        {draft.nom151 && (
          <dl className={css.costs}>
            <dt>{m.compose_cost_nom151()}</dt>
            <dd>1</dd>
            <dt className={css.after}>{m.compose_cost_left()}</dt>
            <dd className={css.after}>
              {left === undefined ? unknown : format.number(Math.max(0, left - 1))}
            </dd>
          </dl>
        )}
        {elsewhere && operation?.status === 'running' && (
          <p className={css.quiet} role="status">
            {m.kept_elsewhere_sending()}
          </p>
        )}
        {unsent !== undefined && !running && <Unsent error={unsent} />}
        {operation && failure && !running && !elsewhere && (
          <SendFailureBox
            operation={operation}
            failure={failure}
            signers={signers}
            onResume={onResume}
            onDiscard={onDiscard}
          />
        )}
        {interrupted && (
          <Button variant="contained" large onClick={() => onResume()}>
            {m.compose_resume()}
          </Button>
        )}
        {!failure && !interrupted && !elsewhere && (
          <Button
            variant="contained"
            large
            icon={<SendIcon />}
            loading={running}
            onClick={onSend}
            aria-describedby="compose-saved"
          >
            {running
              ? m.compose_sending()
              : draft.keepAsDraft
                ? m.compose_save_draft()
                : invitable.length === 0
                  ? m.compose_send_nobody()
                  : m.compose_send({ count: invitable.length })}
          </Button>
        )}
        {blocked && (
          <p className={css.quiet} role="alert">
            {m.compose_check_again()}
          </p>
        )}
        <p className={css.quiet} id="compose-saved">
          {m.compose_resumable()} <SavedLine composer={composer} />
        </p>
      </Stack>
    </Card>
  );
}

/** What is not kept is said above the form, with what to do. */
function SavedLine({ composer: { saving, keeping, draft } }: { composer: Composer }) {
  const format = useFormat();
  if (draft.kind === 'file' && keeping === 'keeping') return m.kept_file_keeping();
  if (saving?.state === 'pending') return m.kept_saving();
  if (saving?.state !== 'kept') return null;
  if (draft.kind === 'file' && !['none', 'kept'].includes(keeping)) return null;
  return m.compose_saved_at({ time: format.time(saving.at) });
}

/** What was to be sent could not be written down first, so nothing was asked of the service. */
function Unsent({ error }: { error: unknown }) {
  return (
    <div className={css.failure} role="alert">
      <h3>{m.kept_unsent()}</h3>
      <p>{isDiskFull(error) ? m.kept_unsent_full() : m.kept_unsent_failed()}</p>
    </div>
  );
}

function SendFailureBox({
  operation,
  failure,
  signers,
  onResume,
  onDiscard,
}: {
  operation: SendJob;
  failure: SendFailure;
  signers: readonly Signer[];
  onResume: (options?: ResumeOptions) => void;
  onDiscard: () => void;
}) {
  const signer = [...signers, ...operation.plan.signers].find(({ id }) => id === failure.subjectId);
  const name = visibleName(signer?.name) ?? '';
  const refused = isRefusal(failure) ? signer : undefined;
  return (
    <div className={css.failure} role="alert">
      <h3>{failedTitle(operation, name)}</h3>
      <p>
        {failedWords(failure, name)} {resumeWords(operation)}
      </p>
      {failure.kind === 'ambiguous' ? (
        <Suspense fallback={null}>
          <CreateDecision
            failure={failure}
            onThere={(requestId) => onResume({ tookPlace: { requestId } })}
            onAgain={() => onResume({ createAgain: true })}
            onDiscard={onDiscard}
          />
        </Suspense>
      ) : (
        <Row>
          <Button variant="contained" onClick={() => onResume()}>
            {m.compose_resume()}
          </Button>
          {refused && (
            <Button onClick={() => onResume({ without: [refused.id] })}>
              {m.compose_resume_without({ name })}
            </Button>
          )}
        </Row>
      )}
    </div>
  );
}

/** The service answered, and its answer is no: repeating the same changes nothing by itself. */
function isRefusal({ step, kind }: SendFailure): boolean {
  return step === 'invite' && ['forbidden', 'not-found', 'rule', 'conflict'].includes(kind);
}

/** Whom a send could not invite because the service said no. */
export function refusedSigner(operation: SendJob | undefined): string | undefined {
  const failure = operation?.status === 'failed' ? operation.failure : undefined;
  return failure && isRefusal(failure) ? failure.subjectId : undefined;
}

/** Of what may have happened all the same it is not said that it did not. */
function failedTitle(operation: SendJob, name: string): string {
  const isOpen = mayHaveHappened(operation);
  switch (operation.step) {
    case 'upload':
      return m.compose_failed_upload();
    case 'create':
      return isOpen ? m.compose_unknown_create() : m.compose_failed_create();
    case 'invite':
      return isOpen ? m.compose_unknown_invite({ name }) : m.compose_failed_invite({ name });
    case 'send':
      return isOpen ? m.compose_unknown_send() : m.compose_failed_send();
  }
}

/** What going on does: nothing repeats what was answered; what is in doubt is looked up, and may be made again. */
export function resumeWords(operation: Pick<SendJob, 'step' | 'progress' | 'failure'>): string | undefined {
  // Whether it is made again is for a person to decide.
  if (operation.failure?.kind === 'ambiguous') return undefined;
  if (!mayHaveHappened(operation)) return m.compose_failed_safe();
  return operation.step === 'send' ? undefined : m.compose_failed_look_first();
}

/** @param name of the signer that the failure is about */
export function failedWords({ step, kind, messages, request }: SendFailure, name: string): string {
  if (kind === 'ambiguous')
    return step === 'invite' ? m.shell_send_ambiguous_invite({ name }) : m.compose_failed_ambiguous();
  if (kind === 'file-missing') return m.compose_failed_file();
  if (kind === 'disk') return m.shell_send_disk();
  return keptFailureWords({ kind, messages, request });
}
