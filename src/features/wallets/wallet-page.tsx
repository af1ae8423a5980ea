import { m } from '#words/words.ts';

export function WalletPage() {
  return <h1>{m.wallets_title()}</h1>;
}
