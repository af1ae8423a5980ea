import type { FilterColumn, FilterGrammar, Where } from '#contract/filters/filter-grammars.ts';

/** Addresses, hashes and the ids of events: compared without case (Rule WI-12). */
const hex = /^(0x)?[0-9a-f]{40,}(-[0-9a-f]+)?$/i;

/**
 * Whether an item is what a filter of the wire asks for (Rule WI-10), by the fields that came with it: what did not
 * come cannot be evaluated and counts as fitting.
 */
export function fitsWhere(grammar: FilterGrammar, where: Where, item: object): boolean {
  const { AND = [], OR = [], ...keys } = where;
  return (
    Object.entries(keys).every(
      ([key, operand]) => operand === undefined || holds(grammar, key, operand, item),
    ) &&
    AND.every((inner) => fitsWhere(grammar, inner, item)) &&
    (OR.length === 0 || OR.some((inner) => fitsWhere(grammar, inner, item)))
  );
}

function holds(grammar: FilterGrammar, key: string, operand: unknown, item: object): boolean {
  // No column's name begins with another's and an underscore.
  const name = Object.keys(grammar.columns).find((column) => key === column || key.startsWith(`${column}_`));
  const column = name === undefined ? undefined : grammar.columns[name];
  if (name === undefined || column === undefined || !(name in item)) return true;
  const value = (item as Readonly<Record<string, unknown>>)[name];
  if (value === undefined) return true;
  const operator = key.slice(name.length);
  if (operator.startsWith('_not')) return !fits(column, operator.slice('_not'.length), value, operand);
  return fits(column, operator, value, operand);
}

function fits(column: FilterColumn, operator: string, value: unknown, operand: unknown): boolean {
  if (value === null || operand === null) return value === operand;
  if (Array.isArray(operand)) return operand.some((one) => order(column, value, one) === 0);
  switch (operator) {
    case '':
      return order(column, value, operand) === 0;
    case '_gt':
      return order(column, value, operand) > 0;
    case '_gte':
      return order(column, value, operand) >= 0;
    case '_lt':
      return order(column, value, operand) < 0;
    case '_lte':
      return order(column, value, operand) <= 0;
    case '_contains':
      return text(value).includes(text(operand));
    case '_starts_with':
      return text(value).startsWith(text(operand));
    case '_ends_with':
      return text(value).endsWith(text(operand));
    default:
      return true;
  }
}

function order({ type }: FilterColumn, value: unknown, operand: unknown): number {
  const [one, other] =
    type === 'text'
      ? [text(value), text(operand)]
      : type === 'int32' || type === 'float'
        ? [Number(value), Number(operand)]
        : [whole(value), whole(operand)];
  return one === other ? 0 : one < other ? -1 : 1;
}

const text = (value: unknown): string => {
  const plain = String(value);
  return hex.test(plain) ? plain.toLowerCase() : plain;
};

/** A number that was rounded on its way is compared as it came. */
const whole = (value: unknown): bigint | string => {
  const plain = String(value);
  return /^-?\d+$/.test(plain) ? BigInt(plain) : plain;
};
