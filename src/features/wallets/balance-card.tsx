import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Link } from '#ui/actions/link.tsx';
import { LoadingCards } from '#ui/layout/loading-cards.tsx';
import { LoadingBar, LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { networkName } from '#widgets/network-name.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { balanceOf, type Disagreement } from './balance.ts';
import type { WalletRead } from './use-wallet.ts';
import css from './balance-card.module.css';

/** Disagreements that are named one by one. */
const most = 5;

/** What came in less what went out against what is held: computed here, from what the service tells. */
export function BalanceCard({ read, derived }: { read: WalletRead; derived: boolean }) {
  const format = useFormat();
  const { held, came, went } = read;
  const lists = [held, came, went];
  if (lists.some(({ data, isError }) => !data && isError)) return null;
  if (lists.some(({ data }) => !data)) return <LoadingBalance />;
  const balance = balanceOf({ held: held.items, came: came.items, went: went.items });
  const complete = lists.every((one) => one.complete);
  const number = (count: number): string => format.number(count);
  const unfinished = (derived ? [came, went] : lists).filter((one) => one.readOn);
  const working = lists.some((one) => one.working);
  return (
    <Card title={m.wallets_balance()} note={<ExplainedBasis basis="SERVER" />}>
      <Stack style={{ gap: 12 }}>
        <table className={css.sum}>
          <Heads />
          <tbody>
            {balance.networks.length !== 1 &&
              balance.networks.map((one) => (
                <tr key={one.network}>
                  <th scope="row">{networkName(one.network)}</th>
                  <td>{number(one.in)}</td>
                  <td>{number(one.out)}</td>
                  <td>{number(one.held)}</td>
                </tr>
              ))}
            <tr>
              <th scope="row">
                {balance.networks.length === 1
                  ? networkName(balance.networks[0]?.network)
                  : m.wallets_balance_all()}
              </th>
              <td>{number(balance.in)}</td>
              <td>{number(balance.out)}</td>
              <td>{number(balance.held)}</td>
            </tr>
          </tbody>
        </table>
        {!complete && unfinished.length === 0 ? (
          <p className={css.said}>{m.wallets_balance_endless()}</p>
        ) : !complete ? (
          <>
            <p className={css.said}>{m.wallets_balance_partial()}</p>
            <div>
              <Button
                loading={working}
                onClick={() => {
                  for (const one of unfinished) void one.readAll();
                }}
              >
                {m.wallets_balance_read_all()}
              </Button>
            </div>
          </>
        ) : derived ? (
          <p className={css.said}>{m.wallets_balance_derived()}</p>
        ) : balance.disagreements.length === 0 ? (
          <p className={css.said}>
            {m.wallets_balance_agrees({
              in: number(balance.in),
              out: number(balance.out),
              held: number(balance.held),
            })}
          </p>
        ) : (
          <Disagreements all={balance.disagreements} />
        )}
      </Stack>
    </Card>
  );
}

function Heads() {
  return (
    <thead>
      <tr>
        <th scope="col">{m.wallets_balance_network()}</th>
        <th scope="col">{m.wallets_balance_in()}</th>
        <th scope="col">{m.wallets_balance_out()}</th>
        <th scope="col">{m.wallets_balance_held()}</th>
      </tr>
    </thead>
  );
}

/** The place of the count: its headings, one network and the sentence under it. */
export function LoadingBalance({ silent = false }: { silent?: boolean }) {
  return (
    <LoadingCards
      silent={silent}
      cards={[
        {
          title: m.wallets_balance(),
          children: (
            <Stack style={{ gap: 12 }}>
              <table className={css.sum} aria-hidden="true">
                <Heads />
                <tbody>
                  <tr>
                    <th>
                      <LoadingBar width={106} />
                    </th>
                    {['in', 'out', 'held'].map((column) => (
                      <td key={column}>
                        <LoadingBar width={8} />
                      </td>
                    ))}
                  </tr>
                </tbody>
              </table>
              <LoadingRows count={1} kind="list" rowHeight={54} lines={2} ends={false} />
            </Stack>
          ),
        },
      ]}
    />
  );
}

function Disagreements({ all }: { all: readonly Disagreement[] }) {
  return (
    <WarningStrip>
      {m.wallets_balance_disagrees({ count: all.length })}
      <ul className={css.tokens}>
        {all.slice(0, most).map(({ token, network, what }) => (
          <li key={`${network} ${token}`}>
            <Link to={paths.token(token)}>
              <HashText value={String(token)} size="id" copy={false} unfolds={false} />
            </Link>{' '}
            {what === 'missing' ? m.wallets_balance_missing() : m.wallets_balance_unexplained()}
          </li>
        ))}
        {all.length > most && <li>{m.wallets_balance_more({ count: all.length - most })}</li>}
      </ul>
    </WarningStrip>
  );
}
