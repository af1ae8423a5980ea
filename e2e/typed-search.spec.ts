import { paths } from '#widgets/paths.ts';
import { expect, test } from './service.ts';
import { settledScreen } from './screen-state.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

const lists = [paths.requests, paths.witnesses, paths.directory, paths.certificates, paths.issuers];

test('the search of a list takes all that is typed by whoever pauses', async ({ page }) => {
  await enterDemo(page);
  for (const address of lists)
    await test.step(address, async () => {
      await goInApp(page, address);
      await settledScreen(page, { timeoutMs: 15_000 });
      const search = page.getByRole('main').getByRole('searchbox');
      await search.click();
      for (const typed of ['a', 'ab', 'abc']) {
        await page.keyboard.type(typed.slice(-1));
        await expect(page).toHaveURL(new RegExp(`=${typed}(&|$)`));
      }
      await expect(search).toBeFocused();
      await expect(search).toHaveValue('abc');
    });
});
