import { useId, useState, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#client/http/errors.ts';
import { setInitialOwner } from '#client/families/tokens/initial-owner.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { SignatureRequest, Subject, Witness } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PersonLine } from '#ui/data/person-line.tsx';
import { Radio } from '#ui/inputs/radio.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { CertificateState, canSign, certificateStanding } from '../people/certificate-state.tsx';
import { describeFailure } from '../failure/describe-failure.ts';
import { FailureText, SaidText } from '../failure/failure-text.tsx';
import { SubjectPicker } from '../people/subject-picker.tsx';
import { codesOf } from '#widgets/people/company-rfc.ts';
import { m } from '#i18n/messages.ts';
import { useCandidates, type Candidate } from './use-candidates.ts';
import css from './owner-dialog.module.css';

export interface OwnerDialogProps {
  witness: Witness;
  /** Whose document it is, where the page has it. */
  request?: SignatureRequest | undefined;
  onClose: () => void;
}

/** Names who may claim the token of a document: its signers first, anybody else with a warning. It is done once. */
export function OwnerDialog({ witness, request, onClose }: OwnerDialogProps) {
  const { client, organization } = useConnection();
  const now = useServiceNow(60_000);
  const snack = useSnack();
  const name = useId();
  const [chosen, setChosen] = useState<Subject>();
  const [found, setFound] = useState<Subject>();
  const candidates = useCandidates(witness, request);
  const setOwner = useMutation(setInitialOwner(client, witness.id ?? ''));
  const signers = candidates.signers ?? [];
  const isSigner = (subject: Subject): boolean => signers.some((one) => one.subject.id === subject.id);
  const { complete } = candidates;
  const choose = (subject: Subject): void => {
    setChosen(subject);
    setOwner.reset();
  };
  const submit = (): void => {
    if (!chosen?.id || setOwner.isPending) return;
    setOwner.mutate(chosen.id, {
      onSuccess: ({ initialOwner }) => {
        snack({
          text: m.wallets_owning_done({ name: visibleName(initialOwner?.commonName) ?? nameOf(chosen) }),
        });
        onClose();
      },
    });
  };
  const optionOf = (subject: Subject) => ({
    group: name,
    subject,
    now,
    checked: chosen?.id === subject.id,
    onChoose: () => choose(subject),
  });
  const warning = chosen && warningOf(chosen, { isSigner: isSigner(chosen), signers, complete, now });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={m.wallets_owning_choose()}
      actions={
        <>
          <Button variant="contained" disabled={!chosen} loading={setOwner.isPending} onClick={submit}>
            {chosen ? m.wallets_owning_set_name({ name: nameOf(chosen) }) : m.wallets_owning_set()}
          </Button>
          <Button onClick={onClose}>{m.common_cancel()}</Button>
        </>
      }
    >
      <p className={css.text}>{m.wallets_owning_what_follows()}</p>
      <SignersState candidates={candidates} />
      <fieldset className={css.choices} disabled={setOwner.isPending} aria-describedby={`${name}-refused`}>
        <VisuallyHidden as="legend">{m.wallets_owning_who()}</VisuallyHidden>
        {signers.length > 0 && (
          <>
            <h3>{m.wallets_owning_signers()}</h3>
            <div className={css.options}>
              {signers.map(({ subject, answer }) => (
                <Option key={subject.id} answer={<Answer answer={answer} />} {...optionOf(subject)} />
              ))}
            </div>
          </>
        )}
        <h3>{m.wallets_owning_else()}</h3>
        <p>{m.wallets_owning_else_text()}</p>
        {found && !isSigner(found) && (
          <div className={css.options}>
            <Option
              answer={complete ? m.wallets_owning_not_signer() : m.wallets_owning_signer_unknown()}
              warns
              {...optionOf(found)}
            />
          </div>
        )}
        <SubjectPicker
          picked={[...signers.map(({ subject }) => subject), ...(found ? [found] : [])].flatMap(
            ({ id }) => id ?? [],
          )}
          onPick={(subject) => {
            setFound(subject);
            choose(subject);
          }}
        />
      </fieldset>
      {warning && <WarningStrip>{warning}</WarningStrip>}
      <Refusal id={`${name}-refused`} error={setOwner.error} organization={visibleName(organization?.name)} />
    </Dialog>
  );
}

