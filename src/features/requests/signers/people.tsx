import { lazy, Suspense, type ComponentType } from 'react';
import { inviteStatus, strategies } from '#client/queries/reading.ts';
import type {
  Certificate,
  SignatureRequest,
  SignatureRequestInvite,
  Witness,
} from '#contract/resources/resources.ts';
import { HashText } from '#ui/data/hash-text.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { Instant } from '#ui/data/instant.tsx';
import { Link } from '#ui/actions/link.tsx';
import { PersonLine } from '#ui/data/person-line.tsx';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { CertificateState } from '#widgets/people/certificate-state.tsx';
import { InviteStatusChip } from '#widgets/people/invite-status.tsx';
import { paths } from '#widgets/paths.ts';
import { WitnessMarks } from '#widgets/witness/witness-marks.tsx';
import { codesOf } from '#widgets/people/company-rfc.ts';
import { m } from '#i18n/messages.ts';
import type { RequestRead } from '../use-request.ts';
import css from './people.module.css';

const Reminded = lazy(() =>
  import('#widgets/reminding/reminded.tsx').then(
    (part) => ({ default: part.Reminded }),
    (): { default: ComponentType<{ request: string; person: string; form: 'minute' | 'list' }> } => ({
      default: () => null,
    }),
  ),
);

/** Who signs: name, codes, what became of the invite and when, and how the certificate stands. */
export function People({
  read,
  request,
  evidence,
}: {
  read: RequestRead;
  request: SignatureRequest;
  /** Also the signature and its own witness. */
  evidence?: boolean | undefined;
}) {
  const invites = request.invites;
  if (!invites) return <p style={{ color: ink.text2 }}>{m.requests_signers_not_sent()}</p>;
  if (invites.length === 0) return <p style={{ color: ink.text2 }}>{m.requests_signers_none()}</p>;
  return (
    <ul className={css.rows} data-ruled={evidence || undefined}>
      {invites.map((invite, index) => (
        <li key={invite.id ?? index}>
          <Person {...{ invite, read, evidence }} request={request.id ?? ''} draft={request.draft ?? false} />
        </li>
      ))}
    </ul>
  );
}

function Person({
  invite,
  request,
  read,
  draft,
  evidence,
}: {
  invite: SignatureRequestInvite;
  /** Its id. */
  request: string;
  read: RequestRead;
  draft: boolean;
  evidence: boolean | undefined;
}) {
  const now = useServiceNow(60_000);
  const id = invite.subject?.id ?? undefined;
  const subject = (id === undefined ? undefined : read.people[id]) ?? invite.subject ?? undefined;
  const text =
    visibleName(subject?.commonName) ??
    (id ? m.requests_person_unread({ id: id.slice(0, 8) }) : m.requests_a_signer());
  const certificate: Certificate | null | undefined =
    (invite.certificate?.id ? read.certificates[invite.certificate.id] : undefined) ??
    (invite.certificate?.notAfter ? invite.certificate : undefined) ??
    (subject?.certificate?.id ? read.certificates[subject.certificate.id] : undefined) ??
    subject?.certificate;
  const status = inviteStatus(invite);
  return (
    <PersonLine
      isCompact={evidence}
      name={{ text, node: id ? <Link to={paths.subject(id)}>{text}</Link> : text }}
      codes={codesOf(subject ?? {})}
      facts={
        <>
          <div>
            <Answered invite={invite} draft={draft} form={evidence ? 'minute' : 'list'} />
          </div>
          {status === 'PENDING' && !draft && (
            <div>
              <Suspense fallback={null}>
                <Reminded
                  request={request}
                  person={id ?? invite.id ?? ''}
                  form={evidence ? 'minute' : 'list'}
                />
              </Suspense>
            </div>
          )}
          <CertificateState certificate={certificate} now={now} />
          {evidence && invite.signature && <Evidence invite={invite} witnesses={read.witnesses} />}
        </>
      }
      end={<InviteStatusChip status={status} draft={draft && status === 'PENDING'} />}
    />
  );
}

function Answered({
  invite,
  draft,
  form,
}: {
  invite: SignatureRequestInvite;
  draft: boolean;
  form: 'minute' | 'list';
}) {
  if (invite.rejectedAt)
    return (
      <>
        {m.requests_rejected_at()} <Instant at={invite.rejectedAt} form={form} />
      </>
    );
  if (invite.signedAt)
    return (
      <>
        {m.requests_signed_at()} <Instant at={invite.signedAt} form={form} />
      </>
    );
  if (draft) return <>{m.requests_not_reported_yet()}</>;
  if (!invite.createdAt) return <>{m.requests_not_sent()}</>;
  return (
    <>
      {m.requests_invited_at()} <Instant at={invite.createdAt} form={form} />
    </>
  );
}

/** The signature and the witness of its bytes: the service's word, recomputed on the page of the witness. */
function Evidence({
  invite,
  witnesses,
}: {
  invite: SignatureRequestInvite;
  witnesses: Readonly<Record<string, Witness>>;
}) {
  const witness =
    (invite.witness?.id ? witnesses[invite.witness.id] : undefined) ?? invite.witness ?? undefined;
  return (
    <div className={css.evidence}>
      <div>
        <HashText label={m.requests_signature()} value={invite.signature ?? ''} />
      </div>
      {witness?.id && (
        <div>
          <Link to={paths.witness(witness.id)}>{m.requests_signature_witness()}</Link>
          {/* Where no strategy is reported, three marks of absence would say no more than none. */}
          {hasStrategy(witness) && <WitnessMarks witness={witness} />}
        </div>
      )}
    </div>
  );
}

const hasStrategy = (witness: Witness): boolean =>
  Object.values(strategies(witness)).some((strategy) => strategy !== undefined);
