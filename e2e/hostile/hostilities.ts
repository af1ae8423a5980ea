import type { Route } from '@playwright/test';
import type { Screen } from './screens.ts';
import { fetchWhole, fulfillChanged } from '../whole-answers.ts';

/** What a hostility does to the calls of the interface: the answer of the service, changed, or another in its place. */
export interface Hostility {
  readonly name: string;
  /** What a screen must show of it; undefined where it shows nothing of it, and the answer having come is all. */
  readonly seen?: (screen: Screen) => RegExp | undefined;
  /** What is false under it. */
  readonly never?: readonly RegExp[];
  /** No screen gets its data: each says so, and none says that there is nothing. */
  readonly refuses?: true;
  /**
   * What is there is still there, or its read failed: no screen says that there is nothing, unless it says so before
   * the service as it is.
   */
  readonly keepsData?: true;
  /** Screens are looked at while they wait too: they say nothing before they are answered. */
  readonly isSlow?: true;
  /** The same things come more than once: no screen shows more than there are. */
  readonly isRepeating?: true;
  /** Tasks are long under it: lists are searched and ordered too, and compared with the same before the service as it is. */
  readonly isHeavy?: true;
  /** Each screen asks for the key again, and waits for it for as long as a cell takes. */
  readonly asksForKey?: true;
  /** Handles one read; what it leaves alone goes through. */
  readonly act: (route: Route, call: { path: string; nth: number }) => Promise<void>;
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Fields = Record<string, Json>;

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every field of an answer, however deep, through a function; a list of items can be changed as a whole. */
function mapped(
  value: Json,
  change: (name: string, value: Json) => Json,
  list: (items: Json[]) => Json[],
): Json {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change, list));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]): [string, Json] => {
      const deep = mapped(inner, change, list);
      const is = (name === 'results' || name === 'items') && Array.isArray(deep);
      return [name, is ? list(deep) : change(name, deep)];
    }),
  );
}

interface Changes {
  field?: (name: string, value: Json) => Json;
  list?: (items: Json[], nth: number) => Json[];
  whole?: (answer: Json, nth: number) => Json;
}

/** Answers what the service answered, changed. */
const changing =
  ({ field = (_, value) => value, list = (items) => items, whole = (answer) => answer }: Changes) =>
  async (route: Route, { nth }: { nth: number }): Promise<void> => {
    const response = await fetchWhole(route);
    const text = await response.text();
    let answer: Json;
    try {
      answer = JSON.parse(text) as Json;
    } catch {
      return route.fulfill({ response });
    }
    const changed = whole(
      mapped(answer, field, (items) => list(items, nth)),
      nth,
    );
    await fulfillChanged(route, response, JSON.stringify(changed));
  };

const names = /^(?:name|commonName|organization|organizationalUnitName|provider|emailAddress)$/;
const dates = /(?:At|^notBefore|^notAfter|^timestamp|^mark|^time)$/;

/** Screens that show a name of somebody or something; the others show values alone. */
const withNames: readonly Screen[] = [
  'requests',
  'board',
  'request',
  'composer',
  'witness',
  'directory',
  'endorsements',
  'organization',
  'overview',
  'subject',
];

/** In place of every name that somebody chose. */
const named = (
  name: string,
  say: (old: string) => string,
  seen: RegExp,
  more?: Partial<Hostility>,
): Hostility => ({
  name,
  seen: (screen) => (withNames.includes(screen) ? seen : undefined),
  keepsData: true,
  ...more,
  act: changing({ field: (field, old) => (names.test(field) && typeof old === 'string' ? say(old) : old) }),
});

const refusing =
  (status: number, headers: Record<string, string> = {}, body = '{}') =>
  async (route: Route): Promise<void> =>
    route.fulfill({ status, headers, body, contentType: 'application/json' });

/** The rate series is one read, and its screen makes no other. */
const isOnlyRead = (path: string): boolean => path.endsWith('-rates');

/** The first answers are whole, so that a screen stands before it happens. */
const after =
  (whole: number, act: Hostility['act']): Hostility['act'] =>
  async (route, call) =>
    call.nth < whole && !isOnlyRead(call.path) ? route.continue() : act(route, call);

const tenThousand = 10_000;

/** A row of a list that goes on and on: those that are there, and again with ids of their own. */
function numbered(rows: Json[], at: number): Json {
  const row = rows[at % rows.length] ?? null;
  return isFields(row) && at >= rows.length && typeof row.id === 'string'
    ? { ...row, id: `ffffffff${at.toString(16).padStart(16, '0')}` }
    : row;
}

