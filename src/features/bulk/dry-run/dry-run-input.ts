import type { TableRow } from '#widgets/table-reading/table.ts';
import type { BulkDocument } from '../prepare/work-record.ts';
import type { Mapping, Pairing } from '../table/mapping.ts';
import type { People } from './people.ts';
import type { Prior } from '../table/earlier-result.ts';

/** A row of the table, with what an earlier run said of it where the table is that run's result. */
export interface BulkTableRow extends TableRow {
  readonly prior?: Prior | undefined;
}

/** Everything that the verification follows from: the same given, the same checked. */
export interface DryRunInput {
  readonly rows: readonly BulkTableRow[];
  readonly mapping: Mapping;
  readonly pairing: Pairing;
  readonly documents: readonly BulkDocument[];
  readonly people: People;
  /** Ask for NOM-151 for rows that do not say. */
  readonly nom151: boolean;
  /** Certificates left; undefined: not reported. */
  readonly quota: number | undefined;
  /** A request one of whose rows is refused is held back whole, or sent without that row. */
  readonly partial: 'hold' | 'without';
  /** Numbers of rows that the reader leaves out. */
  readonly out: ReadonlySet<number>;
  readonly now: Date;
}
