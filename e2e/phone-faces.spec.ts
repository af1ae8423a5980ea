import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { everyFace, type Face } from './faces.ts';
import type { Things } from './every-screen.ts';
import { thingsOf } from './look-at-screens.ts';
import { measureScreen } from './screen-figures.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';

// What a press opens at 360 px. Screens as they open are in calm.spec.ts.

test.use({ viewport: { width: 360, height: 780 } });

/** What stands over a page, or beside it. */
const floating = ':is([role="dialog"], [role="menu"], [role="listbox"], [role="region"], aside)';

/** Of what stands over the page: how much wider than itself its content is, and whether it lies beside the window. */
const overWide = (page: Page): Promise<string[]> =>
  page.locator(floating).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .flatMap((one) => {
        const { left, right } = one.getBoundingClientRect();
        const over = one.scrollWidth - one.clientWidth;
        const name = one.getAttribute('aria-label') ?? one.textContent.slice(0, 60);
        return [
          ...(over > 0 ? [`${name}: ${over} px of its content`] : []),
          ...(left < 0 || right > innerWidth ? [`${name}: from ${left} to ${right} px`] : []),
        ];
      }),
  );

/** Loads a page anew, and waits until it takes keys: what is painted first does not. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Tu sesión' })).toBeVisible();
  await settledScreen(page, { timeoutMs: 15_000 });
}

async function expectNarrow(page: Page, name: string): Promise<void> {
  await settledScreen(page, { timeoutMs: 15_000 });
  expect.soft((await measureScreen(page)).sideways, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  expect.soft(await overWide(page), `${name} is too wide`).toEqual([]);
}

/** Faces that the pictures leave out, of dialogs. */
const dialogs = ({ witness }: Things): Readonly<Record<string, Face>> => ({
  certify: {
    address: `${paths.witnesses}?nom151=without&merkle=without`,
    steps: async (page) => {
      await page.getByRole('main').getByRole('checkbox').nth(1).check();
      await page.getByRole('button', { name: 'Certificar elegidos' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  export: {
    address: paths.witness(witness),
    steps: async (page) => {
      await page.getByRole('button', { name: 'Guardar expediente' }).click({ timeout: 30_000 });
      await expect(page.getByRole('dialog', { name: 'Guardar expediente' })).toBeVisible();
    },
  },
  guide: {
    address: paths.witness(witness),
    steps: async (page) => {
      await page.getByRole('button', { name: 'Cómo leer esto' }).click();
      await expect(page.getByRole('dialog', { name: 'Cómo leer un veredicto' })).toBeVisible();
    },
  },
  'paste a list': {
    address: paths.newRequest,
    steps: async (page) => {
      await page.getByRole('button', { name: 'Pegar una lista' }).click();
      await expect(page.getByRole('dialog', { name: 'Agregar firmantes de una lista' })).toBeVisible();
    },
  },
  more: {
    address: paths.requests,
    steps: async (page) => {
      await page.getByRole('navigation').getByRole('button', { name: 'Más' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  tray: {
    address: paths.requests,
    steps: async (page) => {
      await page.getByRole('button', { name: /^Operaciones/ }).click();
      await expect(page.getByRole('region', { name: 'Operaciones' })).toBeVisible();
    },
  },
  'row of the verifier': {
    address: paths.verify,
    steps: async (page) => {
      await everyFace(placeholders)['verify-a document']?.steps(page);
      await page.getByText('Convenio ajeno.pdf').first().click();
      await expect(page.getByRole('complementary')).toContainText('Convenio ajeno');
    },
  },
});

/** The names of faces are the same whatever they are of. */
const placeholders: Things = {
  organization: '',
  request: '',
  witness: '',
  subject: '',
  certificate: '',
  issuer: '',
  token: '',
  wallet: '',
  draft: '',
};

/** By what they are: so many that workers share them. */
const groups = {
  'no form that is filled in, no search for a person and no list that is read': /^(?:composer|bulk)-/,
  'no selection, filter, palette, menu or answer': /^(?!composer|bulk|witness-)/,
  'no tab of a witness': /^witness-/,
};

test('the groups of faces hold each face once', () => {
  for (const name of Object.keys(everyFace(placeholders)))
    expect(
      Object.values(groups).filter((names) => names.test(name)),
      name,
    ).toHaveLength(1);
});

for (const [what, names] of Object.entries(groups))
  test(`on a phone ${what} scrolls sideways`, async ({ page, service, demo }) => {
    test.setTimeout(240_000);
    await enterDemo(page);
    const faces = everyFace(await thingsOf(service, demo, 'not-here'));
    for (const [name, { address, steps }] of Object.entries(faces).filter(([face]) => names.test(face)))
      await test.step(name, async () => {
        await open(page, address);
        await steps(page);
        await expectNarrow(page, name);
      });
  });

test('on a phone no dialog, sheet or menu over a page scrolls sideways or lies beside it', async ({
  page,
  service,
  demo,
}) => {
  test.setTimeout(240_000);
  await enterDemo(page);
  for (const [name, { address, steps }] of Object.entries(dialogs(await thingsOf(service, demo, ''))))
    await test.step(name, async () => {
      await open(page, address);
      await steps(page);
      await expectNarrow(page, name);
    });
});
