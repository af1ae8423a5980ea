import SendIcon from '@mui/icons-material/SendOutlined';
import { useConnection } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { Stepper } from '#ui/layout/stepper.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useNarrow } from '#ui/hooks/use-media-query.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { useQuota } from '#widgets/sending/use-quota.ts';
import { m } from '#i18n/messages.ts';
import { isInvitable, type Signer } from '../signers-section.tsx';
import type { Composer } from '../use-composer.ts';
import { CertificateWarnings } from './certificate-warnings.tsx';
import { SendFailureBox, Unsent } from './send-failure.tsx';
import { useSendSteps } from './use-send-steps.ts';
import type { Sending } from './use-sending.ts';
import css from './send-panel.module.css';

/** What will happen, what it costs, and the one button that does it; then how far it is. */
export function SendPanel({
  composer,
  signers,
  sending,
  isHeldElsewhere,
  blocked,
}: {
  composer: Composer;
  signers: readonly Signer[];
  sending: Sending;
  /** Another tab has the draft. */
  isHeldElsewhere: boolean;
  /** Something above is marked as wrong. */
  blocked: boolean;
}) {
  const format = useFormat();
  const narrow = useNarrow();
  const { operation, unsent, resume, discard } = sending;
  const running = sending.running || sending.queued;
  // Another tab has the draft, or is sending it: nothing is begun from here.
  const elsewhere = isHeldElsewhere || sending.sentElsewhere;
  const { draft } = composer;
  const invitable = signers.filter(isInvitable);
  const leftOut = signers.filter((signer) => !isInvitable(signer));
  const steps = useSendSteps(composer, invitable, operation);
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
        <CertificateWarnings signers={invitable} />
        {draft.nom151 && <Nom151Cost />}
        {elsewhere && operation?.status === 'running' && (
          <p className={css.quiet} role="status">
            {m.draft_elsewhere_sending()}
          </p>
        )}
        {unsent !== undefined && !running && <Unsent error={unsent} />}
        {operation && failure && !running && !elsewhere && (
          <SendFailureBox
            operation={operation}
            failure={failure}
            signers={signers}
            onResume={resume}
            onDiscard={discard}
          />
        )}
        {interrupted && (
          <Button variant="contained" large onClick={() => resume()}>
            {m.compose_resume()}
          </Button>
        )}
        {sending.isFixed && !running && !elsewhere && (
          <p className={css.quiet}>
            {operation?.progress.requestId === undefined
              ? m.compose_fixed_requested()
              : m.compose_fixed_created()}
          </p>
        )}
        {!narrow && <SendButton {...{ composer, signers, sending, isHeldElsewhere }} />}
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

/** Sends, unless a former attempt is to be decided about first or another tab has the draft. */
export function SendButton({
  composer: { draft },
  signers,
  sending,
  isHeldElsewhere,
}: {
  composer: Composer;
  signers: readonly Signer[];
  sending: Sending;
  isHeldElsewhere: boolean;
}) {
  const { operation, send } = sending;
  const running = sending.running || sending.queued;
  if (isHeldElsewhere || sending.sentElsewhere) return null;
  if (!running && (operation?.status === 'failed' || operation?.status === 'running')) return null;
  return (
    <Button
      variant="contained"
      large
      icon={<SendIcon />}
      loading={running}
      onClick={send}
      aria-describedby="compose-saved"
    >
      {running ? m.compose_sending() : sendLabel(draft.keepAsDraft, signers.filter(isInvitable).length)}
    </Button>
  );
}

function sendLabel(isSavedAsDraft: boolean, invitable: number): string {
  if (isSavedAsDraft) return m.compose_save_draft();
  return invitable === 0 ? m.compose_send_nobody() : m.compose_send({ count: invitable });
}

function Nom151Cost() {
  const format = useFormat();
  const { quota, unknown } = useQuota(useConnection().organization);
  const left = quota?.nom151 ?? undefined;
  return (
    <dl className={css.costs}>
      <dt>{m.compose_cost_nom151()}</dt>
      <dd>1</dd>
      <dt className={css.after}>{m.compose_cost_left()}</dt>
      <dd className={css.after}>{left === undefined ? unknown : format.number(Math.max(0, left - 1))}</dd>
    </dl>
  );
}

/** What is not stored is said above the form, with what to do. */
function SavedLine({ composer: { saving, keeping, draft } }: { composer: Composer }) {
  const format = useFormat();
  if (draft.kind === 'file' && keeping === 'keeping') return m.draft_file_saving();
  if (saving?.state === 'pending') return m.draft_saving();
  if (saving?.state !== 'saved') return null;
  if (draft.kind === 'file' && !['none', 'stored'].includes(keeping)) return null;
  return m.compose_saved_at({ time: format.time(saving.at) });
}
