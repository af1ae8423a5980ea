import { proveRows } from './operations/desk.ts';
import { rowsOf } from './operations/rows.ts';

// Nothing is loaded between two of these, so that looking twice costs little.
proveRows(rowsOf('rates'), { renamed: true });
