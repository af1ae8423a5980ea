import { proveRows } from './operations/prove-rows.ts';
import { rowsOf } from './operations/rows.ts';

// Nothing is loaded between two of these, so that looking twice costs little.
proveRows(rowsOf('rates'), { renamed: true });
