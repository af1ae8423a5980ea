/** Columns that a result file has after the reader's own. Their names are not words: they never change. */
export const resultColumns = [
  'testigo_state',
  'testigo_code',
  'testigo_reason',
  'testigo_request_id',
  'testigo_document',
  'testigo_name',
] as const;

export const priorStates = ['done', 'failed', 'refused', 'waiting'] as const;
export type PriorState = (typeof priorStates)[number];

/** Code of a row whose request may have been created: nobody knows. */
export const inDoubtCode = 'create-in-doubt';

/** Codes that say it; results of earlier builds have only the last two. */
const doubtCodes: readonly string[] = [inDoubtCode, 'create:ambiguous', 'discarded'];

/** What an earlier run's result file says of a row. */
export interface Prior {
  readonly state: PriorState;
  /** Id of the request that it made, as far as it came. */
  readonly request: string | undefined;
  /** It may have made one that it does not know of. */
  readonly isInDoubt: boolean;
  readonly document: string | undefined;
  readonly name: string | undefined;
}

/** A table that is an earlier run's result: the reader's own columns, and what became of each row. */
export interface EarlierResult<Row> {
  readonly columns: readonly string[];
  readonly rows: readonly (Row & { readonly prior: Prior })[];
}

/**
 * Recognises a result file by its columns.
 *
 * @returns undefined: it is a table like any other
 */
export function readResult<Row extends { readonly cells: readonly string[] }>(
  header: readonly string[],
  rows: readonly Row[],
): EarlierResult<Row> | undefined {
  const places = resultColumns.map((name) =>
    header.findIndex((title) => title.trim().toLowerCase() === name),
  );
  if (places.includes(-1)) return undefined;
  const own = header.flatMap((_title, at) => (places.includes(at) ? [] : [at]));
  return {
    columns: own.map((at) => header[at] ?? ''),
    rows: rows.map((row) => {
      const [state, code = '', , request, document, name] = places.map((at) => row.cells[at]?.trim() ?? '');
      return {
        ...row,
        cells: own.map((at) => row.cells[at] ?? ''),
        prior: {
          // What nobody wrote there is not done.
          state: priorStates.find((known) => known === state) ?? 'failed',
          request: request || undefined,
          isInDoubt: !request && code.split(/\s+/).some((one) => doubtCodes.includes(one)),
          document: document || undefined,
          name: name || undefined,
        },
      };
    }),
  };
}
