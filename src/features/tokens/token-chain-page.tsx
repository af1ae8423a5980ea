import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Endorsable } from '#contract/resources/resources.ts';
import type { Check } from '#proofs/check.ts';
import { Row, Stack } from '#ui/layout/card.tsx';
import { FailedState } from '#ui/feedback/failed-state.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { Link } from '#ui/actions/link.tsx';
import { Money } from './money.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { StatusChip } from '#ui/data/status-chip.tsx';
import { StaleStrip, WarningStrip } from '#ui/feedback/strips.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import BurntIcon from '@mui/icons-material/LocalFireDepartmentOutlined';
import { CustodyView } from '#widgets/chain-of-custody/custody-view.tsx';
import { isNobody } from '#widgets/chain-of-custody/custody.ts';
import { ExportButton } from '#widgets/evidence-files/export/export-menu.tsx';
import { useExportTargets } from '#widgets/evidence-files/export/use-export-targets.ts';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { GapsStrip } from '#widgets/verification/collect/gaps-strip.tsx';
import { RecheckButton, RecheckFailed } from '#widgets/verification/recheck.tsx';
import type { TokenResult } from '#widgets/verification/worker/tasks.ts';
import type { VerificationContext } from '#widgets/verification/context/verification-context.ts';
import { actOnNext } from '#widgets/verification/next-action.ts';
import { useTrustSettings } from '#widgets/verification/context/use-trust.ts';
import {
  useTokenVerification,
  type TokenVerification,
} from '#widgets/verification/use-token-verification.ts';
import { networkName } from '#widgets/network-name.ts';
import { NodesCard } from '#widgets/nodes/nodes-card.tsx';
import { usePageName } from '#widgets/address/use-page-name.ts';
import { paths, withQuery } from '#widgets/paths.ts';
import { CheckList } from '#widgets/report/checks/check-list.tsx';
import { m } from '#i18n/messages.ts';
import { DiffersStrip, LaterStrip, MissingStrip, QueryingStrip } from './token-strips.tsx';
import { TokenBanner, tokenVerdict } from './token-banner.tsx';
import { LoadingChain, TokenReading } from './token-loading.tsx';
import { useEventAddress } from './use-event-address.ts';
import { useRequestOf } from './use-request-of.ts';
import { useSandboxNode } from '#widgets/nodes/use-sandbox-node.ts';
import { useShown } from './use-shown.ts';
import type { TokenRead } from './use-token.ts';
import css from './token-chain-page.module.css';

