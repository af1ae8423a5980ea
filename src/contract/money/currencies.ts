/**
 * Currencies in which a debt can be: list one of ISO 4217 as of November 2026, units of account such as the UDI (MXV)
 * included, without metals, bond units, test codes and codes of currencies that were withdrawn.
 */
const inUse = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF
  CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG
  HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD
  MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB
  RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN
  UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XDR XOF XPF XSU XUA YER ZAR ZMW ZWG`.split(/\s+/),
);

/** The same as a list, by their codes. */
export const currenciesInUse: readonly string[] = [...inUse];

/** Withdrawn, and yet among the currencies that some runtimes still count as current. */
export const withdrawnCurrencies: ReadonlySet<string> = new Set(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']);

/** Whether a debt can be in it (Rule SR-8). */
export const isCurrencyInUse = (code: string): boolean => inUse.has(code);

/** Decimals of a currency: 2 for MXN, none for JPY. */
export function currencyDecimals(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
