import { isoOf } from '#clock/instants.ts';
import { parseInteger } from '#clock/instants.ts';
import type { Endorsable, EndorseEvent, Subject } from '#contract/resources/resources.ts';
import type { TokenDocument } from '#client/families/tokens/token-documents.ts';
import { addressForm } from '#client/families/tokens/wallets.ts';
import { writeCsv } from '#widgets/files/csv.ts';

/** What is known of the people and documents in an export. What could not be read is an empty value, never a guess. */
export interface Known {
  /** By address. */
  readonly people: ReadonlyMap<string, Subject>;
  /** By the token's id. */
  readonly documents: ReadonlyMap<string, TokenDocument>;
}

type Column<Item> = readonly [name: string, read: (item: Item, known: Known) => unknown];

/** Columns are named as the interface names them; instants are UTC, hashes bare and in lower case. */
const eventColumns: readonly Column<EndorseEvent>[] = [
  ['id', ({ id }) => id],
  ['timestamp', ({ timestamp }) => instant(timestamp)],
  ['fromId', ({ fromId }) => fromId],
  ['fromName', ({ fromId }, known) => person(fromId, known)?.commonName],
  ['fromRFC', ({ fromId }, known) => person(fromId, known)?.RFC],
  ['toId', ({ toId }) => toId],
  ['toName', ({ toId }, known) => person(toId, known)?.commonName],
  ['toRFC', ({ toId }, known) => person(toId, known)?.RFC],
  ['digest', ({ digest }) => digest],
  ...documentColumns<EndorseEvent>(({ digest }) => digest),
  ['network', ({ network }) => network],
];

const tokenColumns: readonly Column<Endorsable>[] = [
  ['id', ({ id }) => id],
  ['timestamp', ({ timestamp }) => instant(timestamp)],
  ['ownerId', ({ ownerId }) => ownerId],
  ['ownerName', ({ ownerId }, known) => person(ownerId, known)?.commonName],
  ['ownerRFC', ({ ownerId }, known) => person(ownerId, known)?.RFC],
  ...documentColumns<Endorsable>(({ id }) => id),
  ['network', ({ network }) => network],
];

function documentColumns<Item>(tokenOf: (item: Item) => unknown): readonly Column<Item>[] {
  const document = (item: Item, { documents }: Known) => documents.get(String(tokenOf(item)));
  return [
    ['documentHash', (item) => hashOf(tokenOf(item))],
    ['documentName', (item, known) => document(item, known)?.name],
    ['amount', (item, known) => document(item, known)?.amount?.amount],
    ['currency', (item, known) => document(item, known)?.amount?.currency],
  ];
}

export const eventsCsv = (events: readonly EndorseEvent[], known: Known): string =>
  csvOf(eventColumns, events, known);
export const tokensCsv = (tokens: readonly Endorsable[], known: Known): string =>
  csvOf(tokenColumns, tokens, known);

function csvOf<Item>(columns: readonly Column<Item>[], items: readonly Item[], known: Known): string {
  return writeCsv([
    columns.map(([name]) => name),
    ...items.map((item) => columns.map(([, read]) => text(read(item, known)))),
  ]);
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';

const person = (address: string | null | undefined, { people }: Known): Subject | undefined =>
  address ? people.get(addressForm(address)) : undefined;

const instant = (seconds: number | null | undefined): string | undefined =>
  seconds == null ? undefined : isoOf(seconds * 1000);

/** A token's number is its document's hash (Rule EN-1); one that was rounded on its way is not. */
function hashOf(token: unknown): string | undefined {
  if (typeof token === 'number' && !Number.isSafeInteger(token)) return undefined;
  const digits = text(token);
  return /^\d{1,78}$/.test(digits) ? parseInteger(digits)?.toString(16).padStart(64, '0') : undefined;
}