export const hostilities: readonly Hostility[] = [
  {
    name: 'slow',
    isSlow: true,
    keepsData: true,
    act: async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    },
  },
  {
    name: 'shuffled',
    keepsData: true,
    act: changing({ list: (items, nth) => (nth % 2 ? [...items].reverse() : items) }),
  },
  {
    name: 'duplicated',
    isRepeating: true,
    keepsData: true,
    act: changing({ list: (items) => items.flatMap((item) => [item, item]) }),
  },
  {
    name: 'changing between pages',
    act: changing({ list: (items, nth) => items.slice(nth % 3) }),
  },
  {
    name: 'unknown enums',
    keepsData: true,
    seen: (screen) => (screen === 'request' || screen === 'witness' ? /SOMETHING_NEW/ : undefined),
    never: [/espera a 0 |0\/\d+ complet/i, /Algoritmo\s+SHA-256/],
    act: changing({
      field: (name, value) =>
        /^(?:status|algorithm|currency|conservation|provider)$/.test(name) && typeof value === 'string'
          ? 'SOMETHING_NEW'
          : value,
    }),
  },
  {
    name: 'nulls',
    act: changing({ field: (name, value) => (name === 'id' || isFields(value) ? value : null) }),
  },
  named('huge names', (old) => old + 'A'.repeat(100_000), /A{30}/, { isHeavy: true }),
  named('names without a space', () => 'W'.repeat(120), /W{30}/),
  named('long names', (old) => `${old} `.repeat(20).slice(0, 256), /(.{3,}) \1 /),
  named('deceptive names', () => 'Juan\u202Eexe.fdp\u200B\u2066', /Juan⟨U\+202E⟩exe/),
  {
    name: 'invalid dates',
    keepsData: true,
    seen: (screen) =>
      screen === 'request' || screen === 'subject' || screen === 'witness'
        ? /2026-13-45|fecha ilegible/
        : undefined,
    act: changing({
      field: (name, value) =>
        !dates.test(name)
          ? value
          : typeof value === 'string'
            ? '2026-13-45T99:99:99Z'
            : typeof value === 'number'
              ? 1e20
              : value,
    }),
  },
  {
    name: 'ten thousand rows',
    isHeavy: true,
    keepsData: true,
    seen: (screen) =>
      ['requests', 'directory', 'organization'].includes(screen) ? /10[,.\s]?000/ : undefined,
    act: changing({
      // The requested list; a list in each of its rows would be a hundred million.
      whole: (answer) => {
        if (!isFields(answer) || !Array.isArray(answer.results) || !isFields(answer.info)) return answer;
        const { results, info } = answer;
        // With documents and certificates in so many rows it would be larger than answers may be (16 MiB).
        const short = results.map((row) =>
          mapped(
            row,
            (_, value) => (typeof value === 'string' && value.length > 64 ? null : value),
            () => [],
          ),
        );
        const rows =
          short.length === 0 ? [] : Array.from({ length: tenThousand }, (_, at) => numbered(short, at));
        return { ...answer, results: rows, info: { ...info, count: rows.length, pages: 1, next: null } };
      },
    }),
  },
  { name: '429 without a time', refuses: true, act: refusing(429) },
  {
    name: '429 with a date',
    refuses: true,
    never: [/2099|NaN/],
    act: refusing(429, { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' }),
  },
  {
    name: '429 for ever',
    refuses: true,
    never: [/1000000000|1,000,000,000/],
    act: refusing(429, { 'retry-after': '1000000000' }),
  },
  { name: '429 with nonsense', refuses: true, act: refusing(429, { 'retry-after': 'soon' }, 'x') },
  { name: '401 in the middle', asksForKey: true, act: after(1, refusing(401)) },
  { name: 'reset', refuses: true, act: async (route) => route.abort('connectionreset') },
  {
    name: 'reset in the middle',
    keepsData: true,
    act: after(2, async (route) => route.abort('connectionreset')),
  },
  { name: 'redirect', refuses: true, act: refusing(302, { location: 'https://elsewhere.invalid/' }) },
  {
    name: '__proto__ members',
    keepsData: true,
    act: async (route) => {
      const response = await fetchWhole(route);
      const text = await response.text();
      const bad = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},';
      await fulfillChanged(route, response, text.replaceAll(/\{(?=")/g, `{${bad}`));
    },
  },
  { name: 'empty 200', refuses: true, act: async (route) => route.fulfill({ status: 200, body: '' }) },
  {
    name: 'long error messages',
    refuses: true,
    act: refusing(500, {}, JSON.stringify({ errors: [{ message: 'E'.repeat(5_000) }] })),
  },
];
