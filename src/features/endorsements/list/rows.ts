import { parseInteger } from '#clock/instants.ts';
import type { Endorsable, EndorseEvent, Wallet } from '#contract/resources/resources.ts';

/** A line of either list. */
export interface EndorsementRow {
  readonly key: string;
  /** The event; a row of tokens has none. */
  readonly event: string | undefined;
  readonly token: bigint | undefined;
  readonly from: Pick<Wallet, 'id' | 'subject'> | undefined;
  /** Who received it, or who holds the token. */
  readonly to: Pick<Wallet, 'id' | 'subject'> | undefined;
  readonly at: Date | undefined;
  readonly network: number | undefined;
}

export function rowOfEvent(event: EndorseEvent): EndorsementRow {
  return {
    key: event.id ?? '',
    event: event.id ?? undefined,
    token: tokenOf(event.digest ?? event.token?.id),
    from: walletOf(event.fromId, event.from),
    to: walletOf(event.toId, event.to),
    at: dateOf(event.timestamp),
    network: event.network ?? undefined,
  };
}

export function rowOfToken(token: Endorsable): EndorsementRow {
  return {
    key: String(token.id ?? ''),
    event: undefined,
    token: tokenOf(token.id),
    from: undefined,
    to: walletOf(token.ownerId, token.owner),
    at: dateOf(token.timestamp),
    network: token.network ?? undefined,
  };
}

/** A list that changes while it is read may give one row twice. */
export function unique(rows: readonly EndorsementRow[]): readonly EndorsementRow[] {
  const seen = new Set<string>();
  return rows.filter(({ key }) => key !== '' && !seen.has(key) && seen.add(key));
}

function tokenOf(id: string | number | bigint | null | undefined): bigint | undefined {
  const text = String(id ?? '');
  // A number beyond 2^53 was rounded on its way: it is another token's.
  if (typeof id === 'number' && !Number.isSafeInteger(id)) return undefined;
  return /^\d{1,78}$/.test(text) ? parseInteger(text) : undefined;
}

function walletOf(id: string | null | undefined, wallet: Wallet | null | undefined) {
  const address = id ?? wallet?.id;
  return address ? { id: address, subject: wallet?.subject } : undefined;
}

const dateOf = (seconds: number | null | undefined): Date | undefined =>
  seconds == null ? undefined : new Date(seconds * 1000);
