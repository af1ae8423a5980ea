import { queryOptions } from '@tanstack/react-query';
import {
  endorsableGrammar,
  endorseEventGrammar,
  type FilterGrammar,
  type Where,
} from '#contract/filters/filter-grammars.ts';
import type { Endorsable, EndorseEvent, PageInfo } from '#contract/resources/resources.ts';
import { isAbsent } from '../../session/capabilities.ts';
import type { Client } from '../../http/client.ts';
import { readCursorPage, type CursorPage } from '../../queries/cursor-pages.ts';
import { walletArguments, type NestedAsk, type WalletList } from '../tokens/wallet-lists.ts';
import { addressForm } from '../tokens/wallets.ts';

/** The subject whose wallet is read. */
export interface WalletOwner {
  readonly id: string;
  /** Address of the wallet, where it is known. */
  readonly address: string | undefined;
}

export interface SubjectWalletPage<Item> extends CursorPage<Item> {
  /** The subject’s own nested list; where that says nothing the wallet’s; else the lists of all tokens and events. */
  readonly via: 'subject' | 'wallet' | 'lists';
}

interface ItemOf {
  endorsables: Endorsable;
  endorseToEvents: EndorseEvent;
  endorseFromEvents: EndorseEvent;
}

export const grammarOf = (list: WalletList): FilterGrammar =>
  list === 'endorsables' ? endorsableGrammar : endorseEventGrammar;

/** The three lists of a subject's wallet, by all their arguments (Rules WI-9, WI-10, WI-11). */
export function subjectWallet(client: Client, { id, address }: WalletOwner) {
  const key = [client.scope, 'subject-wallet', id] as const;
  const read = (list: WalletList, ask: NestedAsk, signal: AbortSignal) =>
    readPage(client, { id, address }, list, ask, signal);
  return {
    key,
    page: <L extends WalletList>(list: L, ask: NestedAsk) =>
      queryOptions({
        queryKey: [...key, list, address ?? null, ask],
        queryFn: async ({ signal }): Promise<SubjectWalletPage<ItemOf[L]>> => {
          const { via, page } = await read(list, ask, signal);
          const place = {
            ...(ask.after !== undefined && { after: ask.after }),
            ...(ask.before !== undefined && { before: ask.before }),
          };
          // Each list holds what its name says; the union of the three is what the compiler sees.
          const items = (page.items ?? []) as readonly ItemOf[L][];
          return {
            ...readCursorPage({ ...page, items }, place, grammarOf(list), ask.where),
            via,
          };
        },
        retry: false,
      }),
  };
}

interface Nested {
  items?: readonly (Endorsable | EndorseEvent)[] | null | undefined;
  pageInfo?: PageInfo | null | undefined;
}

/** A list that was sent, be it empty; not what a stub leaves out. */
const isSent = (page: Nested | null | undefined): page is Nested =>
  !!page && (!!page.items || !!page.pageInfo);

async function readPage(
  client: Client,
  { id, address }: WalletOwner,
  list: WalletList,
  ask: NestedAsk,
  signal: AbortSignal,
): Promise<{ via: SubjectWalletPage<unknown>['via']; page: Nested }> {
  const subject = await client.call('readSubject', {
    params: { id },
    nested: walletArguments('subject_wallet_wallet', list, ask),
    signal,
  });
  const own = subject.wallet?.[list];
  if (isSent(own)) return { via: 'subject', page: own };
  // An answer without the wallet leaves it at the subject's address; a null wallet has nothing.
  const known = subject.wallet?.id ?? (subject.wallet === null ? undefined : (subject.EVMAddress ?? address));
  if (known === undefined) return { via: 'subject', page: { items: [] } };
  const wallet = addressForm(known);
  try {
    const read = await client.call('readWallet', {
      params: { id: wallet },
      nested: walletArguments('wallet', list, ask),
      signal,
    });
    const embedded = read[list];
    if (isSent(embedded)) return { via: 'wallet', page: embedded };
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  const { where, limit, orderBy, orderDirection, before, after } = ask;
  const query = {
    where: { ...where, [ownColumn[list]]: wallet } satisfies Where,
    orderBy,
    orderDirection,
    limit,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
  const page =
    list === 'endorsables'
      ? await client.call('listEndorsables', { query, signal })
      : await client.call('listEndorseEvents', { query, signal });
  return { via: 'lists', page };
}

/** The column by which each list over all wallets is filtered to one wallet. */
const ownColumn = {
  endorsables: 'ownerId',
  endorseToEvents: 'toId',
  endorseFromEvents: 'fromId',
} as const satisfies Record<WalletList, string>;
