import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { offers } from '#api/capabilities.ts';
import { certificates } from '#api/families/certificates.ts';
import { invites } from '#api/families/invites.ts';
import { organizationLinks } from '#api/families/organizations.ts';
import { subjects } from '#api/families/subjects.ts';
import { isStub, useHydrated } from '#api/hydration.ts';
import { inviteStatus } from '#api/reading.ts';
import { useConnection } from '#api/session-context.tsx';
import { drafts } from '#api/store/drafts.ts';
import type { Certificate, SignatureRequest, SignatureRequestInvite, Subject } from '#contract/resources.ts';
import { BasisMark } from '#ui/basis-mark.tsx';
import { Button } from '#ui/button.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { ConfirmInPlace } from '#ui/confirm-in-place.tsx';
import { Facts } from '#ui/facts.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { ink, media, mono } from '#ui/ink.ts';
import { Instant } from '#ui/instant.tsx';
import { Link } from '#ui/link.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { useNow } from '#ui/use-now.ts';
import { CertificateState } from '#widgets/certificate-state.tsx';
import { describeFailure } from '#widgets/failure.ts';
import { InviteStatusChip } from '#widgets/invite-status.tsx';
import { usePageName } from '#widgets/page-name.ts';
import { paths } from '#widgets/paths.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { m } from '#words/words.ts';

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
});

const Rows = styled('ul')({
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 44,
    fontSize: 13,
    lineHeight: '18px',
  },
  '& > li + li': { borderTop: `1px solid ${ink.line}` },
  '& .name': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
});

const Code = styled('span')({ fontFamily: mono, fontSize: 12.5 });

/** The address, and the way to what is held there. */
const Wallet = styled('span')({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 12px',
  '& > a': { display: 'inline-flex', alignItems: 'center', minHeight: 24 },
});

const Note = styled('p')({ color: ink.text2, fontSize: 13, lineHeight: '18px' });

/** One person: identity, certificate, link with the organization, and what waits for their signature. */
export function SubjectPage() {
  const { id = '' } = useParams();
  const { client } = useConnection();
  const read = useQuery(subjects(client).one(id));
  const now = useNow(60_000);
  usePageName(read.data?.commonName ?? undefined);
  if (read.data === undefined)
    return (
      <PageFrame title={m.directory_title()}>
        {read.isError ? (
          <QueryFailure
            error={read.error}
            what={m.directory_subject()}
            onRetry={() => void read.refetch()}
            retrying={read.isFetching}
          />
        ) : (
          <LoadingRows count={6} />
        )}
      </PageFrame>
    );
  const subject = read.data;
  const name = subject.commonName ?? m.directory_unnamed();
  return (
    <PageFrame
      title={name}
      sub={<CertificateState certificate={subject.certificate} now={now} />}
      actions={<InviteButton subject={subject} />}
    >
      <Columns>
        <Stack>
          <Card title={m.directory_identity()} note={<BasisMark basis="SERVER" />}>
            <Facts facts={identityFacts(subject)} />
          </Card>
          <LinkCard subject={subject} name={name} />
        </Stack>
        <Stack>
          <CertificateCard subject={subject} />
          <RequestsCard subjectId={id} />
        </Stack>
      </Columns>
    </PageFrame>
  );
}

function identityFacts(subject: Subject) {
  const terms = subject.termsInvite;
  return [
    {
      label: m.directory_rfc(),
      value: subject.RFC ? <Code>{subject.RFC}</Code> : undefined,
    },
    {
      label: m.directory_curp(),
      value: subject.serialNumber ? <Code>{subject.serialNumber}</Code> : undefined,
    },
    { label: m.directory_email(), value: subject.emailAddress ?? undefined },
    { label: m.directory_country(), value: subject.country ?? undefined },
    {
      label: m.directory_evm(),
      value: subject.EVMAddress ? (
        <Wallet>
          <HashText value={subject.EVMAddress} size="chain" />
          <Link to={paths.wallet(subject.EVMAddress)}>{m.wallets_open()}</Link>
        </Wallet>
      ) : undefined,
    },
    {
      label: m.directory_since(),
      value: subject.createdAt ? <Instant at={subject.createdAt} form="minute" /> : undefined,
    },
    ...(terms
      ? [
          {
            label: m.directory_terms(),
            value:
              inviteStatus(terms) === 'PENDING' ? m.directory_terms_pending() : m.directory_terms_signed(),
          },
        ]
      : []),
  ];
}

