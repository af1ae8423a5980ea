import type { Locale } from '#i18n/messages.ts';
import { m } from '#i18n/messages.ts';
import { isWholeDay, edgeOf } from './draft.ts';
import { fieldOf, type Comparison, type FieldKind, type FilterField, type ListName } from './fields.ts';
import type { Condition, Fault, FilterNode, Group, Join, Scalar } from './tree.ts';

/** What the words of a filter need to know of the reader and of the world. */
export interface Saying {
  readonly language: Locale;
  /** The zone in which days and times are reported. */
  readonly timeZone: string;
  readonly day: (date: Date) => string;
  readonly dayTime: (date: Date) => string;
  /** The name behind an address; the column says what the zero address means in it. */
  readonly person: (address: string, column: string) => string;
  readonly network: (id: number) => string;
}

/** «Movimientos donde la fecha está entre … y (quien entrega es A o quien recibe es B)». */
export function sentenceOf(list: ListName, tree: Group, say: Saying): string {
  if (tree.items.length === 0)
    return list === 'events' ? m.endorsements_all_events() : m.endorsements_all_tokens();
  const where = list === 'events' ? m.endorsements_events_where() : m.endorsements_tokens_where();
  return `${where} ${itemsOf(list, tree, say)}`;
}

function itemsOf(list: ListName, { items, join }: Group, say: Saying): string {
  return items.map((item) => nodeWords(list, item, say)).join(` ${joinWord(join)} `);
}

export function nodeWords(list: ListName, node: FilterNode, say: Saying): string {
  if (node.kind === 'group') return `(${itemsOf(list, node, say)})`;
  return node.kind === 'wrong'
    ? m.endorsements_wrong_part({ part: node.text })
    : conditionWords(list, node, say);
}

export const joinWord = (join: Join): string => (join === 'and' ? m.endorsements_and() : m.endorsements_or());

export function conditionWords(list: ListName, condition: Condition, say: Saying): string {
  const field = fieldOf(list, condition.column);
  if (!field) return m.endorsements_wrong_part({ part: condition.column });
  const { comparison, values } = condition;
  const words = values.map((value, at) => valueWords(field, value, say, comparison, at));
  const [value = '—', other = '—'] = words;
  const column = columnWord(list, field.column);
  const many = words.length === 0 ? m.endorsements_empty_list() : inList(words, say.language);
  const time = field.kind === 'time';
  switch (comparison) {
    case 'is':
      return m.endorsements_says_is({ column, value });
    case 'not':
      return m.endorsements_says_not({ column, value });
    case 'in':
      return m.endorsements_says_in({ column, values: many });
    case 'out':
      return m.endorsements_says_out({ column, values: many });
    case 'between':
      return m.endorsements_says_between({ column, value, other });
    case 'ge':
      return time ? m.endorsements_says_since({ column, value }) : m.endorsements_says_ge({ column, value });
    case 'le':
      return time ? m.endorsements_says_until({ column, value }) : m.endorsements_says_le({ column, value });
    case 'gt':
      return time ? m.endorsements_says_after({ column, value }) : m.endorsements_says_gt({ column, value });
    case 'lt':
      return time ? m.endorsements_says_before({ column, value }) : m.endorsements_says_lt({ column, value });
    case 'starts':
      return m.endorsements_says_starts({ column, value });
    case 'notstarts':
      return m.endorsements_says_notstarts({ column, value });
    case 'ends':
      return m.endorsements_says_ends({ column, value });
    case 'notends':
      return m.endorsements_says_notends({ column, value });
    case 'contains':
      return m.endorsements_says_contains({ column, value });
    case 'notcontains':
      return m.endorsements_says_notcontains({ column, value });
    case 'empty':
      return m.endorsements_says_empty({ column });
    case 'filled':
      return m.endorsements_says_filled({ column });
  }
}

/** More than these are counted, not named. */
const namedAtMost = 5;

function inList(words: readonly string[], language: Locale): string {
  const rest = words.length - namedAtMost;
  const named = rest > 1 ? [...words.slice(0, namedAtMost), m.endorsements_and_more({ count: rest })] : words;
  return new Intl.ListFormat(language, { style: 'long', type: 'disjunction' }).format(named);
}

