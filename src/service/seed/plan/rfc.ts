import { innerVowel, isDay, plain, significant, significantGiven, sixDigits } from './mexican-names.ts';
import type { PersonalName } from './mexican-names.ts';

/** A person's taxpayer number, thirteen characters. `born` is `yyyy-mm-dd`. */
export function makePersonRfc(person: PersonalName & { readonly born: string }): string {
  const name = plain(`${person.first} ${person.second} ${person.given}`);
  return complete(decent(personPrefix(person)) + sixDigits(person.born), name);
}

/** A company's, twelve characters. The name may carry its legal form; `founded` is `yyyy-mm-dd`. */
export function makeCompanyRfc(company: { readonly name: string; readonly founded: string }): string {
  const name = withoutLegalForm(company.name);
  return complete(companyPrefix(name) + sixDigits(company.founded), name);
}

/** Whether the text has the form, a real day and the right check digit. The homoclave needs the name. */
export function isRfc(text: string): boolean {
  const form = /^[A-ZÑ&]{3,4}(\d{6})[0-9A-Z]{2}[0-9A]$/.exec(text);
  return form !== null && isDay(form[1] ?? '') && text.endsWith(rfcCheckDigit(text.slice(0, -1)));
}

/**
 * The two characters that tell namesakes apart: the name as pairs of digits, each two neighbours times the second
 * of them, the last three figures of the sum in base 34.
 */
export function homoclave(name: string): string {
  const digits = `0${Array.from(plain(name), (sign) => nameValues.get(sign) ?? '00').join('')}`;
  let sum = 0;
  for (let i = 0; i + 1 < digits.length; i += 1)
    sum += Number(digits.slice(i, i + 2)) * Number(digits[i + 1]);
  const rest = sum % 1000;
  return homoclaveSigns.charAt(Math.floor(rest / 34)) + homoclaveSigns.charAt(rest % 34);
}

/** The last character: weights 13 down to 2, the rest of eleven; ten is written A. */
export function rfcCheckDigit(withoutIt: string): string {
  const sum = Array.from(withoutIt.padStart(12, ' ')).reduce(
    (total, sign, i) => total + checkSigns.indexOf(sign) * (13 - i),
    0,
  );
  const rest = (11 - (sum % 11)) % 11;
  return rest === 10 ? 'A' : String(rest);
}

function complete(base: string, name: string): string {
  const withHomoclave = base + homoclave(name);
  return withHomoclave + rfcCheckDigit(withHomoclave);
}

/** Four characters (rules 1, 4 and 7 of the registry): short and missing surnames take from the given name. */
function personPrefix(person: PersonalName): string {
  const first = significant(person.first);
  const second = significant(person.second);
  const given = significantGiven(person.given);
  if (second === '') return first.slice(0, 2) + given.slice(0, 2);
  if (first.length < 3) return first.charAt(0) + second.charAt(0) + given.slice(0, 2);
  return first.charAt(0) + innerVowel(first) + second.charAt(0) + given.charAt(0);
}

/** Three characters: the initials of the first three words, filled up from the last where there are fewer. */
function companyPrefix(name: string): string {
  const [first = '', second, third] = name.split(' ').filter((word) => !articles.has(word));
  if (second === undefined) return first.slice(0, 3).padEnd(3, 'X');
  if (third === undefined) return (first.charAt(0) + second.slice(0, 2)).padEnd(3, 'X');
  return first.charAt(0) + second.charAt(0) + third.charAt(0);
}

/** The name in capitals without «SA de CV» and its like: the legal form is no part of the name. */
const withoutLegalForm = (name: string): string =>
  plain(name).replace(/ (S ?A|S ?A ?P ?I|S DE R ?L|S ?C|A ?C)( DE C ?V)?( SOFOM E ?N ?R)?$/, '');

const decent = (four: string): string => (offences.has(four) ? `${four.slice(0, 3)}X` : four);
const articles = new Set('EL LA DE LOS LAS Y DEL MI POR CON AL SUS E PARA EN MC VON'.split(' '));
const offences = new Set(
  (
    'BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COJA COJE COJI COJO CULO FETO GUEY JOTO KACA KACO KAGA KAGO KOGE ' +
    'KOJO KAKA KULO LOCA LOCO LOKA LOKO MAME MAMO MEAR MEAS MEON MION MOCO MULA PEDA PEDO PENE PUTA PUTO QULO RATA RUIN'
  ).split(' '),
);
const homoclaveSigns = '123456789ABCDEFGHIJKLMNPQRSTUVWXYZ';
const checkSigns = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';
const nameValues = new Map<string, string>([
  [' ', '00'],
  ['&', '10'],
  ['Ñ', '40'],
  ...Array.from('0123456789', (sign): [string, string] => [sign, `0${sign}`]),
  ...Array.from('ABCDEFGHI', (sign, i): [string, string] => [sign, String(11 + i)]),
  ...Array.from('JKLMNOPQR', (sign, i): [string, string] => [sign, String(21 + i)]),
  ...Array.from('STUVWXYZ', (sign, i): [string, string] => [sign, String(32 + i)]),
]);
