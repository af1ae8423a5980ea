/** What CURP and RFC have in common: how a name is normalized before its characters are taken. */

/** A person's name in its parts; `second` is empty for somebody with one surname. */
export interface PersonalName {
  readonly given: string;
  readonly first: string;
  readonly second: string;
}

/** Capitals without accents; Ñ stays, Ü becomes U, what is no letter, digit or & becomes a space. */
export const plain = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll('Ñ', '\u0001')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('\u0001', 'Ñ')
    .replace(/[^A-Z0-9Ñ& ]/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

const particles = new Set('DA DAS DE DEL DER DI DIE DD EL LA LAS LE LES LO LOS MAC MC VAN VON Y'.split(' '));
const commonFirstNames = new Set(['MARIA', 'MA', 'JOSE', 'J']);

/** A surname without the particles before and inside it: «de la Cruz» counts as CRUZ. */
export function significant(surname: string): string {
  const words = plain(surname).split(' ');
  return words.find((word) => !particles.has(word)) ?? words[0] ?? '';
}

/** The given name that counts: María and José give way to the name after them. */
export function significantGiven(given: string): string {
  const words = plain(given)
    .split(' ')
    .filter((word) => !particles.has(word));
  const [first = '', second] = words;
  return second !== undefined && commonFirstNames.has(first) ? second : first;
}

/** The first vowel after the first letter. */
export const innerVowel = (word: string): string => /[AEIOU]/.exec(word.slice(1))?.[0] ?? 'X';

/** The first consonant after the first letter. */
export const innerConsonant = (word: string): string => /[B-DF-HJ-NÑP-TV-Z]/.exec(word.slice(1))?.[0] ?? 'X';

/** `yymmdd` of a date written `yyyy-mm-dd`. */
export const sixDigits = (date: string): string => date.slice(2).replaceAll('-', '');

/** Whether `yymmdd` is a day of some century. */
export function isDay(yymmdd: string): boolean {
  const [year, month, day] = [yymmdd.slice(0, 2), yymmdd.slice(2, 4), yymmdd.slice(4, 6)];
  return ['19', '20'].some((century) => {
    const at = new Date(`${century}${year}-${month}-${day}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day);
  });
}
