import {
  innerConsonant,
  innerVowel,
  isDay,
  significant,
  significantGiven,
  sixDigits,
} from './mexican-names.ts';
import type { PersonalName } from './mexican-names.ts';

/** Place of birth: the two-character codes of the federal entities, NE for abroad. */
export const birthplaces =
  'AS BC BS CC CL CM CS CH DF DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS NE'.split(
    ' ',
  );

export interface CurpFacts extends PersonalName {
  /** `yyyy-mm-dd`. */
  readonly born: string;
  readonly sex: 'H' | 'M' | 'X';
  /** One of `birthplaces`. */
  readonly birthplace: string;
  /** Tells apart people whose CURP would be the same; 0 for the first of them. */
  readonly differentiator?: number;
}

/** The eighteen characters that the national registry would give (Instructivo Normativo para la CURP). */
export function makeCurp(facts: CurpFacts): string {
  const first = significant(facts.first);
  const second = significant(facts.second);
  const given = significantGiven(facts.given);
  const differentiator = facts.differentiator ?? 0;
  const sixteen = [
    decent(ascii(initial(first) + innerVowel(first) + initial(second) + initial(given))),
    sixDigits(facts.born),
    facts.sex,
    facts.birthplace,
    ascii(innerConsonant(first) + innerConsonant(second) + innerConsonant(given)),
  ].join('');
  const seventeen =
    sixteen + (facts.born < '2000' ? String(differentiator) : 'ABCDEFGHIJ'.charAt(differentiator));
  return seventeen + curpCheckDigit(seventeen);
}

/** Whether the text has the form, a real day, a known birthplace and the right check digit. */
export function isCurp(text: string): boolean {
  const form = /^[A-Z][AEIOUX][A-Z]{2}(\d{6})[HMX]([A-Z]{2})[B-DF-HJ-NP-TV-Z]{3}[0-9A-Z]\d$/.exec(text);
  if (form === null) return false;
  const [, day = '', birthplace = ''] = form;
  return isDay(day) && birthplaces.includes(birthplace) && text.endsWith(curpCheckDigit(text.slice(0, 17)));
}

/** The last digit: weights 18 down to 2 over the alphabet with Ñ, the rest of ten. */
export function curpCheckDigit(seventeen: string): string {
  const sum = Array.from(seventeen).reduce((total, sign, i) => total + alphabet.indexOf(sign) * (18 - i), 0);
  return String((10 - (sum % 10)) % 10);
}

const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
const initial = (word: string): string => word.charAt(0) || 'X';
const ascii = (text: string): string => text.replace(/[^A-Z]/g, 'X');

/** If the first four characters would spell an offensive word, the second becomes X. */
const decent = (four: string): string => (offences.has(four) ? `${four.charAt(0)}X${four.slice(2)}` : four);
const offences = new Set(
  (
    'BACA BAKA BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COGI COJA COJE COJI COJO COLA CULO FALO FETO GETA GUEI ' +
    'GUEY JETA JOTO KACA KACO KAGA KAGO KAKA KAKO KOGE KOGI KOJA KOJE KOJI KOJO KOLA KULO LILO LOCA LOCO LOKA LOKO ' +
    'MAME MAMO MEAR MEAS MEON MIAR MION MOCO MOKO MULA MULO NACA NACO PEDA PEDO PENE PIPI PITO POPO PUTA PUTO QULO ' +
    'RATA ROBA ROBE ROBO RUIN SENO TETA VACA VAGA VAGO VAKA VUEI VUEY WUEI WUEY'
  ).split(' '),
);
