import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { lazy, Suspense, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { offers } from '#api/capabilities.ts';
import { signatureRequests } from '#api/families/signature-requests.ts';
import { witnesses } from '#api/families/witnesses.ts';
import { isStub, useHydrated } from '#api/hydration.ts';
import { strategies, witnessDate } from '#api/reading.ts';
import { useConnection } from '#api/session-context.tsx';
import type { Witness } from '#contract/resources.ts';
import { BasisMark } from '#ui/basis-mark.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { ink, media } from '#ui/ink.ts';
import { Instant } from '#ui/instant.tsx';
import { Link } from '#ui/link.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { StaleStrip } from '#ui/strips.tsx';
import { usePageName } from '#widgets/page-name.ts';
import { paths } from '#widgets/paths.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { m } from '#words/words.ts';
import { networkName } from './network-name.ts';
import { RawJson } from './raw-json.tsx';
import { useWholeWitnesses, witnessedWhat } from './use-whole-witnesses.ts';

const MembershipCard = lazy(async () => ({
  default: (await import('./membership-card.tsx')).MembershipCard,
}));

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
});

const Below = styled('div')({ marginTop: 16 });

const Note = styled('p')({ color: ink.text2, fontSize: 13, lineHeight: '18px' });

const Hashes = styled('ol')({
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  margin: '10px 0 0',
  paddingLeft: 28,
  '& > li::marker': { color: ink.text3, fontSize: 12 },
});

/** One witness: what the service says of it, and what could be computed here from what it sent. */
export function WitnessPage() {
  const { id = '' } = useParams();
  const { client } = useConnection();
  const read = useQuery({ ...witnesses(client).one(id), refetchInterval: 5_000 });
  const [witness] = useWholeWitnesses(read.data ? [read.data] : []);
  const title = useTitle(witness);
  usePageName(witness && title);
  if (!witness || !read.data)
    return (
      <PageFrame title={m.witnesses_title()}>
        {read.isError ? (
          <QueryFailure
            error={read.error}
            what={m.witnesses_one()}
            onRetry={() => void read.refetch()}
            retrying={read.isFetching}
          />
        ) : (
          <LoadingRows count={8} />
        )}
      </PageFrame>
    );
  return (
    <PageFrame
      title={title}
      sub={witness.hash ? <HashText label="SHA-256" value={witness.hash} size="head" /> : undefined}
    >
      {read.isRefetchError && (
        <StaleStrip updatedAt={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      <Columns>
        <Stack>
          <Suspense fallback={<LoadingRows count={4} />}>
            <MembershipCard witness={witness} />
          </Suspense>
          <Card title={m.witnesses_fields()} note={<BasisMark basis="SERVER" />}>
            <Facts facts={witnessFacts(witness)} />
          </Card>
          <ClaimCard witness={witness} />
        </Stack>
        <Stack>
          <StrategyCards witness={witness} />
        </Stack>
      </Columns>
      <Below>
        <RawJson value={read.data} />
      </Below>
    </PageFrame>
  );
}

/**
 * What the witness is of: a request's document, or one of its signatures, which have witnesses of their own
 * and name the same request.
 */
function useTitle(witness: Witness | undefined): string {
  const { client, capabilities } = useConnection();
  const id = witness?.signatureRequest?.id;
  const asked = useQuery({
    ...signatureRequests(client).one(id ?? ''),
    enabled: !!id && offers(capabilities, 'listSignatureRequests'),
  });
  const request = asked.data ?? witness?.signatureRequest;
  const invite = request?.invites?.find((one) => one.witness?.id && one.witness.id === witness?.id);
  const subject = invite?.subject;
  const people = useHydrated(client, 'listSubjects', isStub(subject) ? [subject.id] : []);
  const what = witness ? witnessedWhat(witness) : m.witnesses_title();
  if (!invite) return what;
  const name = subject?.commonName ?? people[subject?.id ?? '']?.commonName ?? '—';
  return `${m.witnesses_of_signature({ name })} · ${what}`;
}

const instant = (at: string | null | undefined): ReactNode => (at ? <Instant at={at} /> : undefined);
const hash = (value: string | null | undefined): ReactNode =>
  value ? <HashText value={value} size="chain" /> : undefined;

function witnessFacts(witness: Witness) {
  const request = witness.signatureRequest;
  const owner = witness.initialOwner;
  return [
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
      value: witness.organization?.name ?? witness.organization?.id ?? undefined,
    },
    {
      label: m.witnesses_owner(),
      value: owner?.id ? <Link to={paths.subject(owner.id)}>{owner.commonName ?? owner.id}</Link> : undefined,
    },
    { label: m.witnesses_id(), value: witness.id ? <HashText value={witness.id} size="id" /> : undefined },
  ];
}

function StrategyCards({ witness }: { witness: Witness }) {
  const { nom151, merkleized, external } = strategies(witness);
  return (
    <>
      <Strategy title={m.witnesses_nom151()} told={nom151 !== undefined} processed={!!nom151?.createdAt}>
        <Facts
          facts={[
            { label: m.witnesses_date(), value: instant(nom151?.createdAt) },
            { label: m.witnesses_provider(), value: nom151?.provider ?? undefined },
          ]}
        />
      </Strategy>
      <Strategy
        title={m.witnesses_merkle()}
        told={merkleized !== undefined}
        processed={!!merkleized?.merkleRoot}
      >
        <Facts
          facts={[
            { label: m.witnesses_date(), value: instant(merkleized?.createdAt) },
            { label: m.witnesses_network(), value: networkName(merkleized?.network) },
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
        told={external !== undefined}
        processed={!!external?.timestamp}
      >
        <Facts
          facts={[
            { label: m.witnesses_stamp(), value: instant(external?.timestamp) },
            { label: m.witnesses_leaf_index(), value: external?.leafIndex?.toString() },
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
    </>
  );
}

function Strategy({
  title,
  told,
  processed,
  children,
}: {
  title: string;
  told: boolean;
  processed: boolean;
  children: ReactNode;
}) {
  return (
    <Card title={title} note={processed ? <BasisMark basis="SERVER" /> : undefined}>
      {processed ? children : <Note>{told ? m.witnesses_queued() : m.witnesses_absent()}</Note>}
    </Card>
  );
}

function HashList({ title, hashes }: { title: string; hashes: readonly string[] }) {
  if (hashes.length === 0) return <Note style={{ marginTop: 10 }}>{title}</Note>;
  return (
    <details style={{ marginTop: 10 }}>
      <summary>{title}</summary>
      <Hashes>
        {hashes.map((value, index) => (
          <li key={`${index} ${value}`}>
            <HashText value={value} size="chain" />
          </li>
        ))}
      </Hashes>
    </details>
  );
}

function ClaimCard({ witness }: { witness: Witness }) {
  const { claiming } = witness;
  const token = witness.endorsable?.id;
  return (
    <Card title={m.witnesses_claim()} note={claiming ? <BasisMark basis="SERVER" /> : undefined}>
      {claiming ? (
        <Facts
          facts={[
            { label: m.witnesses_claimed(), value: witness.claimed ? m.witnesses_yes() : m.witnesses_no() },
            { label: m.witnesses_claimer(), value: hash(claiming.claimer) },
            { label: m.witnesses_authorizer(), value: hash(claiming.authorizer) },
            { label: m.witnesses_signature(), value: hash(claiming.signature) },
            { label: m.witnesses_network(), value: networkName(claiming.network) },
            { label: m.witnesses_token(), value: token == null ? undefined : hash(token.toString()) },
          ]}
        />
      ) : (
        <Note>{m.witnesses_claim_none()}</Note>
      )}
    </Card>
  );
}
