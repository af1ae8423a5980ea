import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { parseInteger } from '#clock/instants.ts';
import type { Client } from '#client/http/client.ts';
import { sandbox } from '#client/families/sandbox.ts';
import { useHost } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { Link } from '#ui/actions/link.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { TokenNameFor } from '#widgets/holders/token-name.tsx';
import { m } from '#i18n/messages.ts';
import { CardNote, TokenRows } from './claims-card.tsx';
import type { Signer } from './signer-invites.ts';
import { useHoldings } from './signer-tokens.ts';
import { TransferForm } from './transfer-form.tsx';

/** Tokens of this signer's wallet: passed on or burnt by the signer's key. */
export function HoldingsCard({ signer, signers }: { signer: Signer; signers: readonly Signer[] }) {
  const { client, address, holdings = [], query, visibleQuery, absent } = useHoldings(signer);
  // A service that tells of no tokens has nothing to pass on here.
  if (absent) return null;
  return (
    <Card
      title={m.sandbox_holds()}
      note={address && <Link to={paths.wallet(address)}>{m.wallets_open()}</Link>}
      flush
      foot={
        query.hasNextPage ? (
          <>
            <span />
            <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {m.wallets_list_more()}
            </Button>
          </>
        ) : undefined
      }
    >
      <QueryView
        query={visibleQuery}
        what={m.sandbox_what_holds()}
        loading={<LoadingRows kind="list" count={1} />}
        isEmpty={() => holdings.length === 0}
        empty={<CardNote>{m.sandbox_holds_none({ name: visibleName(signer.commonName) ?? '' })}</CardNote>}
      >
        {() => (
          <TokenRows>
            {holdings.map(({ id }) =>
              id == null ? null : (
                <Holding key={String(id)} {...{ signer, signers, client }} token={parseInteger(id) ?? -1n} />
              ),
            )}
          </TokenRows>
        )}
      </QueryView>
    </Card>
  );
}

function Holding({
  signer,
  signers,
  client,
  token,
}: {
  signer: Signer;
  signers: readonly Signer[];
  client: Client;
  token: bigint;
}) {
  const { fetch: fetcher, origin } = useHost();
  const snack = useSnack();
  const navigate = useNavigate();
  const [doing, setDoing] = useState<'transfer' | 'burn'>();
  const act = useMutation({
    ...sandbox(fetcher, origin).moveToken(token),
    onSuccess: (_answer, to) => {
      setDoing(undefined);
      snack({
        text: to
          ? m.sandbox_transferred({ name: visibleName(signer.commonName) ?? '', to: to.name })
          : m.sandbox_burnt({ name: visibleName(signer.commonName) ?? '' }),
        action: { label: m.sandbox_see_token(), onSelect: () => void navigate(paths.token(token)) },
      });
    },
  });
  const open = (what: 'transfer' | 'burn') => {
    act.reset();
    setDoing(doing === what ? undefined : what);
  };
  return (
    <li>
      <TokenNameFor
        client={client}
        token={token}
        unseen={m.sandbox_holds_unseen({ name: visibleName(signer.commonName) ?? '' })}
      />
      <div className="acts">
        <Button
          aria-expanded={doing === 'transfer'}
          disabled={act.isPending}
          onClick={() => open('transfer')}
        >
          {m.sandbox_transfer()}
        </Button>
        <Button
          variant="destructive"
          aria-expanded={doing === 'burn'}
          disabled={act.isPending}
          onClick={() => open('burn')}
        >
          {m.sandbox_burn()}
        </Button>
      </div>
      {doing === 'transfer' && (
        <div className="whole">
          <TransferForm
            signers={signers.filter(({ id }) => id !== signer.id)}
            working={act.isPending}
            onTransfer={(to) => act.mutate(to)}
            onKeep={() => setDoing(undefined)}
          />
        </div>
      )}
      {doing === 'burn' && (
        <div className="whole">
          <ConfirmInPlace
            title={m.sandbox_burn_title()}
            text={m.sandbox_burn_text()}
            confirm={m.sandbox_burn()}
            working={act.isPending}
            onConfirm={() => act.mutate(undefined)}
            onKeep={() => setDoing(undefined)}
          />
        </div>
      )}
      {act.error ? (
        <p className="failed" role="alert">
          <FailureText error={act.error} />
        </p>
      ) : null}
    </li>
  );
}
