import { amountInWords, numberWords } from '#contract/money/amount-in-words.ts';
import { normalAmount } from './iou.ts';
import { folded, type Finding } from './iou-reading.ts';

// Texts are folded: upper case, without accents and points.

const nouns: Readonly<Record<string, string>> = {
  PESO: 'MXN',
  PESOS: 'MXN',
  MN: 'MXN',
  'MONEDA NACIONAL': 'MXN',
  DOLAR: 'USD',
  DOLARES: 'USD',
  EURO: 'EUR',
  EUROS: 'EUR',
};
const codes = 'MXN USDC USD EUR GBP CAD JPY CHF BRL ARS CLP COP PEN CNY GTQ UYU'.split(' ');
const currencyPattern = [...Object.keys(nouns), ...codes]
  .join('|')
  .replace('MONEDA NACIONAL', 'MONEDA\\s+NACIONAL');
const figures = new RegExp(
  `(?<![\\d/.,A-Z])(\\$\\s*)?(\\d[\\d,]*(?:\\.\\d+)?)(?:\\s*(?:DE\\s+)?(${currencyPattern})(?![A-Z]))?`,
  'g',
);

/** Every figure of money in the text is the amount, and there is one. */
export function checkFigures(text: string, amount: string): Finding {
  let found = false;
  for (const [, sign, digits = '', currency] of text.matchAll(figures)) {
    if (sign === undefined && currency === undefined) continue;
    const bare = digits.replace(/,$/, '');
    if (normalAmount(bare) !== amount) return { holds: false, said: [sign?.trim(), bare].join('') };
    found = true;
  }
  return { holds: found };
}

/** Every currency that the text names is the one of the field, and it names one. */
export function checkCurrency(text: string, currency: string): Finding {
  // A code that is known to this list by the field alone: as a word of a text, most codes are something else.
  const own = /^[A-Z]{3}$/.test(currency) && !codes.includes(currency) ? `|${currency}` : '';
  const named = [...text.matchAll(new RegExp(`(?<![A-Z])(${currencyPattern}${own})(?![A-Z])`, 'g'))].map(
    ([, name = '']) => name.replace(/\s+/g, ' '),
  );
  const other = named.find((name) => (nouns[name] ?? name) !== currency);
  return other === undefined ? { holds: named.length > 0 } : { holds: false, said: other };
}

const known = new Set([...numberWords].map((word) => folded(word)));
const noun = 'PESOS?|DOLAR(?:ES)?|EUROS?';
const hundredths = /(\d+) ?\/ ?100\b/g;
/** Adjectives of a currency between its noun and the hundredths. */
const adjectives = / (?:MEXICANOS?|AMERICANOS?|ESTADOUNIDENSES?|DE LOS ESTADOS UNIDOS DE AMERICA)(?= )/g;

/** Every amount in words is the amount, with its hundredths, and there is one. */
export function checkWords(text: string, amount: string, currency: string): Finding {
  const flat = text.replace(/\s+/g, ' ').replace(adjectives, '');
  // «CUATROCIENTOS PESOS 00/100 MN»: the words up to the noun, and the hundredths.
  const [, head = '', cents = ''] =
    /^(.*) (\d\d)\/100/.exec(folded(amountInWords(amount, currency) ?? '')) ?? [];
  if (head === '') return { holds: false };
  let found = false;
  for (const { index, 1: said } of flat.matchAll(hundredths)) {
    if (said !== cents || !endsWith(flat.slice(0, index).trimEnd(), head))
      return { holds: false, said: `${lastWords(flat.slice(0, index))} ${said ?? ''}/100` };
    found = true;
  }
  for (const match of flat.matchAll(new RegExp(`([A-Z]+) (DE )?(?:${noun})(?![A-Z])`, 'g'))) {
    const [, before = ''] = match;
    if (!known.has(before)) continue;
    const upTo = flat.slice(0, match.index + match[0].length);
    if (!endsWith(upTo, head)) return { holds: false, said: lastWords(upTo) };
    // Without hundredths it says a whole amount.
    if (cents === '00') found = true;
  }
  return { holds: found };
}

/** A text that ends with these words, and not with more of a longer number. */
function endsWith(text: string, words: string): boolean {
  if (!text.endsWith(words)) return false;
  const before = text.slice(0, text.length - words.length);
  if (/[A-Z]$/.test(before)) return false;
  const [, second = '', first = ''] = /(?:([A-Z]+) )?([A-Z]+) $/.exec(before) ?? [];
  return !known.has(first === 'Y' ? second : first);
}

const isNoun = new RegExp(`^(?:${noun})$`);
const joins = ['Y', 'DE'];

/** The amount in words that a text ends with; where no word of it is known, its last few words. */
function lastWords(text: string): string {
  const words = text.trim().split(' ');
  const bare = (word: string): string => word.replace(/^[^A-Z]+/, '');
  let from = words.length;
  for (let word = words[from - 1]; word !== undefined; word = words[from - 1]) {
    if (!known.has(bare(word)) && !isNoun.test(bare(word)) && !joins.includes(word)) break;
    from -= 1;
    // «(UN PESO»: it begins where the bracket does.
    if (bare(word) !== word) break;
  }
  while (joins.includes(words[from] ?? '')) from += 1;
  const said = words.slice(from).map(bare);
  return (said.some((word) => known.has(word)) ? said : words.slice(-6)).join(' ');
}