/** Begins a request with this person as a signer, as a draft of the composer. */
function InviteButton({ subject }: { subject: Subject }) {
  const { client } = useConnection();
  const navigate = useNavigate();
  if (!subject.id) return null;
  const begin = async (): Promise<void> => {
    const id = crypto.randomUUID();
    await drafts(client.scope).write({
      id,
      scope: client.scope,
      kind: 'file',
      name: '',
      text: '',
      iou: undefined,
      file: undefined,
      signers: [{ id: subject.id ?? '', name: subject.commonName ?? '' }],
      nom151: false,
      keepAsDraft: false,
      updatedAt: new Date().toISOString(),
    });
    await navigate(paths.draft(id));
  };
  return (
    <Button variant="contained" onClick={() => void begin()}>
      {m.directory_invite()}
    </Button>
  );
}

function LinkCard({ subject, name }: { subject: Subject; name: string }) {
  const { client, capabilities, organization } = useConnection();
  const queries = useQueryClient();
  const snack = useSnack();
  const [asking, setAsking] = useState(false);
  const canTell = offers(capabilities, 'listOrganizationLinks');
  const family = organizationLinks(client);
  const links = useQuery({
    ...family.whole({
      subject: { eq: subject.id ?? '' },
      ...(organization ? { organization: { eq: organization.id } } : {}),
    }),
    enabled: canTell && !!subject.id,
  });
  const remove = useMutation({
    mutationFn: (id: string) => family.remove({ id }),
    onSuccess: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: family.key });
      snack({ text: m.directory_link_removed() });
    },
  });
  const link = links.data?.items[0];
  return (
    <Card title={m.directory_link()} note={canTell ? <BasisMark basis="SERVER" /> : undefined}>
      {!canTell ? (
        <Note>{m.directory_link_unknown()}</Note>
      ) : links.isError && !links.data ? (
        <QueryFailure error={links.error} what={m.directory_link()} onRetry={() => void links.refetch()} />
      ) : !links.data ? (
        <LoadingRows count={1} />
      ) : !link?.id ? (
        <Note>{m.directory_link_none()}</Note>
      ) : asking ? (
        <ConfirmInPlace
          title={m.directory_link_remove_title({ name })}
          text={remove.isError ? describeFailure(remove.error).text : m.directory_link_remove_text()}
          confirm={m.directory_link_remove()}
          keep={m.directory_link_keep()}
          working={remove.isPending}
          onKeep={() => setAsking(false)}
          onConfirm={() => remove.mutate(link.id ?? '')}
        />
      ) : (
        <Stack>
          <Facts
            facts={[
              {
                label: m.directory_link_since(),
                value: link.createdAt ? <Instant at={link.createdAt} form="minute" /> : undefined,
              },
            ]}
          />
          <div>
            <Button variant="destructive" onClick={() => setAsking(true)}>
              {m.directory_link_remove()}
            </Button>
          </div>
        </Stack>
      )}
    </Card>
  );
}

function CertificateCard({ subject }: { subject: Subject }) {
  const { client, capabilities } = useConnection();
  const nested = subject.certificate;
  // A stub names the certificate only by its id: the rest is asked for where the service has it.
  const bare = !!nested?.id && !nested.notAfter;
  const whole = useQuery({
    ...certificates(client).one(nested?.id ?? ''),
    enabled: bare && offers(capabilities, 'listCertificates'),
  });
  const known = whole.data ?? nested;
  const issuers = useHydrated(client, 'listIssuers', isStub(known?.issuer) ? [known.issuer.id] : []);
  const certificate = known && { ...known, issuer: issuers[known.issuer?.id ?? ''] ?? known.issuer };
  return (
    <Card title={m.directory_certificate()} note={certificate ? <BasisMark basis="SERVER" /> : undefined}>
      {isStub(known) ? (
        <Note>{m.directory_certificate_unsent_text()}</Note>
      ) : certificate ? (
        <Stack>
          <Facts facts={certificateFacts(certificate)} />
          <Note>{m.directory_service_word()}</Note>
        </Stack>
      ) : (
        <Note>{m.directory_certificate_none()}</Note>
      )}
    </Card>
  );
}

