import { specOf, type AnyOperation, type Spec } from './places.ts';
import { rates } from './rates.ts';
import { reads } from './reads.ts';
import type { Row } from './row.ts';
import { writes } from './writes.ts';

/** How the answer of every operation is seen. One without a row does not compile. */
const rows: Readonly<Record<AnyOperation, Row>> = { ...reads, ...rates, ...writes };

/** Those of one file of tests. */
export const rowsOf = (spec: Spec): readonly (readonly [AnyOperation, Row])[] =>
  // The keys of the table are its operations.
  (Object.entries(rows) as [AnyOperation, Row][]).filter(([operation]) => specOf(operation) === spec);
