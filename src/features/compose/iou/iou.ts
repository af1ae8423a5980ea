import { currencyDecimals, isCurrencyInUse } from '#contract/money/currencies.ts';
import type { Draft, IouFields } from '#jobs/drafts/draft-shape.ts';

/** Most decimals that the text can say: it writes hundredths. */
const mostDecimals = 2;

/** Decimals that an amount in a currency can have here (Rule SR-8); of a code that is none, two. */
export const decimalsOf = (currency: string): number =>
  isCurrencyInUse(currency) ? Math.min(mostDecimals, currencyDecimals(currency)) : mostDecimals;

const emptyIou: IouFields = {
  amount: '',
  currency: 'MXN',
  debtor: undefined,
  creditor: undefined,
  latitude: '',
  longitude: '',
  place: '',
  signedOn: '',
  dueOn: '',
  interest: '',
  lateInterest: '',
  text: '',
  written: '',
  reason: undefined,
};

/**
 * The fields of a draft's IOU. A draft that was stored before a field was there has it empty; one whose IOU nobody
 * began is subscribed on the day of the draft.
 */
export function iouOf({ iou, updatedAt }: Pick<Draft, 'iou' | 'updatedAt'>): Required<IouFields> {
  const begun = iou ?? { signedOn: dayOf(new Date(updatedAt)) };
  return { ...emptyIou, ...begun } as Required<IouFields>; // every optional field stands in `emptyIou`
}

/** `2026-11-20`, on this device's calendar. */
function dayOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** What is known of a party: the name and the codes by which the text can mean it. */
export interface Party {
  readonly name: string;
  readonly rfc: string | undefined;
  readonly curp: string | undefined;
}

export interface Parties {
  readonly debtor: Party | undefined;
  readonly creditor: Party | undefined;
}

/** An amount as typed (`480,000.50`, `480000.5`, `$480,000`) as decimal text with cents, or undefined. */
export function normalAmount(typed: string): string | undefined {
  const bare = typed.trim().replace(/^\$\s*/, '');
  const match = /^(\d{1,3}(?:,\d{3}){0,3}|\d{1,12})(?:\.(\d{1,2}))?$/.exec(bare);
  if (!match?.[1]) return undefined;
  const whole = match[1].replaceAll(',', '').replace(/^0+(?=\d)/, '');
  const amount = `${whole}.${(match[2] ?? '').padEnd(2, '0')}`;
  return /[1-9]/.test(amount) ? amount : undefined;
}

/** The amount as it is sent: a currency without hundredths has whole amounts only. Undefined: it can be none. */
export function sentAmount(typed: string, currency: string): string | undefined {
  const amount = normalAmount(typed);
  if (amount === undefined || decimalsOf(currency) === mostDecimals) return amount;
  const [whole, cents = ''] = amount.split('.');
  return /[1-9]/.test(cents) ? undefined : whole;
}

/** Rule SR-8: within its range, at most 8 decimals. */
export function isDegrees(typed: string, most: number): boolean {
  return /^-?\d{1,3}(\.\d{1,8})?$/.test(typed.trim()) && Math.abs(Number(typed)) <= most;
}

/** A rate of interest in per cent, with at most 4 decimals; empty means none. */
export function isPercent(typed: string): boolean {
  return typed.trim() === '' || /^\d{1,3}(\.\d{1,4})?$/.test(typed.trim());
}
