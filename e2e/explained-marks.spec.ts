import type { Locator, Page } from '@playwright/test';
import { reading } from './accessible-routes.ts';
import { everyScreen, type Things } from './every-screen.ts';
import { thingsOf } from './look-at-screens.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterStories, goInApp, openStory, readStory } from './stories.ts';

/** What explains each mark, by the name of the mark. */
const explanations: Readonly<Record<string, string>> = {
  'NOM-151': 'Un prestador de servicios de certificación firmó la huella con una fecha, según la NOM-151.',
  Merkle: 'La huella es una hoja de un árbol cuya raíz tiene una constancia o está en una cadena pública.',
  Tercero: 'Un tercero guarda la huella en su propio registro, cuya raíz está en una cadena pública.',
  Recalculado: 'Calculado en este equipo, a partir de los bytes',
  'En cadena': 'Leído de la cadena por un nodo que se indicó',
  'Ancla de confianza': 'Un ancla en la que confías',
  'Según el servicio': 'Solo según el servicio',
  Recomputed: 'Computed on this computer, from the bytes',
  'On chain': 'Read from the chain by a node that you named',
  Reported: 'The word of the service alone',
};

/** The legend of a list, and the guide, in each language. */
const legends = {
  'es-MX': {
    name: 'Qué significan N, M y E',
    text: 'Un prestador de servicios de certificación firmó la huella',
    link: 'Cómo leer esto',
    guide: 'Cómo leer un veredicto',
  },
  en: {
    name: 'What N, M and E mean',
    text: 'A certification provider signed the hash',
    link: 'How to read this',
    guide: 'How to read a verdict',
  },
} as const;
type Language = keyof typeof legends;

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

async function enterIn(page: Page, language: Language): Promise<void> {
  await reading(page, 'light', language);
  await page.getByRole('button', { name: /^(?:Entrar a la demostración|Enter the demo)$/ }).click();
  await page.getByRole('navigation').first().waitFor();
}

/** Goes to the screens that have marks beside that of a witness, and gives one mark of each that explains itself. */
async function* marksElsewhere(
  page: Page,
  things: Things,
  language: Language,
): AsyncGenerator<ExplainedMark> {
  const { overview, request, token, witnesses, requests } = everyScreen(things);
  // The screen before stays, with marks of the same name, until the next one is there.
  const go = async (address: string): Promise<void> => {
    await goInApp(page, address);
    await settledScreen(page, { timeoutMs: 15_000 });
  };
  for (const address of [overview[0], request[0], token[0]]) {
    await go(address);
    const button = page.locator('main button:has(> [data-basis="SERVER"])').first();
    const name = (await button.textContent()) ?? '';
    const text = explanations[name];
    if (text === undefined) throw new Error(`Nothing explains ${name} at ${address}.`);
    yield { name, text, button };
  }
  const { name, text } = legends[language];
  for (const address of [request[0], witnesses[0], requests[0]]) {
    await go(address);
    yield { name, text, button: page.getByRole('main').getByRole('button', { name }) };
  }
}

/** What the mark opens says the same; gone, it leaves the focus on the mark. */
async function expectOpened(page: Page, { name, text, button }: ExplainedMark): Promise<void> {
  const opened = page.getByRole('dialog', { name, exact: true });
  await expect(opened).toContainText(text);
  await expect(opened).toBeInViewport({ ratio: 1 });
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(button).toBeFocused();
}

/** It explains itself under the pointer, when it is pressed, with the focus, and by Enter. */
async function expectExplained(page: Page, mark: ExplainedMark, tipText: string | RegExp): Promise<void> {
  const tip = page.getByRole('tooltip');
  await mark.button.hover();
  await expect(tip).toHaveText(tipText);
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);
  await mark.button.click();
  await expectOpened(page, mark);
  // Away and back, as Tab leads there.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(mark.button).toBeFocused();
  await expect(tip).toHaveText(tipText);
  await page.keyboard.press('Enter');
  await expectOpened(page, mark);
}

test('the mark of every strategy and basis explains itself under the pointer, with the focus and when it is pressed', async ({
  page,
  service,
}) => {
  for (const mark of await openMarks(page, service.origin, { width: 1440, height: 900 }))
    await test.step(mark.name, async () => {
      await expectExplained(page, mark, mark.text);
    });
});

for (const language of ['es-MX', 'en'] as const) {
  test(`in ${language} marks of other screens and legends of lists explain themselves, and lead to the guide`, async ({
    page,
    service,
    demo,
  }) => {
    const { link, guide } = legends[language];
    const things = await thingsOf(service, demo, '');
    await enterIn(page, language);
    for await (const mark of marksElsewhere(page, things, language))
      await test.step(`${mark.name} at ${page.url()}`, async () => {
        await expect(mark.button).toHaveCount(1);
        await expectExplained(page, mark, /\S/);
      });

    // The last of them leads to the guide, whose address opens it again.
    const address = page.url();
    await page.getByRole('main').getByRole('button', { name: legends[language].name }).click();
    await page.getByRole('link', { name: link }).click();
    const opened = page.getByRole('dialog', { name: guide });
    await expect(opened).toBeVisible();
    await expect(page).toHaveURL(`${address}#how-to-read`);
    await page.reload();
    await expect(opened).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    await expect(page).toHaveURL(address);
  });
}

test('the guide opens by its address without a key', async ({ page }) => {
  await page.goto('/verify#how-to-read');
  await expect(page.getByRole('dialog', { name: legends['es-MX'].guide })).toBeVisible();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  for (const language of ['es-MX', 'en'] as const)
    test(`on a phone in ${language} a tap explains marks of other screens and of lists`, async ({
      page,
      service,
      demo,
    }) => {
      const things = await thingsOf(service, demo, '');
      await page.setViewportSize({ width: 360, height: 780 });
      await enterIn(page, language);
      for await (const mark of marksElsewhere(page, things, language))
        await test.step(`${mark.name} at ${page.url()}`, async () => {
          await mark.button.tap();
          await expectOpened(page, mark);
        });
    });

  test('on a phone a tap on the mark of any strategy or basis explains it', async ({ page, service }) => {
    for (const mark of await openMarks(page, service.origin, { width: 360, height: 780 }))
      await test.step(mark.name, async () => {
        await mark.button.tap();
        await expectOpened(page, mark);
      });
  });
});
