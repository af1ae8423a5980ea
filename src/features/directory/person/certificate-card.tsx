import { useMemo, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isAbsent, offers } from '#client/session/capabilities.ts';
import { certificates } from '#client/families/people/certificates.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Certificate, Issuer, Subject } from '#contract/resources/resources.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Link } from '#ui/actions/link.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { m } from '#i18n/messages.ts';
import { formatSerialNumber } from '#widgets/people/serial-number.ts';
import { DecodedCertificate } from './decoded-certificate.tsx';
import { issuerFacts } from '../issuers/issuer-facts.tsx';
import { keyWords } from '../public-key-label.ts';
import { LoadingRecord, LoadingRecordCard } from '../records/loading-record-card.tsx';
import { Code, Note } from '../parts.tsx';

/** The certificate: what the service says of it, and what stands in its bytes, each as what it is. */
export function CertificateCard({ subject }: { subject: Subject }) {
  const { client, capabilities } = useConnection();
  const nested = subject.certificate;
  // A stub names the certificate only by its id: the rest is requested where the service has it.
  const bare = !!nested?.id && !nested.notAfter;
  const isRead = bare && offers(capabilities, 'listCertificates');
  const whole = useQuery({ ...certificates(client).one(nested?.id ?? ''), enabled: isRead });
  const known = whole.data ?? nested;
  const issuers = useHydrated(client, 'listIssuers', isStub(known?.issuer) ? [known.issuer.id] : []);
  const issuer = issuers[known?.issuer?.id ?? ''] ?? known?.issuer;
  const certificate = useMemo(() => known && { ...known, issuer }, [known, issuer]);
  // While it is read, and where it could not be, the nested one may lack what the whole one has.
  const withWhole = (content: ReactNode): ReactNode =>
    isRead ? (
      <QueryView
        query={whole}
        what={m.directory_certificate_one()}
        loading={<LoadingRows kind="list" count={2} />}
        failed={(error) => (isAbsent(error) ? content : undefined)}
      >
        {() => content}
      </QueryView>
    ) : (
      content
    );
  return (
    <Card
      title={m.directory_certificate()}
      note={certificate ? <ExplainedBasis basis="SERVER" /> : undefined}
    >
      {isStub(known) ? (
        withWhole(<Note>{m.directory_certificate_unsent_text()}</Note>)
      ) : certificate ? (
        <Stack>
          <Facts facts={certificateFacts(certificate)} />
          {issuer && !isStub(issuer) && <IssuerFacts issuer={issuer} />}
          <Note>{m.directory_service_word()}</Note>
          {withWhole(<DecodedCertificate certificate={certificate} subject={subject} />)}
        </Stack>
      ) : (
        <Note>{m.directory_certificate_none()}</Note>
      )}
    </Card>
  );
}

/** The place of the card while the certificate is read. */
export function LoadingCertificate() {
  return <LoadingRecordCard title={m.directory_certificate()} {...recordPlaces()} />;
}

/** The place of its content alone. */
export function CertificateComing() {
  return <LoadingRecord {...recordPlaces()} />;
}

const recordPlaces = () => ({
  labels: certificateFacts({}).map(({ label }) => label),
  heights: { wide: 168, narrow: 219 },
  fold: m.directory_issuer_more(),
  note: m.directory_service_word(),
});

/** Who issued a certificate, with a way to their page. */
function IssuerName({ issuer }: { issuer: Issuer }) {
  const { capabilities } = useConnection();
  const name = visibleName(issuer.commonName) ?? issuer.organization;
  if (!name) return '—';
  if (!issuer.id || !offers(capabilities, 'readIssuer')) return name;
  return <Link to={paths.issuer(issuer.id)}>{name}</Link>;
}

function certificateFacts(certificate: Certificate) {
  const { issuer } = certificate;
  const date = (at: string | null | undefined) => (at ? <Instant at={at} form="minute" /> : undefined);
  return [
    {
      label: m.directory_serial(),
      value: <Code>{formatSerialNumber(certificate.serialNumber) ?? '—'}</Code>,
    },
    {
      label: m.directory_issuer(),
      value: issuer && <IssuerName issuer={issuer} />,
    },
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

/** Who issued it, as the service describes them. */
function IssuerFacts({ issuer }: { issuer: Issuer }) {
  const { language } = usePreferences();
  return (
    <Disclosure summary={m.directory_issuer_more()}>
      <Facts facts={issuerFacts(issuer, language)} />
    </Disclosure>
  );
}
