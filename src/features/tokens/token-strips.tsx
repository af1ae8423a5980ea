import PendingIcon from '@mui/icons-material/HourglassEmptyOutlined';
import type { MissingEvents } from '#client/families/tokens/endorse-events.ts';
import type { EndorseEvent } from '#contract/resources/resources.ts';
import type { TokenChain } from '#proofs/token/token-chains.ts';
import { RunningRing } from '#ui/feedback/running-ring.tsx';
import { Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { eventKey } from '#widgets/chain-of-custody/custody.ts';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import type { TokenVerification } from '#widgets/verification/use-token-verification.ts';
import { m } from '#i18n/messages.ts';

/** Events that are known to be missing: which page, and why. */
export function MissingStrip({
  missing,
  onRetry,
}: {
  missing: MissingEvents | undefined;
  onRetry: () => void;
}) {
  if (!missing) return null;
  return (
    <WarningStrip action={{ label: m.common_retry(), onSelect: onRetry }}>
      {missingWords(missing)}
    </WarningStrip>
  );
}

function missingWords(missing: MissingEvents): string {
  const { page } = missing;
  switch (missing.why) {
    case 'failed':
      return m.tokens_missing_failed({ page, why: describeFailure(missing.error).text });
    case 'no-way-on':
      return m.tokens_missing_no_way({ page });
    case 'no-end':
      return m.tokens_missing_no_end({ page });
    case 'unreadable':
      return m.tokens_missing_unreadable({ page });
    case 'too-many':
      return m.tokens_missing_too_many({ page });
  }
}

/** The chain was read, and the service says something else. */
export function DiffersStrip({
  chain,
  events,
  allEvents,
}: {
  chain: TokenChain;
  events: readonly EndorseEvent[];
  /** Every event that the service gives was read: only then it leaves out what is not among them. */
  allEvents: boolean;
}) {
  const format = useFormat();
  if (chain.basis !== 'CHAIN') return null;
  const reported = new Set(
    events.filter(({ network }) => network === chain.network).map(({ id }) => eventKey(id ?? '')),
  );
  // What is not final yet contradicts nothing.
  const onChain = new Set([...chain.links, ...chain.later].map(({ id }) => eventKey(id)));
  const more = chain.complete ? [...reported].filter((id) => !onChain.has(id)).length : 0;
  const less = [...onChain].filter((id) => !reported.has(id)).length;
  if (more === 0 && (less === 0 || !allEvents)) return null;
  return (
    <WarningStrip>
      {allEvents
        ? m.tokens_differs({ more: format.number(more), less: format.number(less) })
        : m.tokens_differs_more({ more: format.number(more) })}
    </WarningStrip>
  );
}

/** What the node cannot have reported yet, because it tells final blocks alone. */
export function LaterStrip({ later, onRetry }: { later: TokenChain['later']; onRetry: () => void }) {
  if (later.length === 0) return null;
  return (
    <Strip framed icon={<PendingIcon />} action={{ label: m.inspector_recheck(), onSelect: onRetry }}>
      {m.tokens_later({ count: later.length })}
    </Strip>
  );
}

/** Thousands of blocks take a while: how far it is, and a way to stop it. */
export function QueryingStrip({ nodes }: { nodes: TokenVerification['nodes'] }) {
  const format = useFormat();
  const { isQuerying, progress, stopped, stop, askAgain } = nodes;
  if (stopped)
    return (
      <WarningStrip action={{ label: m.tokens_query_again(), onSelect: askAgain }}>
        {m.tokens_querying_stopped()}
      </WarningStrip>
    );
  if (!isQuerying) return null;
  return (
    <Strip framed icon={<RunningRing />} action={{ label: m.tokens_querying_stop(), onSelect: stop }}>
      {progress && progress.of > 20
        ? m.tokens_querying_progress({
            answered: format.number(progress.requested),
            of: format.number(progress.of),
          })
        : m.tokens_querying()}
    </Strip>
  );
}