export function valueWords(
  field: FilterField,
  value: Scalar,
  say: Saying,
  comparison: Comparison,
  at = 0,
): string {
  switch (field.kind) {
    case 'person':
      return say.person(String(value), field.column);
    case 'network':
      return say.network(Number(value));
    case 'time': {
      const seconds = Number(value);
      const date = new Date(seconds * 1000);
      return isWholeDay(seconds, edgeOf(comparison, at), say.timeZone) ? say.day(date) : say.dayTime(date);
    }
    case 'token':
      return shortened(String(value));
    case 'event':
      return value === '' ? '""' : shortened(String(value));
  }
}

const shortened = (text: string): string =>
  text.length > 21 ? `${text.slice(0, 10)}…${text.slice(-6)}` : text;

/** The column as it stands in a sentence, and as it is chosen. */
export function columnWord(list: ListName, column: string): string {
  switch (column) {
    case 'timestamp':
      return list === 'events' ? m.endorsements_column_time() : m.endorsements_column_token_time();
    case 'fromId':
      return m.endorsements_column_from();
    case 'toId':
      return m.endorsements_column_to();
    case 'ownerId':
      return m.endorsements_column_holder();
    case 'digest':
      return m.endorsements_column_token();
    case 'network':
      return m.endorsements_column_network();
    default:
      return list === 'events' ? m.endorsements_column_event() : m.endorsements_column_token();
  }
}

/** A comparison as it is chosen. */
export function comparisonWord(kind: FieldKind, comparison: Comparison): string {
  const time = kind === 'time';
  switch (comparison) {
    case 'is':
      return m.endorsements_op_is();
    case 'not':
      return m.endorsements_op_not();
    case 'in':
      return m.endorsements_op_in();
    case 'out':
      return m.endorsements_op_out();
    case 'between':
      return m.endorsements_op_between();
    case 'ge':
      return time ? m.endorsements_op_since() : m.endorsements_op_ge();
    case 'le':
      return time ? m.endorsements_op_until() : m.endorsements_op_le();
    case 'gt':
      return time ? m.endorsements_op_after() : m.endorsements_op_gt();
    case 'lt':
      return time ? m.endorsements_op_before() : m.endorsements_op_lt();
    case 'starts':
      return m.endorsements_op_starts();
    case 'notstarts':
      return m.endorsements_op_notstarts();
    case 'ends':
      return m.endorsements_op_ends();
    case 'notends':
      return m.endorsements_op_notends();
    case 'contains':
      return m.endorsements_op_contains();
    case 'notcontains':
      return m.endorsements_op_notcontains();
    case 'empty':
      return m.endorsements_op_empty();
    case 'filled':
      return m.endorsements_op_filled();
  }
}

/** Why a part of a filter cannot be sent, with the rule that says so. */
export function faultWords(fault: Fault): string {
  switch (fault) {
    case 'column':
      return m.endorsements_fault_column();
    case 'comparison':
      return m.endorsements_fault_comparison();
    case 'missing':
      return m.endorsements_fault_missing();
    case 'time':
      return m.endorsements_fault_time();
    case 'clock':
      return m.endorsements_fault_clock();
    case 'number':
      return m.endorsements_fault_number();
    case 'int32':
      return m.endorsements_fault_int32();
    case 'uint256':
      return m.endorsements_fault_uint256();
    case 'address':
      return m.endorsements_fault_address();
    case 'values':
      return m.endorsements_fault_values();
    case 'many':
      return m.endorsements_fault_many();
    case 'deep':
      return m.endorsements_fault_deep();
    case 'parts':
      return m.endorsements_fault_parts();
    case 'long':
      return m.endorsements_fault_long();
    case 'unreadable':
      return m.endorsements_fault_unreadable();
    case 'unclosed':
      return m.endorsements_fault_unclosed();
    case 'unopened':
      return m.endorsements_fault_unopened();
    case 'mixed':
      return m.endorsements_fault_mixed();
    case 'empty-group':
      return m.endorsements_fault_empty_group();
  }
}
