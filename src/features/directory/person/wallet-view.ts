import type { NestedAsk, WalletList } from '#client/families/tokens/wallet-lists.ts';
import type { Where } from '#contract/filters/filter-grammars.ts';
import type { Bounds } from '#widgets/days.ts';
import {
  choiceSlot,
  daySlot,
  readSlots,
  slot,
  textSlot,
  writeSlots,
  type SlotsOf,
} from '#widgets/filters/slots.ts';
import { m } from '#i18n/messages.ts';

export const lists = ['tokens', 'received', 'sent'] as const;
export type ListName = (typeof lists)[number];

/** The texts of each list. */
export function listMessages(list: ListName): { label: string; what: string; none: string } {
  switch (list) {
    case 'tokens':
      return {
        label: m.wallets_holds(),
        what: m.wallets_what_holds(),
        none: m.wallets_holds_none({ where: '' }),
      };
    case 'received':
      return {
        label: m.wallets_came(),
        what: m.wallets_what_came(),
        none: m.wallets_came_none({ where: '' }),
      };
    case 'sent':
      return {
        label: m.wallets_went(),
        what: m.wallets_what_went(),
        none: m.wallets_went_none({ where: '' }),
      };
  }
}

/** The nested collections by the names of the interface. */
export const collectionOf = {
  tokens: 'endorsables',
  received: 'endorseToEvents',
  sent: 'endorseFromEvents',
} as const satisfies Record<ListName, WalletList>;

/** What each list can be sorted by: every column of its own that differs within it. */
export const ordersOf = {
  tokens: ['timestamp', 'id', 'network'],
  received: ['timestamp', 'id', 'digest', 'network', 'fromId'],
  sent: ['timestamp', 'id', 'digest', 'network', 'toId'],
} as const satisfies Record<ListName, readonly string[]>;
export type OrderBy = (typeof ordersOf)[ListName][number];

export const walletSizes = ['10', '25', '100'] as const;

/** What of a person's wallet is shown, as it stands in the address of their page. */
export interface WalletView {
  readonly list: ListName;
  readonly by: OrderBy;
  readonly direction: 'asc' | 'desc';
  readonly network: string | undefined;
  /** Days in the app's zone. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Wallet at the other end of a movement. */
  readonly party: string | undefined;
  readonly size: (typeof walletSizes)[number];
  /** Cursors: opaque, and good only with the order that they were given in. */
  readonly after: string | undefined;
  readonly before: string | undefined;
}

const cursor = /^[\x21-\x7e]{1,2048}$/;

const slots: SlotsOf<WalletView> = {
  list: choiceSlot('list', lists, 'tokens'),
  by: choiceSlot('by', ['timestamp', 'id', 'digest', 'network', 'fromId', 'toId'], 'timestamp'),
  direction: choiceSlot('dir', ['asc', 'desc'], 'desc'),
  network: textSlot('network', /^\d{1,10}$/),
  from: daySlot('from'),
  to: daySlot('to'),
  party: slot(
    'with',
    (text) => (text && /^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : undefined),
    (value) => value,
  ),
  size: choiceSlot('size', walletSizes, '10'),
  after: textSlot('after', cursor),
  before: textSlot('before', cursor),
};

/** Reads the address; an order that the list has not is the plain one, and of two cursors the first counts. */
export function readWalletView(search: URLSearchParams): WalletView {
  const view = readSlots(slots, search);
  const known: readonly string[] = ordersOf[view.list];
  return {
    ...view,
    by: known.includes(view.by) ? view.by : 'timestamp',
    party: view.list === 'tokens' ? undefined : view.party,
    before: view.after === undefined ? view.before : undefined,
  };
}

/** Writes the address, and leaves alone what else stands in it. */
export const writeWalletView = (view: WalletView, search: URLSearchParams): URLSearchParams =>
  writeSlots(slots, view, new URLSearchParams(search));

/** Another filter or order: its pages begin at their beginning. */
export const changeWalletView = (view: WalletView, part: Partial<WalletView>): WalletView => ({
  ...view,
  after: undefined,
  before: undefined,
  ...part,
});

export const isNarrowed = ({ network, from, to, party }: WalletView): boolean =>
  [network, from, to, party].some((value) => value !== undefined);

/** All six arguments of a nested list, for a view (Rule WI-11). */
export function nestedArgumentsOf(view: WalletView, bounds: Bounds): NestedAsk {
  const where: Where = {
    ...(view.network === undefined ? {} : { network: Number(view.network) }),
    ...(view.from === undefined ? {} : { timestamp_gte: seconds(bounds(view.from).first) }),
    ...(view.to === undefined ? {} : { timestamp_lte: seconds(bounds(view.to).last) }),
    ...(view.party === undefined ? {} : { [view.list === 'received' ? 'fromId' : 'toId']: view.party }),
  };
  return {
    where: Object.keys(where).length > 0 ? where : undefined,
    orderBy: view.by,
    orderDirection: view.direction,
    after: view.after,
    before: view.before,
    limit: Number(view.size),
  };
}

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);
