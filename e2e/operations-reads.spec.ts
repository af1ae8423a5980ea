import { proveRows } from './operations/prove-rows.ts';
import { rowsOf } from './operations/rows.ts';

proveRows(rowsOf('reads'));
