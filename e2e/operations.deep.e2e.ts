import { proveRows } from './operations/prove-rows.ts';
import { rowsOf } from './operations/rows.ts';

// What the tests of operations hold on to: with its field under another name, no answer is taken for seen.
proveRows([...rowsOf('reads'), ...rowsOf('writes')], { renamed: true });
