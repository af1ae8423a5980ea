/** What a cell can name a person by. */
export type IdentifierKind = 'id' | 'curp' | 'rfc' | 'email';

/** The rule of its form that a text breaks. */
export type IdentifierFault =
  /** Neither an RFC (12 or 13), a CURP (18) nor an id (24). */
  | 'length'
  /** As long as one of them, with a letter or a digit where the other belongs. */
  | 'form'
  /** The six digits are no date. */
  | 'date'
  | 'email';

export interface Identifier {
  readonly kind: IdentifierKind;
  /** As the service compares it. */
  readonly value: string;
}

export type ReadIdentifier = Identifier | { readonly fault: IdentifierFault; readonly text: string };

/**
 * What a text names a person by, reported by its form alone. Spaces and hyphens, which people put into codes, do not
 * count; neither does case.
 */
export function readIdentifier(written: string): ReadIdentifier {
  const text = written
    .normalize('NFC')
    .replace(/[\u200b\u00a0]/g, ' ')
    .trim();
  if (text.includes('@')) {
    const address = text.replace(/^mailto:/i, '').toLowerCase();
    return /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/.test(address)
      ? { kind: 'email', value: address }
      : { fault: 'email', text };
  }
  const code = text.replace(/[\s.\-_/]/g, '').toUpperCase();
  if (/^[0-9A-F]{24}$/.test(code)) return { kind: 'id', value: code.toLowerCase() };
  const { length } = Array.from(code);
  const found = (kind: 'curp' | 'rfc', form: RegExp, datedFrom: number): ReadIdentifier => {
    if (!form.test(code)) return { fault: 'form', text };
    return isDate(code.slice(datedFrom, datedFrom + 6)) ? { kind, value: code } : { fault: 'date', text };
  };
  if (length === 18) return found('curp', /^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d$/, 4);
  if (length === 13) return found('rfc', /^[A-ZÑ&]{4}\d{6}[A-Z0-9]{3}$/, 4);
  if (length === 12) return found('rfc', /^[A-ZÑ&]{3}\d{6}[A-Z0-9]{3}$/, 3);
  return { fault: length === 24 ? 'form' : 'length', text };
}

/** Year, month and day in two digits each; of which century is unknown, so the 29th of February may always be. */
function isDate(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  const day = Number(digits.slice(4, 6));
  const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

/** Several identifiers may stand in one cell. */
export function identifiersIn(cell: string): readonly ReadIdentifier[] {
  return cell
    .split(/[;|\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readIdentifier);
}

/** Under what a person is looked up, and found again. */
export const keyOf = ({ kind, value }: Identifier): string => `${kind}:${value}`;