function certificateFacts(certificate: Certificate) {
  const { issuer } = certificate;
  const date = (at: string | null | undefined) => (at ? <Instant at={at} form="minute" /> : undefined);
  return [
    { label: m.directory_serial(), value: <Code>{serialOf(certificate.serialNumber) ?? '—'}</Code> },
    { label: m.directory_issuer(), value: issuer?.commonName ?? issuer?.organization ?? undefined },
    { label: m.directory_from(), value: date(certificate.notBefore) },
    { label: m.directory_until(), value: date(certificate.notAfter) },
    {
      label: m.directory_revoked_word(),
      value:
        certificate.revoked == null ? undefined : certificate.revoked ? m.directory_yes() : m.directory_no(),
    },
    { label: m.directory_key(), value: keyWords(certificate) },
    {
      label: m.directory_fingerprint(),
      value: certificate.hash ? <HashText value={certificate.hash} /> : undefined,
    },
  ];
}

/** Serials of the tax authority are 20 ASCII digits written as hexadecimal: shown as people know them. */
function serialOf(serial: string | null | undefined): string | undefined {
  if (!serial) return undefined;
  const digits = /^(?:3[0-9]){20}$/.test(serial) ? serial.replace(/3([0-9])/g, '$1') : serial;
  return digits;
}

function keyWords({ publicKey }: Certificate): string | undefined {
  // Exponent and modulus are sometimes swapped: the longer of the two is the modulus.
  const longest = [publicKey?.modulus, publicKey?.exponent]
    .map((text) => (text ?? '').replace(/^(0x)?0*/i, ''))
    .sort((a, b) => b.length - a.length)[0];
  if (!longest) return undefined;
  const bits = (longest.length - 1) * 4 + Number.parseInt(longest[0] ?? '0', 16).toString(2).length;
  return m.directory_key_rsa({ bits });
}

function RequestsCard({ subjectId }: { subjectId: string }) {
  const { client, capabilities } = useConnection();
  const canList = offers(capabilities, 'listInvites');
  const read = useQuery({ ...invites(client).whole({ subject: { eq: subjectId } }, 200), enabled: canList });
  const requests = useHydrated(
    client,
    'listSignatureRequests',
    offers(capabilities, 'listSignatureRequests')
      ? (read.data?.items ?? []).flatMap(({ signatureRequest }) =>
          isStub(signatureRequest) ? [signatureRequest.id] : [],
        )
      : [],
  );
  return (
    <Card title={m.directory_requests()} note={read.data ? String(read.data.items.length) : undefined}>
      {!canList ? (
        <Note>{m.directory_requests_absent()}</Note>
      ) : read.data ? (
        read.data.items.length === 0 ? (
          <Note>{m.directory_requests_none()}</Note>
        ) : (
          <Rows>
            {read.data.items.map((invite) => (
              <InviteRow
                key={invite.id}
                invite={invite}
                request={requests[invite.signatureRequest?.id ?? ''] ?? invite.signatureRequest}
              />
            ))}
          </Rows>
        )
      ) : read.isError ? (
        <QueryFailure
          error={read.error}
          what={m.directory_requests_failed()}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <LoadingRows count={4} />
      )}
    </Card>
  );
}

function InviteRow({
  invite,
  request,
}: {
  invite: SignatureRequestInvite;
  request: SignatureRequest | null | undefined;
}) {
  const name = request?.name ?? m.requests_unnamed();
  return (
    <li>
      <span className="name">{request?.id ? <Link to={paths.request(request.id)}>{name}</Link> : name}</span>
      {invite.createdAt && <Instant at={invite.createdAt} form="list" />}
      <InviteStatusChip status={inviteStatus(invite)} draft={request?.draft ?? undefined} />
    </li>
  );
}