/** A token that is there: verdict, drawing, replay, table, and what was checked. */
export function TokenChainPage({ id, token, read }: { id: string; token: Endorsable; read: TokenRead }) {
  const found = useTokenVerification(token);
  const witness = found.collected?.witness;
  const request = useRequestOf(witness);
  const { amount, currency } = request?.content ?? {};
  const title = visibleName(request?.name) ?? m.tokens_untitled({ id: shortId(id) });
  usePageName(title);
  const owner = token.ownerId ?? token.owner?.id;
  return (
    <PageFrame
      title={title}
      loading={found.collected === undefined && found.error == null}
      mark={
        <Row>
          {amount != null && currency && (
            <span style={{ color: ink.text2 }}>
              <Money amount={String(amount)} currency={currency} />
            </span>
          )}
          {owner && isNobody(owner.toLowerCase()) && (
            <StatusChip tone="refused" icon={<BurntIcon />}>
              {m.tokens_burnt()}
            </StatusChip>
          )}
        </Row>
      }
      sub={
        <Row style={{ columnGap: 14 }}>
          {token.network != null && (
            <span>{m.tokens_copy_note({ network: networkName(token.network) ?? '' })}</span>
          )}
          {witness && (
            <Link to={paths.witness(witness.id ?? witness.hash ?? '')}>{m.tokens_to_witness()}</Link>
          )}
        </Row>
      }
      actions={<HashText label={m.tokens_label_id()} value={id} size="head" />}
    >
      <Stack style={{ gap: 14 }}>
        {read.isError && (
          <StaleStrip framed updatedAt={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
        )}
        <Found found={found} title={title} id={id} />
      </Stack>
    </PageFrame>
  );
}

const shortId = (id: string): string => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-6)}` : id);

function Found({ found, title, id }: { found: TokenVerification; title: string; id: string }) {
  const { collected, answer, reader, working, error, recheck } = found;
  if (answer && reader && collected) return <VerifiedChain {...{ found, title, id, answer, reader }} />;
  if (error || (collected && !collected.evidence && working !== 'collecting'))
    return (
      <FailedState
        title={m.tokens_not_checked()}
        text={
          error
            ? failureText(error)
            : [
                m.tokens_nothing_to_check(),
                ...(collected?.gaps ?? []).map((gap) => describeFailure(gap.error).text),
              ].join(' ')
        }
        onRetry={recheck}
        retrying={working === 'collecting'}
      />
    );
  return (
    <Stack aria-busy="true">
      <TokenReading isChecking={working !== 'collecting'} />
      <QueryingStrip nodes={found.nodes} />
      <LoadingChain />
    </Stack>
  );
}

/** An error of the verification itself is no failure of the service. */
const failureText = (error: unknown): string =>
  error instanceof Error && error.name !== 'ApiError'
    ? `${m.inspector_check_stopped()} ${error.message}`
    : describeFailure(error).text;

function VerifiedChain({
  found,
  title,
  id,
  answer,
  reader,
}: {
  found: TokenVerification;
  title: string;
  id: string;
  answer: TokenResult;
  reader: VerificationContext;
}) {
  const { collected, working, recheck, requested } = found;
  const { nodes } = useTrustSettings();
  const format = useFormat();
  const navigate = useNavigate();
  const address = useEventAddress();
  const offered = useSandboxNode();
  const field = useRef<HTMLInputElement>(null);
  const [network, setNetwork] = useState<number>();
  const { chains } = answer;
  // A link leads to the chain that has its event.
  const linked = useMemo(() => chainWith(answer, address.requested), [answer, address.requested]);
  const chain = chains.find((one) => one.network === network) ?? linked ?? chains[0];
  const shown = useShown(chain, collected, reader, id);
  const sentence = tokenVerdict(answer, format.number, format.options).sentence;
  const settled = working === undefined ? sentence : '';
  const nameNode = (): void => {
    field.current?.scrollIntoView({ block: 'center' });
    field.current?.focus({ preventScroll: true });
  };
  const onNext = (check: Check): void =>
    actOnNext(check, {
      nameNode,
      openSettings: (part) => void navigate(withQuery(paths.settings, { part })),
      chooseDocument: recheck,
      recheck,
      explain: recheck,
    });
  const count = shown?.custody.events.length ?? 0;
  const start =
    (address.requested === undefined ? undefined : shown?.custody.numberById.get(address.requested)) ?? count;
  return (
    <>
      <VisuallyHidden role="status">{settled}</VisuallyHidden>
      <TokenBanner
        answer={answer}
        reader={reader}
        nodes={nodes}
        awaited={found.nodes.isQuerying || found.nodes.stopped}
        actions={
          <>
            <SaveCase found={found} title={title} />
            <RecheckButton working={working !== undefined} onRecheck={recheck} />
          </>
        }
      />
      <ChainStrips found={found} chain={chain} />
      {chains.length > 1 && <WarningStrip>{m.tokens_networks_split({ count: chains.length })}</WarningStrip>}
      {address.requested !== undefined && linked === undefined && (
        <WarningStrip>{m.tokens_no_such_event()}</WarningStrip>
      )}
      {shown && (
        <CustodyView
          key={`${shown.chain.network} ${address.visit}`}
          shown={shown}
          start={start}
          landed={linked !== undefined && linked === chain}
          onEvent={(number) => {
            const event = shown.custody.events[number - 1];
            if (event) address.write(event.id);
          }}
          choice={
            chains.length > 1 && (
              <NetworkChoice chains={chains} shown={shown.chain.network} onChange={setNetwork} />
            )
          }
          checks={<Checks chain={shown.chain.checks} claim={answer.claim} onNext={onNext} />}
          below={
            requested && (
              <NodesCard
                evidence={requested}
                trust={reader.trust}
                exchanges={reader.exchanges}
                isQuerying={found.nodes.isQuerying}
                field={field}
                offered={offered}
              />
            )
          }
        />
      )}
    </>
  );
}

type Chain = TokenResult['chains'][number];

/** What is missing, differs or failed, each with what to do. */
function ChainStrips({ found, chain }: { found: TokenVerification; chain: Chain | undefined }) {
  const { collected, error, recheck } = found;
  return (
    <>
      <RecheckFailed error={error} onRecheck={recheck} />
      <QueryingStrip nodes={found.nodes} />
      <GapsStrip gaps={collected?.gaps ?? []} onRetry={recheck} />
      <MissingStrip missing={collected?.missing} onRetry={recheck} />
      <LaterStrip later={chain?.later ?? []} onRetry={recheck} />
      {chain && collected && (
        <DiffersStrip
          chain={chain}
          events={collected.events}
          allEvents={collected.evidence?.events.complete === true}
        />
      )}
    </>
  );
}

function NetworkChoice({
  chains,
  shown,
  onChange,
}: {
  chains: readonly Chain[];
  shown: number;
  onChange: (network: number) => void;
}) {
  return (
    <SegmentedControl
      label={m.tokens_networks()}
      value={String(shown)}
      onChange={(value) => onChange(Number(value))}
      options={chains.map((one) => ({
        value: String(one.network),
        label: networkName(one.network),
      }))}
    />
  );
}

function Checks({
  chain,
  claim,
  onNext,
}: {
  chain: readonly Check[];
  claim: readonly Check[];
  onNext: (check: Check) => void;
}) {
  return (
    <div className={css.checks}>
      <h2>{m.tokens_checks()}</h2>
      <div data-section="token">
        <CheckList checks={chain} onNext={onNext} asReported />
      </div>
      {claim.length > 0 && (
        <>
          <h2>{m.tokens_checks_claim()}</h2>
          <div data-section="claim">
            <CheckList checks={claim} onNext={onNext} asReported />
          </div>
        </>
      )}
    </div>
  );
}

function chainWith({ chains }: TokenResult, event: string | undefined) {
  if (event === undefined) return undefined;
  return chains.find(({ links }) => links.some(({ id }) => id.toLowerCase().replaceAll('0x', '') === event));
}

/** Everything about the witness leaves, not the token alone: a chain without its document proves little. */
function SaveCase({ found, title }: { found: TokenVerification; title: string }) {
  const targets = useExportTargets();
  const witness = found.collected?.witness;
  return (
    <ExportButton
      title={title}
      count={1}
      disabled={!targets || !witness}
      load={() => Promise.resolve(targets && witness ? [targets.ofWitness(witness, title)] : [])}
    >
      {m.inspector_save_case()}
    </ExportButton>
  );
}
