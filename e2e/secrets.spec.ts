import { proveSecrets } from './secrets/prove.ts';

// Part of the faults; all of them are in secrets.deep.e2e.ts.
proveSecrets(['401', '422', 'cut-after', 'malformed-json', 'wrong-types']);
