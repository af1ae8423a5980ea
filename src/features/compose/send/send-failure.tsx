import { lazy, Suspense } from 'react';
import type { SendDecision } from '#jobs/send/send-jobs.ts';
import { isPlanOpen, mayHaveHappened } from '#jobs/send/send-job.ts';
import type { SendFailure, SendJob } from '#jobs/send/send-record.ts';
import { isDiskFull } from '#jobs/store/storage-space.ts';
import { Button } from '#ui/actions/button.tsx';
import { Row } from '#ui/layout/card.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { storedFailureWords } from '#widgets/failure/stored-failure.ts';
import { m } from '#i18n/messages.ts';
import type { Signer } from '../signers-section.tsx';
import css from './send-failure.module.css';

const CreateDecision = lazy(async () => ({
  default: (await import('#widgets/sending/create-decision.tsx')).CreateDecision,
}));

/** What was to be sent could not be written down first, so no request was sent. */
export function Unsent({ error }: { error: unknown }) {
  return (
    <div className={css.failure} role="alert">
      <h3>{m.draft_unsent()}</h3>
      <p>{isDiskFull(error) ? m.draft_unsent_full() : m.draft_unsent_failed()}</p>
    </div>
  );
}

export function SendFailureBox({
  operation,
  failure,
  signers,
  onResume,
  onDiscard,
}: {
  operation: SendJob;
  failure: SendFailure;
  signers: readonly Signer[];
  onResume: (options?: SendDecision) => void;
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
  if (isPlanOpen(operation)) return m.compose_failed_open();
  if (!mayHaveHappened(operation)) return m.compose_failed_safe();
  return operation.step === 'send' ? undefined : m.compose_failed_look_first();
}

/** @param name of the signer that the failure is about */
export function failedWords({ step, kind, messages, request }: SendFailure, name: string): string {
  if (kind === 'ambiguous')
    return step === 'invite' ? m.shell_send_ambiguous_invite({ name }) : m.compose_failed_ambiguous();
  if (kind === 'file-missing') return m.compose_failed_file();
  if (kind === 'disk') return m.shell_send_disk();
  return storedFailureWords({ kind, messages, request });
}
