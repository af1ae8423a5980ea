/** What somebody sees who has no session: the verifier, the link of a request, a key that is missing or refused. */
import { paths } from '#widgets/paths.ts';
import { none, openRow, type Faces } from './face-steps.ts';

/** A request by what its link says. */
export interface SharedRequest {
  readonly id: string;
  readonly anonymousKey: string;
}

const wrongKey = '0'.repeat(32);

/**
 * By name.
 *
 * @param shared a request that waits, with the key of its link
 */
export const guestFaces = (shared: SharedRequest): Faces => ({
  'connect-wrong-key': {
    address: paths.connect,
    steps: async (page) => {
      await page.locator('input[type=password]').first().fill('wrong');
      await page.keyboard.press('Enter');
    },
  },
  'verify-guest': { address: paths.verify, steps: none },
  'verify-guest row': { address: paths.verify, steps: openRow },
  'shared request': { address: sharedLink(shared.id, shared.anonymousKey), steps: none },
  'shared request-wrong link': { address: sharedLink(shared.id, wrongKey), steps: none },
  'key missing': {
    address: paths.connect,
    steps: async (page) => {
      // As after a reload of a tab that has the key in memory alone.
      await page.evaluate(() => {
        const baseUrl = `${location.origin}/rest/v1`;
        const connection = { id: 'embedded', baseUrl, contentForm: 'flat' };
        sessionStorage.setItem('testigo.session', JSON.stringify({ connection, at: Date.now() }));
      });
      await page.goto(paths.requests);
      await page.locator('input[type=password]').first().waitFor();
      await page.evaluate(() => sessionStorage.clear());
    },
  },
});

const sharedLink = (id: string, key: string): string => `${paths.request(id)}#k=${key}`;
