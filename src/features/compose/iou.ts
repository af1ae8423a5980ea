import type { IouFields } from '#api/store/drafts.ts';
import { amountInWords, currencyWords } from './amount-in-words.ts';

/** Currencies that the form offers, with their decimals (ISO 4217). */
export const currencyDecimals: Readonly<Record<string, number>> = { MXN: 2, USD: 2, EUR: 2 };

export const emptyIou: IouFields = {
  amount: '',
  currency: 'MXN',
  debtor: undefined,
  creditor: undefined,
  latitude: '',
  longitude: '',
  text: '',
};

/** What is known of a party: the names by which the text can mean it. */
export interface Party {
  readonly name: string;
  readonly rfc: string | undefined;
}

export type IouCheckId = 'amount' | 'words' | 'currency' | 'debtor' | 'creditor';

export interface IouCheck {
  readonly id: IouCheckId;
  /** `later`: the field it compares is still empty. */
  readonly result: 'holds' | 'fails' | 'later';
}

/**
 * Compares the fields with the text. The service registers both and compares nothing: making a consistent
 * IOU is the organization's responsibility, so the composer does it before anything is sent.
 */
export function checkIou(
  fields: IouFields,
  parties: { debtor: Party | undefined; creditor: Party | undefined },
): readonly IouCheck[] {
  const text = folded(fields.text);
  const amount = normalAmount(fields.amount);
  const words = amount && amountInWords(amount, fields.currency);
  const says = (present: boolean, known: boolean): IouCheck['result'] =>
    known ? (present ? 'holds' : 'fails') : 'later';
  const { many, one, mark } = currencyWords(fields.currency);
  const currencyNames = [fields.currency, many, one, mark].map(folded);
  const names = (party: Party | undefined): boolean =>
    !!party && (text.includes(folded(party.name)) || (!!party.rfc && text.includes(folded(party.rfc))));
  return [
    { id: 'amount', result: says(!!amount && amountsIn(fields.text).includes(amount), !!amount) },
    { id: 'words', result: says(!!words && text.includes(folded(words)), !!words) },
    {
      id: 'currency',
      result: says(
        currencyNames.some((name) => hasWord(text, name)),
        fields.text !== '',
      ),
    },
    { id: 'debtor', result: says(names(parties.debtor), !!parties.debtor) },
    { id: 'creditor', result: says(names(parties.creditor), !!parties.creditor) },
  ];
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

/** Every number in a text that reads as an amount, with cents. */
function amountsIn(text: string): string[] {
  const found = text.match(/\d[\d,]{0,20}(?:\.\d{1,2})?/g) ?? [];
  return found.flatMap((piece) => normalAmount(piece.replace(/,$/, '')) ?? []);
}

/** Upper case without accents and with single spaces: texts are compared by their words. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toUpperCase();
}

function hasWord(text: string, word: string): boolean {
  return ` ${text.replace(/[^\p{L}\p{N}.]+/gu, ' ')} `.includes(` ${word} `);
}

/** Rule SR-8: within its range, at most 8 decimals. */
export function isDegrees(typed: string, most: number): boolean {
  return /^-?\d{1,3}(\.\d{1,8})?$/.test(typed.trim()) && Math.abs(Number(typed)) <= most;
}

/** The text of a pagaré from its fields: a beginning to be read and changed, not a legal form. */
export function draftIouText(fields: IouFields, debtor: Party, creditor: Party, day: string): string {
  const amount = normalAmount(fields.amount);
  if (!amount) return fields.text;
  const figure = new Intl.NumberFormat('es-MX', { minimumFractionDigits: 2 }).format(Number(amount));
  const words = amountInWords(amount, fields.currency) ?? '';
  const rfc = (party: Party): string => (party.rfc ? `, con RFC ${party.rfc}` : '');
  const place =
    fields.latitude && fields.longitude ? `, en las coordenadas ${fields.latitude}, ${fields.longitude}` : '';
  return [
    'PAGARÉ',
    '',
    `Bueno por $${figure} ${fields.currency} (${words}).`,
    '',
    `Por este pagaré, ${debtor.name}${rfc(debtor)}, debo y pagaré incondicionalmente a la orden de ${creditor.name}${rfc(creditor)}, la cantidad de $${figure} ${fields.currency} (${words}), valor recibido a mi entera satisfacción.`,
    '',
    `Suscrito el ${day}${place}.`,
    '',
    `Suscriptor: ${debtor.name}`,
  ].join('\n');
}
