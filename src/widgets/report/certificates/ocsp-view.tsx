import { shown } from '#proofs/encoding/visible-text.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { m } from '#i18n/messages.ts';
import { CertificateDecoded, Decoded, type CertificateBytes } from './certificate-view.tsx';
import type { OcspDecoded } from './read-ocsp.ts';
import { useRead } from './use-decoded.ts';
import { revocationReasonWords } from '../texts/reason-sentences.ts';

const loadReader = async () => (await import('./read-ocsp.ts')).readOcspDecoded;

/** An OCSP response decoded here from its bytes. What it says counts by the checks beside it, not by being read. */
export function OcspView({ response }: { response: CertificateBytes }) {
  const read = useRead(loadReader, response);
  if (read.kind === 'reading') return <Decoded aria-busy="true">{m.verdicts_reading()}…</Decoded>;
  if (read.kind === 'unread') {
    return (
      <Decoded>
        <p className="unread">{m.verdicts_ocsp_unread({ message: shown(read.message) })}</p>
      </Decoded>
    );
  }
  return <OcspAnswer decoded={read.value} />;
}

function OcspAnswer({ decoded }: { decoded: OcspDecoded }) {
  const fingerprint = {
    label: m.verdicts_ocsp_fingerprint(),
    value: <HashText value={decoded.fingerprint} />,
  };
  if (decoded.answer === undefined) {
    return (
      <Decoded>
        <p className="unread">{m.verdicts_ocsp_no_answer({ status: decoded.status })}</p>
        <Facts facts={[fingerprint]} />
      </Decoded>
    );
  }
  const { responder, producedAt, singles, certificates, algorithm } = decoded.answer;
  return (
    <Decoded>
      <p className="note">{m.verdicts_cert_decoded_note()}</p>
      {singles.map((single, at) => (
        <Facts
          key={at}
          facts={[
            { label: m.verdicts_ocsp_says(), value: statusWords(single.status) },
            ...(single.revokedAt === undefined
              ? []
              : [{ label: m.verdicts_ocsp_revoked_at(), value: <Instant at={single.revokedAt} /> }]),
            ...(single.reason === undefined
              ? []
              : [
                  { label: m.verdicts_ocsp_revocation_reason(), value: revocationReasonWords(single.reason) },
                ]),
            { label: m.verdicts_ocsp_this_update(), value: <Instant at={single.thisUpdate} /> },
            {
              label: m.verdicts_ocsp_next_update(),
              value: single.nextUpdate === undefined ? '—' : <Instant at={single.nextUpdate} />,
            },
            { label: m.verdicts_ocsp_serial(), value: <code>{single.serial}</code> },
            { label: m.verdicts_ocsp_hash_algorithm(), value: single.hash },
            { label: m.verdicts_ocsp_issuer_name_hash(), value: <HashText value={single.issuerNameHash} /> },
            { label: m.verdicts_ocsp_issuer_key_hash(), value: <HashText value={single.issuerKeyHash} /> },
          ]}
        />
      ))}
      <Facts
        facts={[
          {
            label: m.verdicts_ocsp_responder(),
            value:
              'name' in responder ? responder.name : <HashText label="SHA-1" value={responder.keyHash} />,
          },
          { label: m.verdicts_ocsp_produced_at(), value: <Instant at={producedAt} /> },
          { label: m.verdicts_ocsp_signed_with(), value: algorithm },
          fingerprint,
        ]}
      />
      {certificates.map((one) => (
        <Disclosure
          key={one.fingerprint}
          summary={`${m.verdicts_ocsp_certificates()}: ${one.identity.commonName ?? one.subject}`}
        >
          <CertificateDecoded facts={one} />
        </Disclosure>
      ))}
    </Decoded>
  );
}

function statusWords(status: 'good' | 'revoked' | 'unknown'): string {
  switch (status) {
    case 'good':
      return m.verdicts_ocsp_good();
    case 'revoked':
      return m.verdicts_ocsp_revoked();
    case 'unknown':
      return m.verdicts_ocsp_unknown();
  }
}
