import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { offers } from '#api/capabilities.ts';
import { certificates } from '#api/families/certificates.ts';
import { isStub, useHydrated } from '#api/hydration.ts';
import { useConnection } from '#api/session-context.tsx';
import type { Certificate, Issuer, Subject } from '#contract/resources.ts';
import { BasisMark } from '#ui/basis-mark.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { Instant } from '#ui/instant.tsx';
import { visibleName } from '#ui/visible-text.ts';
import { m } from '#words/words.ts';
import { DecodedCertificate } from './decoded-certificate.tsx';
import { Code, Folded, Note } from './parts.tsx';

/** The certificate: what the service says of it, and what stands in its bytes, each as what it is. */
export function CertificateCard({ subject }: { subject: Subject }) {
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
  const issuer = issuers[known?.issuer?.id ?? ''] ?? known?.issuer;
  const certificate = useMemo(() => known && { ...known, issuer }, [known, issuer]);
  return (
    <Card title={m.directory_certificate()} note={certificate ? <BasisMark basis="SERVER" /> : undefined}>
      {isStub(known) ? (
        <Note>{m.directory_certificate_unsent_text()}</Note>
      ) : certificate ? (
        <Stack>
          <Facts facts={certificateFacts(certificate)} />
          {issuer && !isStub(issuer) && <IssuerFacts issuer={issuer} />}
          <Note>{m.directory_service_word()}</Note>
          <DecodedCertificate certificate={certificate} subject={subject} />
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
    {
      label: m.directory_issuer(),
      value: visibleName(issuer?.commonName) ?? issuer?.organization ?? undefined,
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
  const place = [issuer.streetAddress, postalCode(issuer), issuer.localityName, issuer.stateOrProvinceName]
    .filter(Boolean)
    .join(', ');
  return (
    <Folded>
      <summary>{m.directory_issuer_more()}</summary>
      <Facts
        facts={[
          { label: m.organization_name(), value: visibleName(issuer.commonName) ?? undefined },
          { label: m.organization_title(), value: issuer.organization ?? undefined },
          { label: m.directory_issuer_unit(), value: issuer.organizationalUnitName ?? undefined },
          { label: m.directory_rfc(), value: issuer.RFC ? <Code>{issuer.RFC}</Code> : undefined },
          { label: m.directory_email(), value: issuer.emailAddress ?? undefined },
          { label: m.directory_issuer_place(), value: place || undefined },
          { label: m.directory_country(), value: issuer.country ?? undefined },
          {
            label: m.directory_fingerprint(),
            value: issuer.hash ? <HashText value={issuer.hash} /> : undefined,
          },
        ]}
      />
    </Folded>
  );
}

/** A number on the wire; in Mexico its five digits may begin with zeros. */
const postalCode = ({ postalCode: code, country }: Issuer): string | undefined =>
  code == null ? undefined : country === 'MX' ? String(code).padStart(5, '0') : String(code);

/** Serials of the tax authority are 20 ASCII digits written as hexadecimal: shown as people know them. */
function serialOf(serial: string | null | undefined): string | undefined {
  if (!serial) return undefined;
  return /^(?:3[0-9]){20}$/.test(serial) ? serial.replace(/3([0-9])/g, '$1') : serial;
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
