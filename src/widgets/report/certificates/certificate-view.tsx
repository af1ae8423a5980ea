import { useMemo } from 'react';
import { styled } from '@mui/material/styles';
import type { CertificateFacts } from '#proofs/pki/certificate/certificate.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { ink, mono, type } from '#ui/theme/tokens.ts';
import { Instant } from '#ui/data/instant.tsx';
import { m } from '#i18n/messages.ts';
import { extensionWords, purposeWords, usageWords } from './certificate-words.ts';
import { useRead } from './use-decoded.ts';
import { holderWords } from '../texts/rule-words.ts';

export const Decoded = styled('div')({
  ...type.table,
  display: 'flex',
  flexDirection: 'column',
  gap: 10,
  minWidth: 0,
  '& code': { fontFamily: mono, fontSize: 12, overflowWrap: 'anywhere' },
  '& ul, & ol': { margin: 0, padding: 0, listStyle: 'none' },
  '& .note': { ...type.caption, margin: 0, color: ink.text2 },
  '& .unread': { margin: 0, color: ink.indet },
  '& .aside': { color: ink.text2 },
  '& summary': { minHeight: 24, color: ink.text2, cursor: 'pointer' },
  '& .chain > li': {
    display: 'flex',
    flexDirection: 'column',
    padding: '6px 0 6px 14px',
    position: 'relative',
  },
  '& .chain > li::before': {
    content: '""',
    position: 'absolute',
    left: 2,
    top: 13,
    width: 6,
    height: 6,
    border: `1px solid ${ink.control}`,
    borderRadius: '50%',
  },
  '& .chain > li:not(:last-child)::after': {
    content: '""',
    position: 'absolute',
    left: 5,
    top: 22,
    bottom: -12,
    width: 1,
    background: ink.line2,
  },
});

/** DER, PEM, base64 or hex. */
export type CertificateBytes = Uint8Array | string;

const loadReader = async () => {
  const { certificateFacts, readCertificateInput } = await import('#proofs/pki/certificate/certificate.ts');
  return (certificates: readonly CertificateBytes[]): readonly CertificateFacts[] =>
    certificates.map((one) => certificateFacts(readCertificateInput(one)));
};

/**
 * A certificate decoded here from its bytes. Decoding it proves nothing about it, and nothing here looks as if it did.
 * The reader is loaded when this is first shown.
 *
 * @param chain the certificates above it, the issuer first; DER, PEM, base64 or hex each
 */
export function CertificateView({
  certificate,
  chain,
}: {
  certificate: CertificateBytes;
  chain?: readonly CertificateBytes[] | undefined;
}) {
  const input = useMemo(() => [certificate, ...(chain ?? [])], [certificate, chain]);
  const read = useRead(loadReader, input);
  if (read.kind === 'reading') return <Decoded aria-busy="true">{m.verdicts_reading()}…</Decoded>;
  if (read.kind === 'unread') {
    return (
      <Decoded>
        <p className="unread">{m.verdicts_cert_unread({ message: shown(read.message) })}</p>
      </Decoded>
    );
  }
  const [facts, ...above] = read.value;
  return facts === undefined ? null : <CertificateDecoded facts={facts} chain={above} />;
}

/** The same from facts that were read already, as the proofs give them. */
export function CertificateDecoded({
  facts,
  chain = [],
}: {
  facts: CertificateFacts;
  chain?: readonly CertificateFacts[];
}) {
  const { identity } = facts;
  const optional = (label: string, value: string | undefined) =>
    value === undefined ? [] : [{ label, value: <code>{value}</code> }];
  return (
    <Decoded>
      <p className="note">{m.verdicts_cert_decoded_note()}</p>
      <Facts
        facts={[
          { label: m.verdicts_cert_subject(), value: identity.commonName ?? facts.subject },
          ...optional(m.verdicts_cert_rfc(), identity.rfc),
          ...optional(m.verdicts_cert_curp(), identity.curp),
          ...optional(m.verdicts_cert_representative_rfc(), identity.representativeRfc),
          ...optional(m.verdicts_cert_representative_curp(), identity.representativeCurp),
          { label: m.verdicts_cert_issuer(), value: <Name text={facts.issuer} /> },
          {
            label: m.verdicts_cert_serial(),
            value: <code>{facts.serialNumberDigits ?? facts.serialNumberHex}</code>,
          },
          { label: m.verdicts_cert_valid_from(), value: <Instant at={facts.notBefore} /> },
          { label: m.verdicts_cert_valid_to(), value: <Instant at={facts.notAfter} /> },
          { label: m.verdicts_cert_key(), value: keyWords(facts.key) },
          { label: m.verdicts_cert_usage(), value: listed(facts.keyUsage.map(usageWords)) },
          ...(facts.extendedKeyUsage.length === 0
            ? []
            : [
                {
                  label: m.verdicts_cert_purposes(),
                  value: listed(facts.extendedKeyUsage.map(purposeWords)),
                },
              ]),
          ...(facts.authority
            ? [{ label: m.verdicts_cert_authority(), value: m.verdicts_cert_is_authority() }]
            : []),
          {
            label: m.verdicts_cert_fingerprint(),
            value: <HashText value={facts.fingerprint} />,
          },
        ]}
      />
      {chain.length > 0 && <Chain chain={chain} />}
      <Disclosure summary={m.verdicts_cert_extensions()}>
        <Facts
          facts={[
            { label: m.verdicts_cert_full_subject(), value: facts.subject },
            { label: m.verdicts_cert_version(), value: facts.version },
            ...facts.extensions.map(({ name, id, critical }) => ({
              label: extensionWords(name),
              value: (
                <>
                  <code>{id}</code>
                  {critical && ` · ${m.verdicts_cert_critical()}`}
                </>
              ),
            })),
          ]}
        />
      </Disclosure>
    </Decoded>
  );
}

/** From the issuer up. Whether the links hold is what `certificate.path` answers. */
function Chain({ chain }: { chain: readonly CertificateFacts[] }) {
  return (
    <div>
      <div className="aside">{m.verdicts_cert_chain()}</div>
      <ol className="chain" aria-label={m.verdicts_cert_chain()}>
        {chain.map((one) => (
          <li key={one.fingerprint}>
            <span>{one.identity.commonName ?? one.subject}</span>
            <HashText label="SHA-256" value={one.fingerprint} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The common name first, where there is one: the whole name of an authority fills lines. */
function Name({ text }: { text: string }) {
  const common = holderWords(text);
  if (common === text) return <span>{text}</span>;
  return (
    <Disclosure summary={common}>
      <span className="aside">{text}</span>
    </Disclosure>
  );
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? m.verdicts_cert_none() : words.join(', ');
}

/** «RSA 2048», as the proofs name a key, in the words of every other place; a key of another kind as it is named. */
function keyWords(key: string): string {
  const bits = /^RSA (\d+)$/.exec(key)?.[1];
  return bits === undefined ? key : m.directory_key_rsa({ bits });
}
