/**
 * An amount in words as a Mexican pagaré writes it: «CUATROCIENTOS OCHENTA MIL PESOS 00/100 M.N.».
 */

const units = [
  '',
  'un',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
  'diez',
  'once',
  'doce',
  'trece',
  'catorce',
  'quince',
  'dieciséis',
  'diecisiete',
  'dieciocho',
  'diecinueve',
  'veinte',
  'veintiún',
  'veintidós',
  'veintitrés',
  'veinticuatro',
  'veinticinco',
  'veintiséis',
  'veintisiete',
  'veintiocho',
  'veintinueve',
];
const tens = ['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'];
const hundreds = [
  '',
  'ciento',
  'doscientos',
  'trescientos',
  'cuatrocientos',
  'quinientos',
  'seiscientos',
  'setecientos',
  'ochocientos',
  'novecientos',
];

/** 1 to 999, apocopated as it stands before a noun (un, veintiún, treinta y un). */
function belowThousand(value: number): string {
  if (value === 100) return 'cien';
  const rest = value % 100;
  const low =
    rest < 30 ? units[rest] : [tens[Math.floor(rest / 10)], units[rest % 10]].filter(Boolean).join(' y ');
  return [hundreds[Math.floor(value / 100)], low].filter(Boolean).join(' ');
}

/** 1 to 999,999. */
function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1000);
  const head = thousands === 0 ? '' : thousands === 1 ? 'mil' : `${belowThousand(thousands)} mil`;
  return [head, value % 1000 === 0 ? '' : belowThousand(value % 1000)].filter(Boolean).join(' ');
}

const currencies: Readonly<Record<string, { one: string; many: string; mark: string }>> = {
  MXN: { one: 'peso', many: 'pesos', mark: 'M.N.' },
  USD: { one: 'dólar', many: 'dólares', mark: 'USD' },
  EUR: { one: 'euro', many: 'euros', mark: 'EUR' },
};

/** The currency's noun in the plural and its mark, or its code where it has none here. */
export function currencyWords(currency: string): { one: string; many: string; mark: string } {
  const known = Object.hasOwn(currencies, currency) ? currencies[currency] : undefined;
  return known ?? { one: currency, many: currency, mark: currency };
}

/**
 * @param amount decimal text with a point, as the interface takes it: `480000` or `1250.5`
 * @returns undefined when the text is not an amount between 0 and 999,999,999,999.99
 */
export function amountInWords(amount: string, currency: string): string | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount);
  if (!match?.[1]) return undefined;
  const whole = Number(match[1]);
  const cents = (match[2] ?? '').padEnd(2, '0');
  const { one, many, mark } = currencyWords(currency);
  return `${wholeInWords(whole)} ${ofNoun(whole)}${whole === 1 ? one : many} ${cents}/100 ${mark}`.toLocaleUpperCase(
    'es-MX',
  );
}

function wholeInWords(whole: number): string {
  if (whole === 0) return 'cero';
  const millions = Math.floor(whole / 1_000_000);
  const head = millions === 0 ? '' : millions === 1 ? 'un millón' : `${belowMillion(millions)} millones`;
  const rest = whole % 1_000_000;
  return [head, rest === 0 ? '' : belowMillion(rest)].filter(Boolean).join(' ');
}

/** «Un millón de pesos», but «un millón mil pesos». */
function ofNoun(whole: number): string {
  return whole >= 1_000_000 && whole % 1_000_000 === 0 ? 'de ' : '';
}