/** What is missing of the signers of the document. */
function SignersState({ candidates }: { candidates: ReturnType<typeof useCandidates> }) {
  const { signers, error, complete, retry } = candidates;
  if (signers === undefined) return <LoadingRows count={2} kind="queue" />;
  if (error)
    return (
      <WarningStrip action={{ label: m.common_retry(), onSelect: retry }}>
        {m.wallets_owning_signers_failed()} <FailureText error={error} />
      </WarningStrip>
    );
  if (signers.length > 0 || !complete) return null;
  return <p className={css.text}>{m.wallets_owning_no_signers()}</p>;
}

/** Stands in the page before there is a refusal, because the fields name it as their description. */
function Refusal({
  id,
  error,
  organization,
}: {
  id: string;
  error: unknown;
  organization: string | undefined;
}) {
  return (
    <p className={css.refused} id={id} role="alert" style={{ display: error ? undefined : 'none' }}>
      {error ? <SaidText {...refusalWords(error, organization)} /> : ''}
    </p>
  );
}

function Option({
  group,
  subject,
  answer,
  warns,
  checked,
  now,
  onChoose,
}: {
  group: string;
  subject: Subject;
  answer: ReactNode;
  warns?: boolean;
  checked: boolean;
  now: Date;
  onChoose: () => void;
}) {
  const wallet = subject.EVMAddress;
  return (
    <label>
      <Radio
        name={group}
        checked={checked}
        disabled={!wallet && subject.certificate !== undefined}
        aria-label={nameOf(subject)}
        onChange={onChoose}
      />
      <PersonLine
        name={nameOf(subject)}
        codes={[codesOf(subject).join('\u2003')].filter(Boolean)}
        facts={
          <div className="facts">
            <span className={css.answer} data-warn={warns || undefined}>
              {answer}
            </span>
            <CertificateState certificate={subject.certificate} now={now} />
            {wallet ? (
              <HashText label={m.wallets_wallet()} value={wallet} size="chain" copy={false} unfolds={false} />
            ) : (
              <span>{m.wallets_owning_no_wallet()}</span>
            )}
          </div>
        }
      />
    </label>
  );
}

function Answer({ answer }: { answer: Candidate['answer'] }) {
  switch (answer) {
    case 'signed':
      return m.wallets_owning_signed();
    case 'rejected':
      return m.wallets_owning_rejected();
    case 'pending':
      return m.wallets_owning_pending();
    case 'unknown':
      return m.wallets_owning_answer_unknown();
  }
}

const nameOf = ({ commonName, id }: Subject): string =>
  visibleName(commonName) ?? id ?? m.directory_unnamed();

/** Why a choice is out of the ordinary; undefined: it is not. */
function warningOf(
  subject: Subject,
  {
    isSigner,
    signers,
    complete,
    now,
  }: { isSigner: boolean; signers: readonly Candidate[]; complete: boolean; now: Date },
): string | undefined {
  const name = nameOf(subject);
  const inForce = canSign(certificateStanding(subject.certificate, now));
  if (!isSigner)
    return [
      !complete
        ? m.wallets_owning_warn_unknown({ name })
        : signers.length > 0
          ? m.wallets_owning_warn_outsider({ name })
          : m.wallets_owning_warn_unrelated({ name }),
      ...(inForce ? [] : [m.wallets_owning_warn_outsider_certificate()]),
    ].join(' ');
  const answer = signers.find((one) => one.subject.id === subject.id)?.answer;
  if (answer === 'rejected') return m.wallets_owning_warn_rejected({ name });
  if (answer === 'pending') return m.wallets_owning_warn_pending({ name });
  return inForce ? undefined : m.wallets_owning_warn_certificate({ name });
}

/** What the service said, beside the field; nothing that was chosen is lost. */
function refusalWords(
  error: unknown,
  organization: string | undefined,
): { text: string; said: string | undefined } {
  const { text, said } = describeFailure(error);
  if (!(error instanceof ApiError)) return { text, said };
  const message = error.about('initialOwner') ?? error.messages[0]?.message;
  const explanation = refusalExplanation(error.kind, organization);
  if (explanation === undefined) return { text, said };
  return {
    text: message ? `${explanation} ${m.errors_service_says({ message })}` : explanation,
    said: message,
  };
}

/** What a refusal of this kind means here; undefined: it means nothing particular. */
function refusalExplanation(kind: ApiError['kind'], organization: string | undefined): string | undefined {
  switch (kind) {
    case 'forbidden':
      return m.wallets_owning_refused_member({ organization: organization ?? '—' });
    case 'conflict':
      return m.wallets_owning_refused_set();
    case 'absent':
    case 'not-found':
      return m.wallets_owning_refused_absent();
    default:
      return undefined;
  }
}
