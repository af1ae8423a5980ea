import { inviteStatus } from '#client/queries/reading.ts';
import type { Subject } from '#contract/resources/resources.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { Card } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Link } from '#ui/actions/link.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { shownAddress } from '#widgets/holders/shown-address.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { isCompanyRfc } from '#widgets/people/company-rfc.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { Code } from '../parts.tsx';
import css from './identity-card.module.css';

/** A status that is not known is reported as it came: it is no signature. */
function termsWords(status: string): string {
  switch (status) {
    case 'PENDING':
      return m.directory_terms_pending();
    case 'REJECTED':
      return m.directory_terms_rejected();
    case 'SIGNED':
    case 'WITNESSED':
      return m.directory_terms_signed();
    default:
      return shown(status);
  }
}

/** Who it is, by the service's word. */
export function IdentityCard({ subject }: { subject: Subject }) {
  const format = useFormat();
  return (
    <Card title={m.directory_identity()} note={<ExplainedBasis basis="SERVER" />}>
      <Facts facts={identityFacts(subject, format)} />
    </Card>
  );
}

/** What the service says of a person. */
export function identityFacts(subject: Subject, format: ReturnType<typeof useFormat>) {
  const terms = subject.termsInvite;
  const date = (at: string | null | undefined) => (at ? <Instant at={at} form="minute" /> : undefined);
  const status = terms && inviteStatus(terms);
  return [
    { label: m.directory_rfc(), value: subject.RFC ? <Code>{subject.RFC}</Code> : undefined },
    {
      label: isCompanyRfc(subject.RFC) ? m.directory_curp_representative() : m.directory_curp(),
      value: subject.serialNumber ? <Code>{subject.serialNumber}</Code> : undefined,
    },
    { label: m.directory_email(), value: subject.emailAddress ?? undefined },
    {
      label: m.directory_country(),
      value: subject.country ? format.country(subject.country) : undefined,
    },
    {
      label: m.directory_evm(),
      value: subject.EVMAddress ? (
        <span className={css.wallet}>
          <HashText value={shownAddress(subject.EVMAddress)} size="chain" />
          <Link to={paths.wallet(subject.EVMAddress)}>{m.wallets_open()}</Link>
        </span>
      ) : undefined,
    },
    { label: m.directory_since(), value: date(subject.createdAt) },
    { label: m.directory_updated(), value: date(subject.updatedAt) },
    {
      label: m.directory_id(),
      value: subject.id ? <HashText value={subject.id} size="id" /> : undefined,
    },
    ...(status
      ? [
          {
            label: m.directory_terms(),
            value: termsWords(status),
          },
        ]
      : []),
  ];
}
