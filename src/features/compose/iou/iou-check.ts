import type { IouFields } from '#jobs/drafts/draft-shape.ts';
import { normalAmount, type Parties } from './iou.ts';
import { readRoles } from './iou-roles.ts';
import { checkCurrency, checkFigures, checkWords } from './iou-sums.ts';
import { checkLocation, placeNames } from './iou-places.ts';
import { blanked, folded, type Finding } from './iou-reading.ts';

export type IouCheckId = 'amount' | 'words' | 'currency' | 'debtor' | 'creditor' | 'location';

export interface IouCheck {
  readonly id: IouCheckId;
  /** `later`: the field it compares is still empty. */
  readonly result: 'holds' | 'fails' | 'later';
  readonly said?: string | undefined;
}

/**
 * Compares the fields with the text. The service registers both and compares nothing: making a consistent IOU is
 * the organization's responsibility, so the composer does it before anything is sent. Every mention counts: a text
 * that says an amount, a currency, a party or a place once as the field does and once otherwise does not agree.
 */
export function checkIou(fields: Required<IouFields>, parties: Parties): readonly IouCheck[] {
  const text = folded(fields.text);
  const amount = normalAmount(fields.amount);
  const roles = readRoles(text, parties);
  const places = placeNames(text, fields.place);
  // What a person or a town is called says nothing of money.
  const rest = blanked(text, [...roles.spans, ...places.spans]);
  const compare = (id: IouCheckId, known: boolean, find: () => Finding): IouCheck => {
    if (!known || text.trim() === '') return { id, result: 'later' };
    const { holds, said } = find();
    return { id, result: holds ? 'holds' : 'fails', ...(said === undefined ? {} : { said }) };
  };
  return [
    compare('amount', amount !== undefined, () => checkFigures(rest, amount ?? '')),
    compare('words', amount !== undefined, () => checkWords(rest, amount ?? '', fields.currency)),
    compare('currency', true, () => checkCurrency(rest, fields.currency)),
    compare('debtor', parties.debtor !== undefined, () => roles.debtor),
    compare('creditor', parties.creditor !== undefined, () => roles.creditor),
    compare('location', fields.latitude.trim() !== '' && fields.longitude.trim() !== '', () =>
      checkLocation(text, fields, places),
    ),
  ];
}

/** The least that a reason says. */
export const leastReason = 10;

export interface Agreement {
  readonly checks: readonly IouCheck[];
  /** What of the checks falls, named: a reason holds for this, in this text, and for no other. Empty: nothing. */
  readonly mismatch: string;
  /** The written reason to send it so; absent where none is needed, or none was given for this mismatch. */
  readonly reason: string | undefined;
  /** It may be sent: text and fields agree, or there is a reason why not. */
  readonly settled: boolean;
}

export function agreementOf(fields: Required<IouFields>, parties: Parties): Agreement {
  const checks = checkIou(fields, parties);
  const mismatch = mismatchOf(fields, checks);
  const { why = '', about } = fields.reason ?? {};
  const reason =
    mismatch !== '' && about === mismatch && why.trim().length >= leastReason ? why.trim() : undefined;
  return { checks, mismatch, reason, settled: mismatch === '' || reason !== undefined };
}

function mismatchOf(fields: Required<IouFields>, checks: readonly IouCheck[]): string {
  const fallen = checks.filter(({ result }) => result === 'fails').map(({ id }) => id);
  if (fallen.length === 0) return '';
  const { amount, currency, debtor, creditor, latitude, longitude, place, text } = fields;
  return JSON.stringify([
    fallen,
    amount,
    currency,
    debtor ?? '',
    creditor ?? '',
    latitude,
    longitude,
    place,
    text,
  ]);
}
