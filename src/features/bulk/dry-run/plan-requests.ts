import { isReady, nameOfDocument, type ReadyDocument } from '../documents/documents.ts';
import type { BulkDocument } from '../prepare/work-record.ts';
import type { DryRunInput } from './dry-run-input.ts';
import { mostNameCharacters, type RowReading, type RowSigner } from './check-row.ts';
import type { Person } from './people.ts';
import { heaviest, type Reason } from './reasons.ts';

/** The most that one bulk may have. */
export const bulkLimits = { documents: 500, requests: 5000, invites: 20_000 } as const;

/** One request as it would be sent. */
export interface PlannedRequest {
  readonly document: ReadyDocument;
  readonly name: string;
  readonly signers: readonly Person[];
  readonly nom151: boolean;
  /** Numbers of the rows that it is made of. */
  readonly rows: readonly number[];
}

export interface Planned {
  /** What a person's own copy is called after, by {@link whoOf}. */
  readonly names: ReadonlyMap<string, string>;
  readonly requests: readonly PlannedRequest[];
  /** What only shows when rows stand beside each other, by number of row. */
  readonly reasons: ReadonlyMap<number, readonly Reason[]>;
  readonly beyond: { readonly requests: number; readonly invites: number } | undefined;
}

interface PlanGiven extends DryRunInput {
  /** Rows name their documents. */
  readonly byRow: boolean;
  /** Documents that can be sent, each of its bytes once. */
  readonly ready: readonly BulkDocument[];
}

type Standing = 'going' | 'refused' | 'waiting';

/** Rows that make one request, in their order. */
interface Group {
  readonly document: BulkDocument | undefined;
  readonly name: string | undefined;
  readonly rows: RowReading[];
}

/** Which requests the rows make, and what stands against rows only because of other rows. */
export function planRequests(rows: readonly RowReading[], given: PlanGiven): Planned {
  const reasons = new Map<number, Reason[]>();
  const note = (n: number, reason: Reason): void => {
    reasons.set(n, [...(reasons.get(n) ?? []), reason]);
  };
  const isOpen = ({ n, prior }: RowReading): boolean => prior?.state !== 'done' && !given.out.has(n);
  const open = rows.filter(isOpen);
  const names = copyNames(rows);
  // What an earlier run did stands beside the rest: who was invited then is not invited again.
  const counted = rows.filter(({ n }) => !given.out.has(n));
  const groups = given.byRow ? groupsOf(counted) : [{ document: undefined, name: undefined, rows: counted }];
  // In copies everybody signs alone, so a person who stands in two rows gets the same copy twice.
  const needless = new Set<number>();
  for (const group of groups) for (const n of checkGroup(group, given, note)) needless.add(n);

  const isNeeded = (row: RowReading): boolean => isOpen(row) && !needless.has(row.n);
  const standing = (row: RowReading): Standing => {
    const weight = heaviest([...row.reasons, ...(reasons.get(row.n) ?? [])]);
    return weight === 'refused' || weight === 'waiting' ? weight : 'going';
  };
  const requests: PlannedRequest[] = [];
  let beyond: Planned['beyond'];
  if (given.byRow)
    for (const group of groups) {
      const going = goingRows(group.rows.filter(isNeeded), standing, given, note);
      if (going.length > 0 && group.document && isReady(group.document))
        requests.push(requestOf(group.document, group.name, going, given));
    }
  else {
    const copies = given.pairing === 'copies';
    const going = copies
      ? open.filter((row) => standing(row) === 'going')
      : goingRows(open.filter(isNeeded), standing, given, note);
    const people = going.reduce((sum, { signers }) => sum + signers.length, 0);
    const count = {
      requests: given.ready.length * (copies ? people : 1),
      invites: given.ready.length * people,
    };
    if (count.requests > bulkLimits.requests || count.invites > bulkLimits.invites) beyond = count;
    else if (going.length > 0)
      for (const document of given.ready) {
        if (!isReady(document)) continue;
        if (!copies) requests.push(requestOf(document, undefined, going, given));
        else
          for (const row of going)
            for (const signer of row.signers) requests.push(copyOf(document, row, signer, given, names));
      }
  }
  const invites = requests.reduce((sum, { signers }) => sum + signers.length, 0);
  if (requests.length > bulkLimits.requests || invites > bulkLimits.invites)
    return { names, requests: [], reasons, beyond: { requests: requests.length, invites } };
  noteQuota(requests, given.quota, note);
  return { names, requests, reasons, beyond };
}

