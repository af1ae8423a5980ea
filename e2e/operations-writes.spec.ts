import { proveRows } from './operations/desk.ts';
import { rowsOf } from './operations/rows.ts';

proveRows(rowsOf('writes'), { own: true });
