import { useParams } from 'react-router-dom';
import SwapIcon from '@mui/icons-material/SwapHorizOutlined';
import { parseInteger } from '#clock/instants.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { paths, withQuery } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { TokenChainPage } from './token-chain-page.tsx';
import { LoadingChain, TokenReading } from './token-loading.tsx';
import { useToken, type TokenAbsence } from './use-token.ts';

/** One token: whose it was and is, link by link, and what of it holds. The address holds its id and an event. */
export function TokenPage() {
  const { id = '' } = useParams();
  // Numbers are written in one way: without leading zeros.
  const whole = /^\d{1,78}$/.test(id) ? parseInteger(id) : undefined;
  if (whole !== undefined) return <KnownToken key={id} id={whole.toString()} />;
  return <NoNumber id={id} />;
}

function NoNumber({ id }: { id: string }) {
  const hash = /^(?:0x)?([0-9a-f]{64})$/i.exec(id)?.[1];
  return (
    <PageFrame title={m.tokens_title()}>
      <EmptyState
        icon={<SwapIcon aria-hidden="true" />}
        title={m.tokens_not_a_number_title()}
        text={m.tokens_not_a_number_text()}
        actions={
          <>
            {hash && (
              <LinkButton variant="contained" to={paths.token(parseInteger(`0x${hash}`) ?? -1n)}>
                {m.tokens_of_hash()}
              </LinkButton>
            )}
            <LinkButton to={paths.endorsements}>{m.tokens_all()}</LinkButton>
          </>
        }
      />
    </PageFrame>
  );
}

function KnownToken({ id }: { id: string }) {
  const read = useToken(id);
  return (
    <QueryView
      query={read}
      what={m.tokens_one()}
      loading={
        <Stack style={{ gap: 14 }} aria-busy="true">
          <TokenReading />
          <LoadingChain />
        </Stack>
      }
      frame={(state, isLoading) => (
        <PageFrame
          title={m.tokens_title()}
          loading={isLoading}
          // The place of the line that comes with the token.
          sub={isLoading && <span />}
          actions={
            <HashText label={isLoading ? m.tokens_label_id() : m.common_id()} value={id} size="head" />
          }
        >
          {isLoading ? state : <Card flush>{state}</Card>}
        </PageFrame>
      )}
      staleness="by-page"
    >
      {(data) =>
        data.kind === 'token' ? (
          <TokenChainPage id={id} token={data.token} read={read} />
        ) : (
          <PageFrame title={m.tokens_title()}>
            <NoToken id={id} {...data} />
          </PageFrame>
        )
      }
    </QueryView>
  );
}

/** No token of this number: not yet, not to be, or not here. */
function NoToken({ id, witness, events, allEvents }: TokenAbsence & { id: string }) {
  const waiting = witness?.claiming != null && witness.claimed !== true;
  const [title, text] = waiting
    ? [m.tokens_waiting_title(), m.tokens_waiting_text()]
    : witness
      ? [
          m.tokens_unclaimed_title(),
          witness.claimed === true ? m.tokens_claimed_text() : m.tokens_unclaimed_text(),
        ]
      : events > 0
        ? [m.tokens_events_only_title(), m.tokens_events_only_text()]
        : [m.tokens_unknown_title(), m.tokens_unknown_text()];
  return (
    <EmptyState
      icon={<SwapIcon aria-hidden="true" />}
      title={title}
      text={text}
      actions={
        <>
          {witness && (
            <LinkButton variant="contained" to={paths.witness(witness.id ?? witness.hash ?? '')}>
              {m.tokens_to_that_witness()}
            </LinkButton>
          )}
          {events > 0 && (
            <LinkButton variant="contained" to={withQuery(paths.endorsements, { where: `token==${id}` })}>
              {allEvents ? m.tokens_its_events({ count: events }) : m.tokens_its_events_some()}
            </LinkButton>
          )}
          <LinkButton to={paths.endorsements}>{m.tokens_all()}</LinkButton>
        </>
      }
    />
  );
}
