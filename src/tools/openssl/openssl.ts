/**
 * The PKI checks of the product beside OpenSSL, on evidence made for it: nothing throws; what the product says PASSED
 * of, OpenSSL accepts; what OpenSSL accepts, the product never says FAILED of. Exceptions are in `differences.ts`.
 *
 *     npm run deep -- openssl
 *     npx tsx src/tools/openssl/openssl.ts lists stamps
 */
import { hasOpenssl, openssl } from '#service/authorities/testing/openssl.ts';
import { report } from './compare.ts';
import { compareLists } from './lists.ts';
import { compareNames } from './names.ts';
import { comparePaths } from './paths.ts';
import { compareResponses } from './responses.ts';
import { compareStamps } from './stamps.ts';

const kinds = {
  paths: comparePaths,
  names: compareNames,
  stamps: compareStamps,
  responses: compareResponses,
  lists: compareLists,
};
const only = process.argv.slice(2);

if (hasOpenssl) {
  console.log(openssl({}, 'version').text.trim());
  for (const [kind, run] of Object.entries(kinds)) if (only.length === 0 || only.includes(kind)) run();
  process.exitCode = report() ? 0 : 1;
} else {
  console.error(
    'openssl is not installed: nothing was compared. Install it (Debian: apt-get install openssl).',
  );
  process.exitCode = 1;
}
