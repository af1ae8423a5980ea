import type { ReactNode } from 'react';
import { parseInteger } from '#clock/instants.ts';
import { strategies, witnessDate } from '#client/queries/reading.ts';
import type { Witness } from '#contract/resources/resources.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { BasisMark } from '#ui/verdicts/basis-mark.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Link } from '#ui/actions/link.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { numberedNetwork } from '#widgets/network-name.ts';
import { witnessedWhat } from '../../use-whole-witnesses.ts';
import { FoldedCard } from '../folded-card.tsx';
import css from './reported-cards.module.css';

const instant = (at: string | null | undefined): ReactNode => (at ? <Instant at={at} /> : undefined);
const hash = (value: string | null | undefined): ReactNode =>
  value ? <HashText value={value} size="chain" /> : undefined;

/** With separators where it is a whole number; as it came where it is not. */
function wholeWords(
  value: string | number | bigint | null | undefined,
  format: ReturnType<typeof useFormat>,
): string | undefined {
  const whole = parseInteger(value);
  return whole === undefined ? value?.toString() : format.number(whole);
}

/** The witness as the service tells it. Nothing here was computed, and nothing looks as if it were. */
export function ReportedCard({ witness }: { witness: Witness }) {
  const request = witness.signatureRequest;
  const owner = witness.initialOwner;
  return (
    <Card title={m.witnesses_fields()} note={<BasisMark basis="SERVER" />}>
      <Facts
        facts={[
          { label: m.witnesses_timestamped(), value: instant(witnessDate(witness)) ?? m.witnesses_pending() },
          { label: m.witnesses_created(), value: instant(witness.createdAt) },
          { label: m.witnesses_updated(), value: instant(witness.updatedAt) },
          { label: m.witnesses_algorithm(), value: witness.algorithm ?? undefined },
          {
            label: m.witnesses_request(),
            value: request?.id ? (
              <Link to={paths.request(request.id)}>{witnessedWhat(witness)}</Link>
            ) : (
              m.witnesses_by_interface()
            ),
          },
          {
            label: m.witnesses_organization(),
            value: visibleName(witness.organization?.name) ?? witness.organization?.id ?? undefined,
          },
          {
            label: m.witnesses_owner(),
            value: owner?.id ? (
              <Link to={paths.subject(owner.id)}>{visibleName(owner.commonName) ?? owner.id}</Link>
            ) : undefined,
          },
          {
            label: m.witnesses_id(),
            value: witness.id ? <HashText value={witness.id} size="id" /> : undefined,
          },
        ]}
      />
    </Card>
  );
}

/** What the service tells of each strategy: dates, provider, where to look. */
export function ReportedStrategies({ witness }: { witness: Witness }) {
  const format = useFormat();
  const { nom151, merkleized, external } = strategies(witness);
  return (
    <Card title={m.inspector_reported_strategies()} note={<BasisMark basis="SERVER" />}>
      <Strategy
        title={m.witnesses_nom151()}
        isReported={nom151 !== undefined}
        processed={!!nom151?.createdAt}
      >
        <Facts
          facts={[
            { label: m.witnesses_date(), value: instant(nom151?.createdAt) },
            { label: m.witnesses_provider(), value: nom151?.provider ?? undefined },
          ]}
        />
      </Strategy>
      <Strategy
        title={m.witnesses_merkle()}
        isReported={merkleized !== undefined}
        processed={!!merkleized?.merkleRoot}
      >
        <Facts
          facts={[
            { label: m.witnesses_date(), value: instant(merkleized?.createdAt) },
            { label: m.witnesses_network(), value: numberedNetwork(merkleized?.network) },
            { label: m.witnesses_transaction(), value: hash(merkleized?.txHash) },
            { label: m.witnesses_root(), value: hash(merkleized?.merkleRoot) },
            { label: m.witnesses_provider(), value: merkleized?.nom151Provider ?? undefined },
          ]}
        />
        <HashList
          title={
            merkleized?.merkleProof?.length
              ? m.witnesses_path({ count: merkleized.merkleProof.length })
              : m.witnesses_path_none()
          }
          hashes={merkleized?.merkleProof ?? []}
        />
      </Strategy>
      <Strategy
        title={m.witnesses_external()}
        isReported={external !== undefined}
        processed={!!external?.timestamp}
      >
        <Facts
          facts={[
            { label: m.witnesses_date(), value: instant(external?.timestamp) },
            { label: m.witnesses_leaf_index(), value: wholeWords(external?.leafIndex, format) },
            { label: m.witnesses_target(), value: hash(external?.targetRootHash) },
          ]}
        />
        <HashList
          title={m.witnesses_left({ count: external?.leftHashes?.length ?? 0 })}
          hashes={external?.leftHashes ?? []}
        />
        <HashList
          title={m.witnesses_right({ count: external?.rightHashes?.length ?? 0 })}
          hashes={external?.rightHashes ?? []}
        />
      </Strategy>
    </Card>
  );
}

function Strategy({
  title,
  isReported,
  processed,
  children,
}: {
  title: string;
  isReported: boolean;
  processed: boolean;
  children: ReactNode;
}) {
  return (
    <section className={css.part}>
      <h3>{title}</h3>
      {processed ? (
        children
      ) : (
        <p className={css.note}>{isReported ? m.witnesses_queued() : m.witnesses_absent()}</p>
      )}
    </section>
  );
}

function HashList({ title, hashes }: { title: string; hashes: readonly string[] }) {
  if (hashes.length === 0)
    return (
      <p className={css.note} style={{ marginTop: 10 }}>
        {title}
      </p>
    );
  return (
    <Disclosure style={{ marginTop: 10 }} summary={title}>
      <ol className={css.hashes}>
        {hashes.map((value, index) => (
          <li key={`${index} ${value}`}>
            <HashText value={value} size="chain" />
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

/** The claim and the token as the service tells them; the checks beside them say what that is worth. */
export function ReportedClaim({ witness }: { witness: Witness }) {
  const { claiming } = witness;
  const token = witness.endorsable?.id;
  if (!claiming)
    return (
      <Card title={m.inspector_reported_claim()}>
        <p className={css.note}>{m.witnesses_claim_none()}</p>
      </Card>
    );
  return (
    <FoldedCard title={m.inspector_reported_claim()} note={<BasisMark basis="SERVER" />}>
      <Facts
        facts={[
          { label: m.witnesses_claimed(), value: witness.claimed ? m.witnesses_yes() : m.witnesses_no() },
          {
            label: m.witnesses_claimer(),
            value: claiming.claimer ? (
              <span className={css.tokenLine}>
                {hash(claiming.claimer)}
                <Link to={paths.wallet(claiming.claimer)}>{m.wallets_open()}</Link>
              </span>
            ) : undefined,
          },
          { label: m.witnesses_authorizer(), value: hash(claiming.authorizer) },
          { label: m.witnesses_signature(), value: hash(claiming.signature) },
          { label: m.witnesses_network(), value: numberedNetwork(claiming.network) },
          {
            label: m.witnesses_token(),
            value:
              token == null ? undefined : (
                <span className={css.tokenLine}>
                  {hash(token.toString())}
                  <Link to={paths.token(token)}>{m.wallets_owning_to_token()}</Link>
                </span>
              ),
          },
        ]}
      />
    </FoldedCard>
  );
}
