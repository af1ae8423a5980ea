import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import WitnessIcon from '@mui/icons-material/ApprovalOutlined';
import { dateOfSeconds } from '#clock/instants.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { isNotFound } from '#client/http/errors.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { strategies } from '#client/queries/reading.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { SignatureRequest, Subject, Witness } from '#contract/resources/resources.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Card, Row, Stack } from '#ui/layout/card.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Link } from '#ui/actions/link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { Stepper, type Step } from '#ui/layout/stepper.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { networkName } from '#widgets/network-name.ts';
import { paths } from '#widgets/paths.ts';
import { ExplainedBasis } from '../marks/explained-basis.tsx';
import { QueryView } from '../query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { isUnderWay, owningState, tokenIdOf, type OwningState } from './owning-state.ts';
import { useClaimAddress } from './use-claim-address.ts';
import css from './owning-card.module.css';

// Searching for people and their certificates comes when it is requested.
const OwnerDialog = lazy(async () => ({ default: (await import('./owner-dialog.tsx')).OwnerDialog }));

/** Milliseconds between looks: something comes by itself, or somebody else has to act. */
const every = { underWay: 2_000, waiting: 6_000, settled: 30_000 } as const;

/** From a document to its token, for a page that knows the witness by its id: it is read, and looked at again. */
export function OwningOfWitness({ id, request }: { id: string; request?: SignatureRequest | undefined }) {
  const { client, organization } = useConnection();
  const read = useQuery({
    ...witnesses(client).one(id),
    refetchInterval: ({ state: { data } }) => (data ? paceOf(owningState(data, organization?.id)) : false),
  });
  return (
    <QueryView
      query={read}
      what={m.witnesses_one()}
      loading={<LoadingRows count={2} kind="queue" />}
      frame={(state) => (
        <Card title={m.wallets_owning_title()} flush>
          {state}
        </Card>
      )}
      failed={(error) =>
        isNotFound(error) ? (
          <EmptyState
            icon={<WitnessIcon aria-hidden="true" />}
            title={m.wallets_owning_no_witness()}
            text={m.wallets_owning_no_witness_text()}
          />
        ) : undefined
      }
    >
      {(witness) => <OwningCard witness={witness} request={request} />}
    </QueryView>
  );
}

function paceOf(state: OwningState): number {
  return isUnderWay(state) ? every.underWay : state === 'claimable' ? every.waiting : every.settled;
}

