/**
 * An amount in words as a Mexican pagaré writes it: «CUATROCIENTOS OCHENTA MIL PESOS 00/100 M.N.». The interface
 * compares the registered amount of an IOU with nothing, so whoever writes one and whoever reads one share this.
 */

const small = (
  '|un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciséis|diecisiete|' +
  'dieciocho|diecinueve|veinte|veintiún|veintidós|veintitrés|veinticuatro|veinticinco|veintiséis|veintisiete|' +
  'veintiocho|veintinueve'
).split('|');
const tens = '|||treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa'.split('|');
const hundreds =
  '|ciento|doscientos|trescientos|cuatrocientos|quinientos|seiscientos|setecientos|ochocientos|novecientos'.split(
    '|',
  );

/** Every word that a number in words can have before its noun, in lower case. */
export const numberWords: ReadonlySet<string> = new Set(
  [...small, ...tens, ...hundreds, 'cero', 'cien', 'mil', 'millón', 'millones', 'y'].filter(Boolean),
);

interface CurrencyWords {
  readonly one: string;
  readonly many: string;
  /** What stands behind the hundredths. */
  readonly mark: string;
}

const currencies: Readonly<Record<string, CurrencyWords>> = {
  MXN: { one: 'peso', many: 'pesos', mark: 'M.N.' },
  USD: { one: 'dólar', many: 'dólares', mark: 'USD' },
  EUR: { one: 'euro', many: 'euros', mark: 'EUR' },
};

/** Name of a currency, or its code where it has no name here. */
function currencyWords(currency: string): CurrencyWords {
  const known = Object.hasOwn(currencies, currency) ? currencies[currency] : undefined;
  return known ?? { one: currency, many: currency, mark: currency };
}

/**
 * @param amount decimal text with a point, as the interface takes it: `480000` or `1250.5`
 * @param currency ISO 4217 code
 * @returns undefined when the text is not an amount between 0 and 999,999,999,999.99
 */
export function amountInWords(amount: string, currency: string): string | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount);
  if (!match?.[1]) return undefined;
  const units = Number(match[1]);
  const cents = (match[2] ?? '').padEnd(2, '0');
  const { one, many, mark } = currencyWords(currency);
  return `${unitsInWords(units)} ${ofNoun(units)}${units === 1 ? one : many} ${cents}/100 ${mark}`.toUpperCase();
}

/** `1250000.5` as «1,250,000.50». */
export function withThousands(amount: string): string {
  const [units = '0', cents = ''] = amount.split('.');
  return `${units.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`;
}

function unitsInWords(units: number): string {
  if (units === 0) return 'cero';
  const millions = Math.floor(units / 1_000_000);
  const head = millions === 0 ? '' : millions === 1 ? 'un millón' : `${belowMillion(millions)} millones`;
  const rest = units % 1_000_000;
  return [head, rest === 0 ? '' : belowMillion(rest)].filter(Boolean).join(' ');
}

/** 1 to 999,999. */
function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1000);
  const head = thousands === 0 ? '' : thousands === 1 ? 'mil' : `${belowThousand(thousands)} mil`;
  return [head, value % 1000 === 0 ? '' : belowThousand(value % 1000)].filter(Boolean).join(' ');
}

/** 1 to 999, apocopated as it stands before a noun (un, veintiún, treinta y un). */
function belowThousand(value: number): string {
  if (value === 100) return 'cien';
  const rest = value % 100;
  const low =
    rest < 30 ? small[rest] : [tens[Math.floor(rest / 10)], small[rest % 10]].filter(Boolean).join(' y ');
  return [hundreds[Math.floor(value / 100)], low].filter(Boolean).join(' ');
}

/** «Un millón de pesos», but «un millón mil pesos». */
function ofNoun(units: number): string {
  return units >= 1_000_000 && units % 1_000_000 === 0 ? 'de ' : '';
}
