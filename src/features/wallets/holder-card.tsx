import { zeroAddress } from '#client/families/tokens/wallets.ts';
import { Card, Stack } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Link } from '#ui/actions/link.tsx';
import { FailedLine } from '#ui/feedback/failed-line.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PersonLine } from '#ui/data/person-line.tsx';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { CertificateState } from '#widgets/people/certificate-state.tsx';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import type { Holder } from '#widgets/holders/use-holders.ts';
import { paths } from '#widgets/paths.ts';
import { codesOf } from '#widgets/people/company-rfc.ts';
import { m } from '#i18n/messages.ts';
import type { NamedAddress } from './address.ts';
import css from './holder-card.module.css';

/** Who stands behind the wallet, by the service's word: no public source derives an address from a certificate. */
export function HolderCard({
  named,
  holder,
  silent = false,
}: {
  named: NamedAddress;
  holder: Holder;
  /** Others beside it say that the page loads. */
  silent?: boolean;
}) {
  const now = useServiceNow(60_000);
  return (
    <Card
      title={m.wallets_who()}
      note={holder.state === 'known' ? <ExplainedBasis basis="SERVER" /> : undefined}
    >
      <Stack style={{ gap: 14 }}>
        {named.address === zeroAddress ? (
          <p className={css.note}>{m.wallets_zero()}</p>
        ) : holder.state === 'known' ? (
          <PersonLine
            name={personName(holder.subject)}
            codes={codesOf(holder.subject)}
            facts={<CertificateState certificate={holder.subject.certificate} now={now} />}
          />
        ) : holder.state === 'failed' ? (
          <HolderFailure {...holder} />
        ) : holder.state === 'loading' ? (
          <div aria-hidden={silent || undefined}>
            <LoadingRows count={1} kind="people" lines={3} rowHeight={52} />
          </div>
        ) : (
          <p className={css.note}>{m.wallets_who_unknown()}</p>
        )}
        <Facts
          facts={[
            { label: m.wallets_address(), value: <HashText key={named.shown} value={named.shown} whole /> },
          ]}
        />
        <p className={css.note}>{m.wallets_address_note()}</p>
      </Stack>
    </Card>
  );
}

function HolderFailure({ error, retry }: Pick<Extract<Holder, { state: 'failed' }>, 'error' | 'retry'>) {
  const words = <FailureText error={error} words={m.wallets_who_failed} />;
  return <FailedLine text={words} details={describeFailure(error).details} onRetry={retry} />;
}

function personName({
  id,
  commonName,
}: {
  id?: string | null | undefined;
  commonName?: string | null | undefined;
}) {
  const text = visibleName(commonName) ?? m.directory_unnamed();
  return { text, node: id ? <Link to={paths.subject(id)}>{text}</Link> : text };
}