/** From a document to its token: who was named, how far it is, and what happens next. All of it the service's word. */
export function OwningCard({
  witness,
  request,
  ofSignature: isOfSignature = false,
  documentWitness,
}: {
  witness: Witness;
  /** The witness is of a signature: tokens stand for documents. */
  ofSignature?: boolean | undefined;
  /** Id of the document's witness, where this one is of a signature and the document has one already. */
  documentWitness?: string | undefined;
  /** Whose document it is, where the page has it. */
  request?: SignatureRequest | undefined;
}) {
  const { client, organization } = useConnection();
  const reported = witness.initialOwner ?? undefined;
  const people = useHydrated(client, 'listSubjects', isStub(reported) ? [reported.id] : []);
  const owner = reported && (people[reported.id ?? ''] ?? reported);
  const state = owningState(witness, organization?.id);
  const ofSignature = isOfSignature && (state === 'free' || state === 'foreign');
  const [choosing, setChoosing] = useState(false);
  return (
    <Card
      title={m.wallets_owning_title()}
      note={state === 'free' || state === 'foreign' ? undefined : <ExplainedBasis basis="SERVER" />}
    >
      <Stack style={{ gap: 12 }}>
        <p className={css.sentence} role="status">
          {ofSignature ? m.wallets_owning_of_signature() : sentenceOf(state, owner)}
        </p>
        {ofSignature ? (
          <p className={css.note}>{m.wallets_owning_of_signature_text()}</p>
        ) : state === 'free' || state === 'foreign' ? (
          <p className={css.note}>
            {state === 'free'
              ? m.wallets_owning_free_text()
              : m.wallets_owning_foreign_text({
                  organization: visibleName(witness.organization?.name) ?? '—',
                })}
          </p>
        ) : (
          <Stepper label={m.wallets_owning_steps()} steps={stepsOf(witness, state, owner)} />
        )}
        <Row>
          {ofSignature && documentWitness !== undefined && (
            <LinkButton to={paths.witness(documentWitness)}>{m.wallets_owning_to_document()}</LinkButton>
          )}
          {state === 'free' && !ofSignature && (
            <Button variant="outlined" onClick={() => setChoosing(true)}>
              {m.wallets_owning_choose()}
            </Button>
          )}
          {state === 'claimable' && owner?.id && <ClaimThere owner={owner} />}
          {state === 'token' && (
            <LinkButton to={paths.token(tokenIdOf(witness) ?? 0)}>{m.wallets_owning_to_token()}</LinkButton>
          )}
        </Row>
      </Stack>
      {choosing && (
        <Suspense fallback={null}>
          <OwnerDialog witness={witness} request={request} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function sentenceOf(state: OwningState, owner: Subject | undefined): string {
  const name = visibleName(owner?.commonName) ?? m.wallets_owning_the_owner();
  switch (state) {
    case 'free':
      return m.wallets_owning_free();
    case 'foreign':
      return m.wallets_owning_foreign();
    case 'proving':
      return m.wallets_owning_proving({ name });
    case 'authorizing':
      return m.wallets_owning_authorizing({ name });
    case 'claimable':
      return m.wallets_owning_claimable({ name });
    case 'minted':
      return m.wallets_owning_minted({ name });
    case 'token':
      return m.wallets_owning_token({ name });
  }
}

function stepsOf(witness: Witness, state: OwningState, owner: Subject | undefined): Step[] {
  const { claiming } = witness;
  const proof = strategies(witness).external?.timestamp;
  const isToken = state === 'token';
  const claimed = isToken || state === 'minted';
  const authorized = claimed || state === 'claimable';
  const token = tokenIdOf(witness);
  const mintedAt = dateOfSeconds(witness.endorsable?.timestamp);
  const when = (at: string | null | undefined): ReactNode =>
    at ? <Instant at={at} form="minute" /> : undefined;
  return [
    {
      id: 'owner',
      title: m.wallets_owning_step_owner(),
      detail: owner?.id ? (
        <span className={css.owner}>
          <Link to={paths.subject(owner.id)}>{visibleName(owner.commonName) ?? owner.id}</Link>{' '}
          {owner.RFC && <span>{owner.RFC}</span>}
        </span>
      ) : undefined,
      state: 'reported',
    },
    {
      id: 'proof',
      title: m.wallets_owning_step_proof(),
      detail: proof ? when(proof) : state === 'proving' ? m.wallets_owning_step_proof_waits() : undefined,
      state: proof ? 'reported' : state === 'proving' ? 'running' : undefined,
    },
    {
      id: 'authorized',
      title: m.wallets_owning_step_authorized(),
      detail: claiming
        ? when(claiming.createdAt)
        : state === 'authorizing'
          ? m.wallets_owning_step_authorized_waits()
          : undefined,
      state: authorized ? 'reported' : state === 'authorizing' ? 'running' : undefined,
    },
    {
      id: 'token',
      title: m.wallets_owning_step_token(),
      detail: isToken ? (
        <>
          {mintedAt !== undefined && (
            <>
              <Instant at={mintedAt} form="minute" />
              {' · '}
            </>
          )}
          {networkName(witness.endorsable?.network ?? claiming?.network)}{' '}
          {token !== undefined && <HashText value={String(token)} size="chain" />}
        </>
      ) : state === 'minted' ? (
        m.wallets_owning_step_token_waits()
      ) : authorized ? (
        m.wallets_owning_step_token_claim()
      ) : undefined,
      state: isToken ? 'reported' : state === 'minted' ? 'running' : undefined,
    },
  ];
}

/** In the demo the owner is played by the user; elsewhere the owner claims in an app of their own. */
function ClaimThere({ owner }: { owner: Subject }) {
  const address = useClaimAddress(owner.id);
  if (address === undefined) return null;
  return (
    <LinkButton to={address}>
      {m.wallets_owning_claim_there({ name: visibleName(owner.commonName) ?? m.wallets_owning_the_owner() })}
    </LinkButton>
  );
}
