import {
  choiceSlot,
  daySlot,
  pageSlot,
  readSlots,
  slot,
  unread,
  writeSlots,
  type Slot,
  type SlotsOf,
} from '#widgets/filters/slots.ts';
import { argumentOf, type Match } from '../match.ts';

export const sizes = ['10', '25', '50', '100'] as const;

/** Longest text that is searched for. */
export const longestText = 256;

/** What every list of the directory has in its address: what was typed, days, order and page. */
export interface ListView {
  /** What was typed: it is read as what it looks like. */
  readonly q: string;
  /** Days in the app's zone, `2026-11-18`. */
  readonly createdFrom: string | undefined;
  readonly createdTo: string | undefined;
  readonly updatedFrom: string | undefined;
  readonly updatedTo: string | undefined;
  readonly sort: 'createdAt' | 'updatedAt';
  readonly order: 'asc' | 'desc';
  readonly size: (typeof sizes)[number];
  /** From 1. */
  readonly page: number;
}

/** Text that has to occur, as it was typed. */
export const textPart = (name: string): Slot<string | undefined> =>
  slot(
    name,
    (text) => text?.trim().slice(0, longestText) || undefined,
    (value) => value,
  );

export const listSlots: SlotsOf<ListView> = {
  q: slot(
    'q',
    (text) => (text ?? '').trim().slice(0, longestText),
    (value) => value,
  ),
  createdFrom: daySlot('from'),
  createdTo: daySlot('to'),
  updatedFrom: daySlot('changed-from'),
  updatedTo: daySlot('changed-to'),
  sort: choiceSlot('sort', ['createdAt', 'updatedAt'], 'createdAt'),
  order: choiceSlot('order', ['asc', 'desc'], 'desc'),
  size: choiceSlot('size', sizes, '50'),
  page: pageSlot('page'),
};

/** One list: how its view stands in the address, and which of its fields each filter sets. */
export interface ListKind<View extends ListView, Name extends string> {
  /** Paths of the list's operations, by which the arguments that a service refused are remembered. */
  readonly operations: readonly string[];
  readonly slots: SlotsOf<View>;
  /** What can be taken off as one, in the order of the chips; `q` is what is typed. */
  readonly fieldsOf: Readonly<Record<Name, readonly (keyof View)[]>>;
  /** The argument of the interface that each filter becomes. */
  readonly argumentOf: Readonly<Record<Name | 'q', string>>;
}

export function listKind<View extends ListView, Name extends string>(kind: ListKind<View, Name>) {
  const plain = readSlots(kind.slots, new URLSearchParams());
  // The names of the filters are those of the table.
  const names = Object.keys(kind.fieldsOf) as Name[];
  return {
    ...kind,
    names,
    /** Nothing narrowed, in the default order, at its beginning. */
    plain,
    read: (search: URLSearchParams): View => readSlots(kind.slots, search),
    write: (view: View): URLSearchParams => writeSlots(kind.slots, view),
    /** Arguments of the address that are not understood. */
    unreadIn: (search: URLSearchParams): string[] => unread(kind.slots, search),
    /** The view with a change: another filter or order is another list, and one begins at its beginning. */
    changed: (view: View, part: Partial<View>): View => ({ ...view, page: 1, ...part }),
    /** The filters that narrow the list. */
    active: (view: View): Name[] =>
      names.filter((name) => kind.fieldsOf[name].some((field) => Boolean(view[field]))),
    /** The view with one filter taken off. */
    without: (view: View, name: Name): View => {
      const off = Object.fromEntries(kind.fieldsOf[name].map((field) => [field, plain[field]]));
      return { ...view, ...off, page: 1 };
    },
  };
}

/** Matches as the interface's arguments; those that are off are left out. */
export const matchArguments = (matches: Readonly<Record<string, Match | undefined>>) =>
  Object.fromEntries(
    Object.entries(matches).flatMap(([name, match]) => (match ? [[name, argumentOf(match)]] : [])),
  );

/** A match of whole numbers: the wire wants them as numbers. */
export function wholeArgument(match: Match) {
  const { exists, eq, ne, in: among, nin } = argumentOf(match);
  return {
    ...(exists === undefined ? {} : { exists }),
    ...(eq === undefined ? {} : { eq: Number(eq) }),
    ...(ne === undefined ? {} : { ne: Number(ne) }),
    ...(among ? { in: among.map(Number) } : {}),
    ...(nin ? { nin: nin.map(Number) } : {}),
  };
}