function groupsOf(rows: readonly RowReading[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    // A row without its document makes no request; it stands alone, so that it holds nothing back.
    const document = row.document?.sameAs ?? row.document?.id;
    const key = document === undefined ? `row ${row.n}` : JSON.stringify([document, row.name ?? null]);
    const group = groups.get(key) ?? { document: row.document, name: row.name, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * Rows twice, people twice, and rows that contradict each other.
 *
 * @returns numbers of the rows that add nobody: without them the request is the same, so they hold nothing back
 */
function checkGroup(
  group: Group,
  given: PlanGiven,
  note: (n: number, reason: Reason) => void,
): readonly number[] {
  const needless: number[] = [];
  const seenRows = new Map<string, number>();
  const seenPeople = new Map<string, number>();
  let first: { n: number; nom151: boolean } | undefined;
  const isDone = ({ prior }: RowReading): boolean => prior?.state === 'done';
  // What is done comes first, wherever it stands: the others repeat it, not it them.
  for (const row of [...group.rows.filter(isDone), ...group.rows.filter((row) => !isDone(row))]) {
    const whole = JSON.stringify([row.signers.map(({ key }) => key), row.nom151 ?? null]);
    const before = row.signers.length > 0 ? seenRows.get(whole) : undefined;
    if (before !== undefined) {
      note(row.n, { code: 'row-twice', row: before });
      needless.push(row.n);
      continue;
    }
    seenRows.set(whole, row.n);
    const known = row.signers.filter((signer) => seenPeople.has(whoOf(signer)));
    if (known.length > 0 && known.length === row.signers.length) needless.push(row.n);
    for (const signer of row.signers) {
      const other = seenPeople.get(whoOf(signer));
      const what = signer.person?.name ?? signer.text;
      if (other !== undefined) note(row.n, { code: 'person-twice', row: other, column: signer.column, what });
      else seenPeople.set(whoOf(signer), row.n);
    }
    const nom151 = row.nom151 ?? given.nom151;
    if (given.byRow || given.pairing === 'together') {
      first ??= { n: row.n, nom151 };
      if (first.nom151 !== nom151) note(row.n, { code: 'nom151-contradiction', row: first.n });
    }
  }
  return needless;
}

/** The rows of one request that go with it: all, none, or as the reader chose those that nothing stands against. */
function goingRows(
  rows: readonly RowReading[],
  standing: (row: RowReading) => Standing,
  given: PlanGiven,
  note: (n: number, reason: Reason) => void,
): readonly RowReading[] {
  const stands = rows.map(standing);
  // What is still being looked at may turn out either way: until then nothing of it goes, and nothing is said.
  if (stands.includes('waiting')) return [];
  const held = rows[stands.indexOf('refused')];
  if (held === undefined) return rows;
  const fine = rows.filter((_row, at) => stands[at] === 'going');
  if (given.partial === 'without') return fine;
  for (const { n } of fine) note(n, { code: 'request-held', row: held.n });
  return [];
}

function requestOf(
  document: ReadyDocument,
  name: string | undefined,
  rows: readonly RowReading[],
  given: PlanGiven,
): PlannedRequest {
  return {
    document,
    name: name ?? nameOfDocument(document),
    signers: rows.flatMap(({ signers }) => signers.flatMap(({ person }) => person ?? [])),
    nom151: rows[0]?.nom151 ?? given.nom151,
    rows: rows.map(({ n }) => n),
  };
}

/**
 * A copy for one person carries their name; where two have the same one, the second also what names them in the table.
 * So by document and name every copy is distinguished from the others, and a person has the same name in every row.
 */
function copyNames(rows: readonly RowReading[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { signers } of rows)
    for (const signer of signers) {
      if (names.has(whoOf(signer))) continue;
      const name = signer.person?.name ?? signer.text;
      const distinct = taken.has(name) ? `${name} (${signer.text})` : name;
      taken.add(distinct);
      names.set(whoOf(signer), distinct);
    }
  return names;
}

/** By what a person is known in all rows. */
export const whoOf = ({ person, key }: RowSigner): string => person?.id ?? key;

/** The name of a copy, as long as a name may be. */
export function copyName(base: string, who: string): string {
  return `${base.slice(0, Math.max(0, mostNameCharacters - who.length - 2))}, ${who}`;
}

function copyOf(
  document: ReadyDocument,
  row: RowReading,
  signer: RowSigner,
  given: PlanGiven,
  names: ReadonlyMap<string, string>,
): PlannedRequest {
  return {
    document,
    name: copyName(row.name ?? nameOfDocument(document), names.get(whoOf(signer)) ?? signer.text),
    signers: signer.person ? [signer.person] : [],
    nom151: row.nom151 ?? given.nom151,
    rows: [row.n],
  };
}

/** Requests in their order take what is left; those that come too late are warned of. */
function noteQuota(
  requests: readonly PlannedRequest[],
  quota: number | undefined,
  note: (n: number, reason: Reason) => void,
): void {
  let left = quota;
  const noted = new Set<number>();
  for (const { nom151, rows } of requests) {
    if (!nom151) continue;
    if (left === undefined || left <= 0)
      for (const n of rows)
        if (!noted.has(n)) {
          noted.add(n);
          note(n, left === undefined ? { code: 'quota-unchecked' } : { code: 'quota', count: quota });
        }
    if (left !== undefined) left -= 1;
  }
}
