import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { expectAccessible, expectAccessibleInOtherTheme } from './accessible.ts';
import { expectCalm } from './calm.ts';
import { deepIf } from './deep-tag.ts';
import { everyFace } from './faces.ts';
import { expectReachable } from './focus-walk.ts';
import { thingsOf } from './look-at-screens.ts';
import { recordLayoutShifts, takeLayoutShifts } from './screen-figures.ts';
import { expect, test, type DemoSession, type RunningService } from './service.ts';
import { makeRequest } from './shared-request.ts';

// What somebody sees who has no session: they come for the first time, verify, or were sent a link.

interface PublicScreen {
  readonly address: string;
  /** What it shows once it is there, in either language. */
  readonly shows: RegExp;
  /** What a person does there before it is looked at. */
  readonly steps?: (page: Page) => Promise<void>;
}

async function publicScreens(
  service: RunningService,
  demo: DemoSession,
): Promise<Readonly<Record<string, PublicScreen>>> {
  const { id, anonymousKey } = await makeRequest(service, demo, 'Convenio que se comparte');
  const faces = everyFace(await thingsOf(service, demo, ''));
  const [organization] = demo.organizations;
  const verify = { address: paths.verify, shows: /huellas|hashes/ };
  return {
    connect: { address: paths.connect, shows: /demostración|demo/ },
    'verify without files': verify,
    'verify with a row that was checked': {
      ...verify,
      steps: async (page) => {
        await faces['verify-a document']?.steps(page);
        await expect(page.getByRole('row', { name: /Convenio ajeno/ })).toContainText(
          /Sin determinar|Undetermined/,
        );
      },
    },
    'verify with a row open': { ...verify, ...faces['verify-row'] },
    'a shared request': {
      address: `${paths.request(id)}#k=${anonymousKey}`,
      shows: /Convenio que se comparte/,
    },
    'the page that links with an organization': {
      address: paths.link(organization?.id ?? ''),
      shows: new RegExp(organization?.name ?? ''),
    },
  };
}

for (const [locale, language] of [
  ['es-MX', 'es-MX'],
  ['en-US', 'en'],
] as const)
  for (const viewport of [
    { width: 360, height: 780 },
    { width: 1440, height: 900 },
  ])
    test.describe(`in ${language} at ${viewport.width} px`, () => {
      test.use({ locale, viewport });

      const title = `no screen without a session moves by itself or scrolls sideways in ${language} at ${viewport.width} px; each is accessible, and Tab reaches its controls and shows where it is`;

      // In the gate: Spanish on a phone, English on a wide screen.
      test(
        title,
        deepIf((viewport.width === 360) !== (language === 'es-MX')),
        async ({ page, service, demo }) => {
          test.setTimeout(180_000);
          await recordLayoutShifts(page);
          const screens = await publicScreens(service, demo);
          for (const [name, { address, shows, steps }] of Object.entries(screens))
            await test.step(name, async () => {
              // Nothing is left of the screen before: a fragment alone would not load the page anew.
              await page.goto('about:blank');
              await page.goto(address);
              await expect(page.locator('main').last()).toContainText(shows);
              // The language is the browser's: nothing was chosen, and nothing is stored.
              await expect(page.locator('html')).toHaveAttribute('lang', language);
              await expectCalm(page, name);
              await steps?.(page);
              await takeLayoutShifts(page);
              await expectCalm(page, `${name}, after what was done there,`);
              await expectAccessible(page, name);
              await expectAccessibleInOtherTheme(page, name);
              await expectReachable(page, name, 2);
            });
        },
      );
    });
