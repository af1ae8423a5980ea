import { hostilities } from './hostile/hostilities.ts';
import { proveHostility } from './hostile/table.ts';

// A sample of the hostile table; all of it runs in `npm run deep`.

const sample = [
  'deceptive names',
  'names without a space',
  'invalid dates',
  'unknown enums',
  'long error messages',
];

for (const hostility of hostilities)
  if (sample.includes(hostility.name)) proveHostility(hostility, ['requests', 'request', 'directory']);
