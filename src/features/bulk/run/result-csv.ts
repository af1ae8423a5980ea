import type { BulkItem, BulkJob } from '#jobs/bulk/bulk-record.ts';
import type { FailedItem } from './failure-texts.ts';
import { inDoubtCode, resultColumns, type PriorState } from '../table/earlier-result.ts';

/** The words of a result, which are of the reader's language. */
export interface ResultWords {
  /** Why an item failed, in a sentence. */
  readonly failure: (item: FailedItem) => string;
  /** Why the dry run refused a row, by the code. */
  readonly refusal: (code: string) => string;
}

/**
 * What became of every row of a bulk: the reader's own columns as they were given, then ours. A row that went into
 * several requests stands once for each.
 */
export function resultRows(
  { columns }: Pick<BulkJob, 'columns'>,
  items: readonly BulkItem[],
  words: ResultWords,
): readonly (readonly string[])[] {
  const lines = items.flatMap((item) =>
    item.rows.map((row) => ({
      row: row.n,
      item: item.n,
      cells: [...columns.map((_column, at) => row.cells[at] ?? ''), ...outcomeOf(item, words)],
    })),
  );
  lines.sort((a, b) => a.row - b.row || a.item - b.item);
  return [[...columns, ...resultColumns], ...lines.map(({ cells }) => cells)];
}

const stateOf = ({ state }: BulkItem): PriorState => (state === 'running' ? 'waiting' : state);

/** Its create was begun and not refused for sure: planned again, the request could be there twice. */
const isInDoubt = ({ progress }: BulkItem): boolean =>
  progress.creating === true && progress.requestId === undefined && !progress.refused;

function outcomeOf(item: BulkItem, words: ResultWords): readonly string[] {
  const { plan, progress } = item;
  const failure = item.state === 'failed' ? item.failure : undefined;
  const reasons = [...new Set([...(item.reasons ?? []), ...(isInDoubt(item) ? [inDoubtCode] : [])])];
  const codes = failure ? [`${failure.step}:${failure.kind}`, ...reasons] : reasons;
  // What is said of a failure says also what is in doubt.
  const reason = failure
    ? words.failure({ progress, failure })
    : reasons.map((one) => words.refusal(one)).join(' ');
  return [stateOf(item), codes.join(' '), reason, progress.requestId ?? '', plan.filePath, plan.name];
}
