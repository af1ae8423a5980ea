import { everyScreen } from './every-screen.ts';
import { expectReachable } from './focus-walk.ts';
import { beginDraft, thingsOf } from './look-at-screens.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp, openStory, openWitnessTab, witnessTabs } from './stories.ts';
import { paths } from '#widgets/paths.ts';

const title = 'and what has the focus shows it';

test(`Tab reaches every control of every screen, ${title}`, async ({ page, service, demo }) => {
  test.setTimeout(240_000);
  await enterDemo(page);
  const things = await thingsOf(service, demo, await beginDraft(page, 'Contrato de obra'));
  for (const [name, [address]] of Object.entries(everyScreen(things)))
    await test.step(name, async () => {
      await goInApp(page, address);
      await expectReachable(page, name);
    });
});

test(`Tab reaches every control of the other faces of a screen, ${title}`, async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  const things = await thingsOf(service, demo, await beginDraft(page, 'Contrato de obra'));
  for (const address of Object.values(everyScreen(things)).flatMap(([, ...others]) => others))
    await test.step(address, async () => {
      await goInApp(page, address);
      await expectReachable(page, address);
    });
});

test(`Tab reaches every control of the tabs of a witness and of the sandbox, ${title}`, async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  const { witness } = await thingsOf(service, demo, '');
  await openStory(page, { witness });
  for (const tab of witnessTabs)
    await test.step(tab, async () => {
      await openWitnessTab(page, tab);
      await expectReachable(page, `witness, ${tab}`);
    });
  await goInApp(page, paths.sandbox);
  for (const tab of await page.getByRole('tablist', { name: 'Partes del simulador' }).getByRole('tab').all())
    await test.step(await tab.innerText(), async () => {
      await tab.click();
      await expectReachable(page, `sandbox, ${await tab.innerText()}`);
    });
});

test('Enter on the button of the tray leads into it, and Esc back to the button', async ({ page }) => {
  await enterDemo(page);
  // A page that comes takes the focus to its title.
  await expect(page.locator('main h1')).toBeFocused();
  const button = page.getByRole('button', { name: /^Operaciones/ });
  await button.focus();
  // The part that runs the jobs is fetched by this press: the button must outlive it.
  await button.evaluate((element) => element.setAttribute('data-before', ''));
  await page.keyboard.press('Enter');
  const tray = page.getByRole('region', { name: 'Operaciones' });
  await expect(tray).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(tray.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(tray).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(button).toHaveAttribute('data-before');
});
