import { isDay } from '../days.ts';

/** One field of what a list shows: its name in the address, how it is read there and written. */
export interface Slot<T> {
  readonly name: string;
  /** What is not understood is as if it were not there, so that an old or mistyped link still opens. */
  readonly read: (text: string | null) => T;
  /** Undefined: nothing stands in the address. */
  readonly write: (value: T) => string | undefined;
}

/** The slots of a view, one for each of its fields. */
export type SlotsOf<View> = { readonly [K in keyof View]: Slot<View[K]> };

export const slot = <T>(
  name: string,
  read: (text: string | null) => T,
  write: (value: T) => string | undefined,
): Slot<T> => ({ name, read, write });

export const textSlot = (name: string, allowed: RegExp): Slot<string | undefined> =>
  slot(
    name,
    (text) => (text && allowed.test(text) ? text : undefined),
    (value) => value,
  );

/** A day in the app's zone, `2026-11-18`. */
export const daySlot = (name: string): Slot<string | undefined> =>
  slot(
    name,
    (text) => (text && isDay(text) ? text : undefined),
    (value) => value,
  );

/** One of a few words. */
export const oneOfSlot = <V extends string>(name: string, known: readonly V[]): Slot<V | undefined> =>
  slot(
    name,
    (text) => known.find((value) => value === text),
    (value) => value,
  );

/** One of a few words, of which one is meant where none stands. */
export const choiceSlot = <V extends string>(name: string, known: readonly V[], plain: V): Slot<V> =>
  slot(
    name,
    (text) => known.find((value) => value === text) ?? plain,
    (value) => (value === plain ? undefined : value),
  );

/** The page of a list, from 1. */
export const pageSlot = (name: string): Slot<number> =>
  slot(
    name,
    (text) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1),
    (value) => (value === 1 ? undefined : String(value)),
  );

/** Reads the address. */
export function readSlots<View extends object>(slots: SlotsOf<View>, search: URLSearchParams): View {
  const entries = namesOf(slots).map((name) => [name, slots[name].read(search.get(slots[name].name))]);
  // Every field is read by the slot of its own name.
  return Object.fromEntries(entries) as View;
}

/** Writes the address, always in the same order; what is plain is left out. */
export function writeSlots<View extends object>(
  slots: SlotsOf<View>,
  view: View,
  search: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const write = (name: keyof View): void => {
    const text = slots[name].write(view[name]);
    if (text) search.set(slots[name].name, text);
    else search.delete(slots[name].name);
  };
  namesOf(slots).forEach((name) => {
    write(name);
  });
  return search;
}

/** Arguments of the address that the view leaves out, because they are not known or cannot be understood. */
export function unread<View extends object>(slots: SlotsOf<View>, search: URLSearchParams): string[] {
  const known = new Map(
    namesOf(slots).map((name) => [slots[name].name, slots[name] as Slot<unknown>]), // each reads and writes its own
  );
  return [...new Set(search.keys())].filter((name) => {
    const text = search.get(name)?.trim() ?? '';
    const found = known.get(name);
    if (text === '' || !found) return text !== '';
    const value = found.read(text);
    // What is meant where nothing stands is not written either.
    return !found.write(value) && String(value) !== text;
  });
}

// The keys are those of the view: the type of the slots says so.
const namesOf = <View extends object>(slots: SlotsOf<View>) => Object.keys(slots) as (keyof View)[];
