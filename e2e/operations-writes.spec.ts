import { proveRows } from './operations/prove-rows.ts';
import { rowsOf } from './operations/rows.ts';
import { test } from './service.ts';

// A service and a signed-in page of their own: to start them for each worker costs more than the rows.
test.describe.configure({ mode: 'default' });

proveRows(rowsOf('writes'), { own: true });
