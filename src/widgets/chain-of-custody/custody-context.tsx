import { createContext, use } from 'react';
import type { Check } from '#proofs/check.ts';
import type { TokenChain } from '#proofs/token/token-chains.ts';
import type { HolderOf } from '../holders/use-holders.ts';
import type { Custody, CustodyEvent } from './custody.ts';

/** How a link stands: what `FOLLOWS` is worth depends on who reported it. */
export type LinkMark = 'PASSED' | 'REPORTED' | 'FAILED' | 'INDETERMINATE';

/** One chain that is looked at: nothing in it changes while it is replayed. */
export interface ShownChain {
  readonly chain: TokenChain;
  readonly custody: Custody;
  /** A wallet with what the events reported of the one behind it. */
  readonly holderOf: (address: string) => HolderOf;
  /** Hash of the transaction of an event, where logs were read. */
  readonly txOf: (event: CustodyEvent) => string | undefined;
  readonly token: string;
}

export const CustodyContext = createContext<ShownChain | undefined>(undefined);

export function useShownChain(): ShownChain {
  const shown = use(CustodyContext);
  if (shown === undefined) throw new Error('No chain is shown here.');
  return shown;
}

/** There may be later events than those that are shown: who holds it now is not known from them. */
export const isPartOf = ({ complete, later }: TokenChain): boolean => !complete || later.length > 0;

/** Reasons that leave what each link says as it is: others keep all of them from being checked. */
const distinguishing: readonly string[] = ['X_SERVER_WORD', 'X_ENDORSE_GAP', 'X_ENDORSE_ORDER'];

/** A row says no more than the check that covers it: where that could not be made, no link was checked. */
export function markOf({ number, from, following }: CustodyEvent, { checks, basis }: TokenChain): LinkMark {
  const check = checks.find(({ id }) => id === 'token.continuity');
  if (!isReported(check)) return 'INDETERMINATE';
  // Before the first event nobody held it: it can only have been made.
  if (following === 'GAP' || (number === 1 && !/^0x0+$/.test(from))) return 'FAILED';
  if (following === 'UNORDERED') return 'INDETERMINATE';
  return basis === 'CHAIN' ? 'PASSED' : 'REPORTED';
}

function isReported(check: Check | undefined): boolean {
  if (check === undefined) return false;
  return check.status === 'PASSED' || distinguishing.includes(check.reason?.code ?? '');
}
