import { useMemo } from 'react';
import type { CertificateFacts } from '#proofs/pki/certificate/certificate.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import type { Certificate, Subject } from '#contract/resources/resources.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { CertificateDecoded } from '#widgets/report/certificates/certificate-view.tsx';
import { useRead } from '#widgets/report/certificates/use-decoded.ts';
import { m } from '#i18n/messages.ts';
import { differences, type Difference } from './certificate-differences.ts';
import { Note } from '../parts.tsx';
import css from './decoded-certificate.module.css';

interface Input {
  readonly pem: string;
  readonly issuer: string | undefined;
}
interface Read {
  readonly facts: CertificateFacts;
  readonly chain: readonly CertificateFacts[];
}

const loadReader = async () => {
  const { certificateFacts, readCertificateInput } = await import('#proofs/pki/certificate/certificate.ts');
  const { ProofError } = await import('#proofs/errors.ts');
  const read = (text: string): CertificateFacts => certificateFacts(readCertificateInput(text));
  return ({ pem, issuer }: Input): Read => {
    const facts = read(pem);
    if (issuer === undefined) return { facts, chain: [] };
    try {
      return { facts, chain: [read(issuer)] };
    } catch (error) {
      // The person's own can be read without that of who issued it.
      if (error instanceof ProofError) return { facts, chain: [] };
      throw error;
    }
  };
};

/** What stands in the certificate's own bytes, and where the service says otherwise. */
export function DecodedCertificate({ certificate, subject }: { certificate: Certificate; subject: Subject }) {
  const given = certificate.certificatePem?.trim() ?? '';
  const issuer = certificate.issuer?.certificatePem?.trim();
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(given);
  if (given === '') return <Note>{m.directory_decoded_unsent()}</Note>;
  // Addresses inside resources are shown and not fetched by themselves.
  if (isAddress) return <Note>{m.directory_decoded_address({ address: shown(given) })}</Note>;
  return (
    <Decoded
      pem={given}
      issuer={issuer && !issuer.includes('://') ? issuer : undefined}
      certificate={certificate}
      subject={subject}
    />
  );
}

function Decoded({
  pem,
  issuer,
  certificate,
  subject,
}: Input & { certificate: Certificate; subject: Subject }) {
  const input = useMemo(() => ({ pem, issuer }), [pem, issuer]);
  const read = useRead(loadReader, input);
  if (read.kind === 'reading') return <Note aria-busy="true">{m.verdicts_reading()}…</Note>;
  if (read.kind === 'unread')
    return <WarningStrip>{m.verdicts_cert_unread({ message: shown(read.message) })}</WarningStrip>;
  const { facts, chain } = read.value;
  const other = differences(certificate, subject, facts);
  return (
    <div className={css.root}>
      <h3>{m.directory_decoded()}</h3>
      {other.length > 0 && (
        <WarningStrip>
          {m.directory_decoded_differs({ fields: other.map(differenceWord).join(', ') })}
        </WarningStrip>
      )}
      <Disclosure open={other.length > 0} summary={m.directory_decoded_show()}>
        <CertificateDecoded facts={facts} chain={chain} />
      </Disclosure>
    </div>
  );
}

function differenceWord(difference: Difference): string {
  switch (difference) {
    case 'hash':
      return m.directory_fingerprint();
    case 'serial':
      return m.directory_serial();
    case 'from':
      return m.directory_from();
    case 'until':
      return m.directory_until();
    case 'rfc':
      return m.directory_rfc();
    case 'curp':
      return m.directory_curp();
  }
}
