import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { startDouble, type Double } from './published/double.ts';
import type { DoubleTier } from './published/document.ts';
import { expect, startService, test, type DemoSession, type RunningService } from './service.ts';
import { addSigner, chooseFile, chooseKind, openRequestId, pdf } from './staff.ts';

/** A deployment of a tier, the page's own server, and the key of an organization that is there. */
interface Live {
  readonly double: Double;
  readonly page: RunningService;
  readonly demo: DemoSession;
}

async function startLive(tier: DoubleTier): Promise<Live> {
  const double = await startDouble(tier);
  const page = await startService({
    TESTIGO_CONNECT: double.origin,
    ...(tier === 'published' ? { TESTIGO_NESTING: 'stub' } : {}),
  });
  await double.attach(page.origin);
  const demo = (await (await fetch(`${page.origin}/sandbox/session`)).json()) as DemoSession;
  return { double, page, demo };
}

async function connect(page: Page, { page: { origin }, double, demo }: Live): Promise<void> {
  await page.goto(`${origin}${paths.connect}`);
  await page.getByText('Otra dirección', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Dirección del servicio' }).fill(`${double.origin}/rest/v1`);
  await page.getByLabel('Clave de la organización').fill(demo.organizations[0]!.apiKey);
  await page.getByText('Conservar la clave en esta pestaña').click();
  await page.getByRole('button', { name: 'Conectar', exact: true }).click();
  await page.getByRole('button', { name: /^Continuar$/ }).click();
  await expect(
    page
      .getByRole('navigation')
      .getByRole('link', { name: /Solicitudes/ })
      .first(),
  ).toBeVisible();
}

/** A screen that has come to rest and says nothing that was printed by accident. */
async function look(page: Page, { page: { origin } }: Live, address: string): Promise<void> {
  await page.goto(origin + address);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 }).first()).toHaveText(/\S/);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(main).not.toContainText(/undefined|\[object|NaN|Invalid Date/);
}

/** What the double would not have taken; a flat content is tried once, because nothing named the form. */
const violationsOf = ({ double }: Live) =>
  double.calls.flatMap(({ method, path, violations }) =>
    violations.length > 0 ? [`${method} ${path} ${violations.join('; ')}`] : [],
  );

const sent = ({ double }: Live, path: string) =>
  double.calls.filter((call) => call.method === 'POST' && call.path === path && call.status === 200);

test.describe.configure({ mode: 'serial' });

for (const tier of ['published', 'documented'] as const)
  test(`a ${tier} deployment is connected to, sent through and read without one call that it would refuse`, async ({
    page,
  }) => {
    test.setTimeout(150_000);
    const live = await startLive(tier);
    try {
      await connect(page, live);
      const flat = tier === 'published' ? 1 : 0;

      // Each kind is composed and sent, each by one create and one invite.
      const kinds = [
        async () => chooseFile(page, 'Convenio vivo.pdf', await pdf('Convenio vivo')),
        () => chooseFile(page, 'Datos vivos.json', Buffer.from('{"vivo":true}'), 'application/json'),
        async () => {
          await chooseKind(page, 'Texto');
          await page.getByRole('textbox', { name: 'Texto del documento' }).fill('Carta responsiva viva.');
          await page.getByRole('textbox', { name: 'Nombre' }).fill('Carta viva');
        },
        async () => {
          await chooseKind(page, 'Pagaré (IOU)');
          await page.getByRole('textbox', { name: 'Importe' }).fill('480,000.50');
          await page.getByRole('combobox', { name: 'Deudor' }).fill('Luis Alberto');
          await page.getByRole('option', { name: /Luis Alberto Canché/ }).click();
          await page.getByRole('combobox', { name: 'Acreedor' }).fill('Ana Sofía');
          await page.getByRole('option', { name: /Ana Sofía Pech/ }).click();
          await page.getByRole('textbox', { name: 'Latitud' }).fill('20.967370');
          await page.getByRole('textbox', { name: 'Longitud' }).fill('-89.592586');
          await page.getByRole('textbox', { name: 'Nombre' }).fill('Pagaré vivo');
          await expect(page.getByText('coincide', { exact: true })).toHaveCount(6);
        },
      ];
      const made: string[] = [];
      for (const [at, composing] of kinds.entries()) {
        await page.goto(`${live.page.origin}${paths.newRequest}`);
        await composing();
        await addSigner(page, 'Luis Alberto Canché Poot');
        await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
        made.push(await openRequestId(page));
        expect(sent(live, '/signature-request')).toHaveLength(at + 1);
        expect(sent(live, '/signature-request-invite')).toHaveLength(at + 1);
      }
      expect(new Set(made).size).toBe(kinds.length);
      const creates = live.double.calls.filter(
        ({ method, path }) => method === 'POST' && path === '/signature-request',
      );
      // Nothing named the form before the first one; a sure refusal is no request.
      expect(creates).toHaveLength(kinds.length + flat);

      const request = made[0]!;
      const hash = 'ab'.repeat(32);
      const address = 'cd'.repeat(20);
      const screens = [
        paths.overview,
        paths.request(request),
        ...['', '?view=board', '?kind=pdf', '?kind=IOU', '?tab=drafts', '?q=vivo'].map(
          (filter) => paths.requests + filter,
        ),
        ...[
          '',
          '?nom151=with',
          '?nom151=without',
          '?merkle=with',
          '?merkle=without',
          '?nom151-provider=PSC-UNO',
          '?merkle-provider=PSC-UNO&merkle-algorithm=SHA256',
          '?algorithm=SHA256',
          '?claimable=yes&claimed=no',
          '?owner=*',
          `?find=0x${hash}`,
          '?from=2026-01-01&to=2026-12-31',
        ].map((filter) => paths.witnesses + filter),
        paths.verify,
        paths.endorsements,
        `${paths.endorsements}?view=tokens`,
        paths.wallet(`0x${address}`),
        ...['', `?address=0x${address}`, '?q=Rodrigo', '?country=MX'].map(
          (filter) => paths.directory + filter,
        ),
        paths.rates,
        ...['', '?tab=members', '?tab=links', '?tab=keys'].map((tab) => paths.organization + tab),
        paths.settings,
      ];
      for (const screen of screens)
        await test.step(screen, () => look(page, live, screen), { timeout: 15_000 });

      const violations = violationsOf(live);
      expect(violations.filter((line) => !line.startsWith('POST /signature-request '))).toEqual([]);
      expect(violations).toHaveLength(flat);
    } finally {
      await live.page.stop();
      await live.double.stop();
    }
  });
