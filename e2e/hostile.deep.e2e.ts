import { hostilities } from './hostile/hostilities.ts';
import { screens } from './hostile/screens.ts';
import { printTable, proveHostility } from './hostile/table.ts';
import { test } from './service.ts';

// Every hostility on every screen. A part of it: HOSTILE='huge names,nulls', HOSTILE_ON=board,request.

const named = process.env.HOSTILE?.split(',');
const on = process.env.HOSTILE_ON?.split(',');

for (const hostility of hostilities)
  if (named?.includes(hostility.name) ?? true)
    proveHostility(
      hostility,
      screens.filter((screen) => on?.includes(screen) ?? true),
    );

test.afterAll(printTable);
