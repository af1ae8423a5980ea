import type { SignatureRequest } from '#contract/resources/resources.ts';
import { isStub } from '#client/queries/hydration.ts';
import { inviteStatus, strategyDates } from '#client/queries/reading.ts';

/** What the reader was shown, so that nothing moves under the pointer. */
export interface Held {
  /** What was requested: other rows are another list. */
  readonly of: string;
  readonly pages: number;
  readonly rows: readonly SignatureRequest[];
  /** What each row said when the reader last agreed to the list. */
  readonly prints: Readonly<Record<string, Print>>;
}

/** What there is to say about a list that was refreshed while it was looked at. */
export interface HeldRows {
  readonly rows: readonly SignatureRequest[];
  /** Rows that say something else than before, in place. */
  readonly changed: ReadonlySet<string>;
  /** Changed, come and gone rows together. */
  readonly changes: number;
}

export function hold(of: string, rows: readonly SignatureRequest[], pages: number): Held {
  return { of, pages, rows, prints: Object.fromEntries(rows.map((row) => [row.id ?? '', printOf(row)])) };
}

/**
 * Lays fresh rows over what is shown: known rows say the new thing in their old place, new rows wait, gone
 * rows stay until the reader asks. Further pages that the reader scrolled to are put at the end.
 */
export function layOver(
  held: Held,
  fresh: readonly SignatureRequest[],
  pages: number,
  complete = true,
): { held: Held; shown: HeldRows } {
  const freshById = new Map(fresh.map((row) => [row.id ?? '', row]));
  let next = held;
  if (pages > held.pages) {
    const known = new Set(held.rows.map((row) => row.id ?? ''));
    // Rows that arrived on the further pages alone: those before them are changes, not continuations.
    const lastKnown = fresh.findLastIndex((row) => known.has(row.id ?? ''));
    const more = fresh.slice(lastKnown + 1);
    next = {
      ...held,
      pages,
      rows: [...held.rows, ...more],
      prints: { ...held.prints, ...hold(held.of, more, pages).prints },
    };
  }
  const rows = next.rows.map((row) => freshById.get(row.id ?? '') ?? row);
  const shownIds = new Set(rows.map((row) => row.id ?? ''));
  const changed = new Set<string>();
  const learnt: Record<string, Print> = {};
  for (const row of rows) {
    const id = row.id ?? '';
    const before = next.prints[id];
    const after = printOf(row);
    if (differs(before, after)) changed.add(id);
    else if (before?.deep === undefined && after.deep !== undefined) learnt[id] = after;
  }
  if (Object.keys(learnt).length > 0) next = { ...next, prints: { ...next.prints, ...learnt } };
  // A row that comes in front pushes the last loaded one onto a page that was not read: that one is not gone.
  const end = complete ? rows.length : rows.findLastIndex((row) => freshById.has(row.id ?? '')) + 1;
  const gone = rows.slice(0, end).filter((row) => !freshById.has(row.id ?? '')).length;
  const come = fresh.filter((row) => !shownIds.has(row.id ?? '')).length;
  return { held: next, shown: { rows, changed, changes: changed.size + gone + come } };
}

/** What a row says, in short: two rows with the same print look the same. */
interface Print {
  /** What is in the row itself. */
  readonly own: string;
  /** What is in its invites and its witness; undefined while only their ids are known. */
  readonly deep: string | undefined;
}

function printOf(request: SignatureRequest): Print {
  const { name, draft, finalized, signed, pending, rejected, updatedAt, invites, witness } = request;
  const known = !isStub(witness) && !invites?.some(isStub);
  return {
    own: JSON.stringify([name, draft, finalized, signed, pending, rejected, updatedAt, invites?.length]),
    deep: known
      ? JSON.stringify([
          invites?.map((invite) => [invite.id, inviteStatus(invite)]),
          witness && [witness.id, strategyDates(witness)],
        ])
      : undefined,
  };
}

/** Getting to know what was only an id is no change. */
function differs(before: Print | undefined, after: Print): boolean {
  if (before?.own !== after.own) return true;
  return before.deep !== undefined && after.deep !== undefined && before.deep !== after.deep;
}
