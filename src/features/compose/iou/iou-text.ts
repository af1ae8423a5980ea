import { isCompanyRfc } from '#widgets/people/company-rfc.ts';
import { amountInWords, withThousands } from '#contract/money/amount-in-words.ts';
import type { IouFields } from '#jobs/drafts/draft-shape.ts';
import { isDegrees, isPercent, normalAmount, type Parties, type Party } from './iou.ts';

/**
 * The text of a pagaré from its fields, with what article 170 of the Ley General de Títulos y Operaciones de
 * Crédito asks for. It is a beginning to be read and changed.
 *
 * @returns undefined while the amount or a party is missing
 */
export function writeIou(fields: Required<IouFields>, { debtor, creditor }: Parties): string | undefined {
  const amount = normalAmount(fields.amount);
  if (!amount || !debtor || !creditor) return undefined;
  const sum = `$${withThousands(amount)} ${fields.currency} (${amountInWords(amount, fields.currency) ?? ''})`;
  return [
    'PAGARÉ',
    `Bueno por ${sum}.`,
    subscribed(fields),
    `Por este pagaré, quien suscribe, ${identified(debtor)}, debe y pagará incondicionalmente a la orden de ` +
      `${identified(creditor)}, la cantidad de ${sum}, valor recibido a su entera satisfacción.`,
    payable(fields),
    interest(fields),
    [...signed('Suscriptor', debtor), ...signed('Beneficiario', creditor)].join('\n'),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function subscribed(fields: Required<IouFields>): string {
  const day = dayInWords(fields.signedOn);
  const located = isDegrees(fields.latitude, 90) && isDegrees(fields.longitude, 180);
  const where = oneLine(fields.place);
  const parts = [where && ` en ${where}`, day && `${where && ','} el ${day}`].join('');
  const coordinates = located ? ` (coordenadas ${fields.latitude.trim()}, ${fields.longitude.trim()})` : '';
  return parts || coordinates ? `Suscrito${parts}${coordinates}.` : '';
}

/** Without a day it is payable on sight (article 171). */
function payable(fields: Required<IouFields>): string {
  const day = dayInWords(fields.dueOn);
  const where = oneLine(fields.place);
  const when = day ? `el ${day}` : 'a la vista';
  return where ? `Pagadero en ${where}, ${when}.` : `Pagadero ${when}.`;
}

function interest(fields: Required<IouFields>): string {
  const said = (percent: string): string => (isPercent(percent) ? percent.trim() : '');
  const ordinary = said(fields.interest);
  const late = said(fields.lateInterest);
  return [
    ordinary &&
      `La cantidad causará intereses ordinarios a razón del ${ordinary}% anual desde la suscripción y hasta su pago total.`,
    late &&
      `Si no se paga a su vencimiento, causará intereses moratorios a razón del ${late}% mensual hasta su liquidación.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function identified({ name, rfc, curp }: Party): string {
  return [oneLine(name), rfc && `con RFC ${rfc}`, curp && `${ofCurp(rfc)} ${curp}`]
    .filter(Boolean)
    .join(', ');
}

const ofCurp = (rfc: string | undefined): string =>
  isCompanyRfc(rfc) ? 'con CURP de su representante' : 'con CURP';

function signed(role: string, { name, rfc, curp }: Party): string[] {
  return [`${role}: ${oneLine(name)}`, ...(rfc ? [`RFC: ${rfc}`] : []), ...(curp ? [`CURP: ${curp}`] : [])];
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** `2026-11-20` as «20 de noviembre de 2026»; empty for what is no day. */
function dayInWords(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const name = months[month - 1];
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && name ? `${date} de ${name} de ${year}` : '';
}

const months =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
