import type { Locator, Page } from '@playwright/test';
import { expect, test } from './service.ts';
import { enterStories, openStory, readStory } from './stories.ts';

/** What explains each mark of the paper of a witness, by the name of the mark. */
const explanations: Readonly<Record<string, string>> = {
  'NOM-151': 'Una autoridad de sellado firmó la huella con una fecha, según la NOM-151.',
  Merkle: 'La huella es una hoja de un árbol cuya raíz tiene una constancia o está en una cadena pública.',
  Tercero: 'Un tercero guarda la huella en su propio registro, cuya raíz está en una cadena pública.',
  Recalculado: 'Calculado en este equipo, a partir de los bytes',
  'En cadena': 'Leído de la cadena por un nodo que se indicó',
  'Ancla de confianza': 'Un ancla en la que confías',
  'Según el servicio': 'Solo según el servicio',
};

interface ExplainedMark {
  readonly name: string;
  readonly text: string;
  readonly button: Locator;
}

/** The marks of the strategies and of the bases, each with its button; the node of the demo has been queried. */
async function openMarks(
  page: Page,
  origin: string,
  viewport: { width: number; height: number },
): Promise<ExplainedMark[]> {
  await enterStories(page);
  await page.setViewportSize(viewport);
  await openStory(page, await readStory(origin, 'clean-contract'));
  await page.getByRole('button', { name: 'Consultar la cadena' }).click();
  await expect(page.locator('main button > [data-basis="CHAIN"]')).toBeVisible();
  const buttons = page.locator('main button:has(> [data-block], > [data-basis])');
  const names = await buttons.evaluateAll((all) =>
    all.map((one) => {
      // The mark of a strategy is named with its verdict.
      const strategy = one.querySelector('[data-block]')?.getAttribute('aria-label');
      return strategy?.split(':')[0] ?? one.textContent;
    }),
  );
  expect(names.slice(0, 3)).toEqual(['NOM-151', 'Merkle', 'Tercero']);
  expect(names.slice(3)).toEqual(['Recalculado', 'En cadena', 'Ancla de confianza', 'Según el servicio']);
  return names.map((name, at) => ({ name, text: explanations[name] ?? '', button: buttons.nth(at) }));
}

/** What the mark opens says the same; gone, it leaves the focus on the mark. */
async function expectOpened(page: Page, { name, text, button }: ExplainedMark): Promise<void> {
  const opened = page.getByRole('dialog', { name, exact: true });
  await expect(opened).toHaveText(text);
  await expect(opened).toBeInViewport({ ratio: 1 });
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(button).toBeFocused();
}

test('the mark of every strategy and basis explains itself under the pointer, with the focus and when it is pressed', async ({
  page,
  service,
}) => {
  const tip = page.getByRole('tooltip');
  for (const mark of await openMarks(page, service.origin, { width: 1440, height: 900 }))
    await test.step(mark.name, async () => {
      await mark.button.hover();
      await expect(tip).toHaveText(mark.text);
      await page.getByRole('heading', { level: 1 }).hover();
      await expect(tip).toHaveCount(0);
      await mark.button.click();
      await expectOpened(page, mark);
      // Away and back, as Tab leads there.
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await expect(mark.button).toBeFocused();
      await expect(tip).toHaveText(mark.text);
      await page.keyboard.press('Enter');
      await expectOpened(page, mark);
    });
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  test('on a phone a tap on the mark of any strategy or basis explains it', async ({ page, service }) => {
    for (const mark of await openMarks(page, service.origin, { width: 360, height: 780 }))
      await test.step(mark.name, async () => {
        await mark.button.tap();
        await expectOpened(page, mark);
      });
  });
});
