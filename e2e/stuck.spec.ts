import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openDatabase } from '#service/storage/database/database.ts';
import { sql } from '#service/storage/database/sql.ts';
import { copyPreparedData } from './prepared-data.ts';
import {
  expect,
  startService,
  test as base,
  type DemoSession,
  type RunningService,
  type WorkerFixtures,
} from './service.ts';
import { call } from './staff.ts';
import { uploadFile } from './upload.ts';
import { enterAs } from './witness-list.ts';

// What is stuck, made by what people do: signed, rejected, left lying, by the interface and the sandbox of a service
// of its own. Only one state cannot come about so, because the service closes a request with its last answer: there
// an invite is taken out of its database while it stands still.

const stuckIn = 'Casos de prueba';
const healthyIn = 'Cooperativa Nube de Sal';

interface Organization {
  readonly id: string;
  readonly key: string;
}
interface Request {
  readonly id: string;
  readonly invites: readonly { readonly id: string; readonly subject: { readonly id: string } }[];
  readonly witness?: { readonly id: string; readonly timestampedAt: string | null } | null;
}

let service: RunningService;
let folder: string;
let demo: DemoSession;

const organizationOf = (name: string): Organization => {
  const found = demo.organizations.find((one) => one.name === name)!;
  return { id: found.id, key: found.apiKey };
};
const subjectOf = (name: string) => demo.subjects.find(({ commonName }) => commonName === name)!;

/** A call that must be taken. */
async function act<T>(bearer: string, method: string, path: string, input?: unknown): Promise<T> {
  const { status, body } = await call<T>(service.origin, bearer, method, path, input);
  expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBe(200);
  return body;
}

/** A request over a text of its own, with its invites in the order of the names. */
async function request(
  { id: organization, key }: Organization,
  name: string,
  signers: readonly string[],
  draft = false,
): Promise<Request> {
  const content = { raw: await uploadFile(service.origin, key, `${name}.txt`, Buffer.from(`${name}\n`)) };
  const made = await act<Request>(key, 'POST', '/signature-request', { draft, name, content, organization });
  for (const signer of signers)
    await act(key, 'POST', '/signature-request-invite', {
      signatureRequest: made.id,
      subject: subjectOf(signer).id,
    });
  return read({ id: organization, key }, made.id);
}

const read = ({ key }: Organization, id: string): Promise<Request> =>
  act<Request>(key, 'GET', `/signature-request/${id}`);

/** Answers as the invited person does in their app. */
async function answer({ invites }: Request, who: string, how: 'sign' | 'reject'): Promise<void> {
  const invite = invites.find(({ subject }) => subject.id === subjectOf(who).id)!;
  const response = await fetch(`${service.origin}/sandbox/invites/${invite.id}/${how}`, { method: 'POST' });
  expect(response.status, `${who}: ${await response.text()}`).toBe(200);
}

const conserve = ({ id, key }: Organization, conservation: string): Promise<unknown> =>
  act(key, 'PUT', '/organization', { id, policies: { signatureRequest: { conservation } } });

async function moveClock(advance: number): Promise<void> {
  const response = await fetch(`${service.origin}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance }),
  });
  expect(response.status).toBe(200);
}

/** The overview of an organization, as who reads it at the service's own time sees it. */
async function openOverview(page: Page, organization: string): Promise<void> {
  const { now } = (await (await fetch(`${service.origin}/sandbox/clock`)).json()) as { now: string };
  await page.clock.setFixedTime(now);
  await enterAs(page, organization);
  await page.getByRole('navigation').getByRole('link', { name: 'Resumen' }).click();
  await expect(page.getByRole('main').getByText('Cuota', { exact: true })).toBeVisible();
}

/** What the queue says: the cause and the document of every row, and where it leads. */
async function queueOf(page: Page): Promise<{ cause: string; title: string; to: string }[]> {
  const all = page.getByRole('button', { name: 'Ver todos' });
  // With fewer rows after another look there is no such button.
  if (await all.isVisible()) await all.click({ timeout: 2_000 }).catch(() => undefined);
  return page
    .getByRole('list', { name: 'Asuntos por atender' })
    .getByRole('listitem')
    .evaluateAll((rows, causes) => {
      return rows.map((row) => {
        const link = row.querySelector('a');
        return {
          cause: causes.find((one) => row.textContent.includes(one)) ?? '',
          title: link?.textContent ?? '',
          to: link?.getAttribute('href') ?? '',
        };
      });
    }, causes);
}

const causes = [
  'Rechazada',
  'Firmada sin finalizar',
  'Firmada sin atestiguar',
  'Sin respuesta',
  'Certificado',
  'Sin vínculo',
  'Sin firmantes',
  'Por reclamar',
  'Borrador',
];

const day = 86_400;
const maria = 'María Fernanda Ortega Ruiz';
const rodrigo = 'Rodrigo Aranda Lizama';
const gabriela = 'Gabriela Solís Montero';
const jorge = 'Jorge Iván Treviño Garza';
const luis = 'Luis Alberto Canché Poot';

const made = new Map<string, Request>();

/** Makes everything that is stuck, and what is not stuck yet. */
async function prepare(): Promise<void> {
  folder = await copyPreparedData('testigo-stuck-');
  service = await startService({}, folder);
  demo = (await (await fetch(`${service.origin}/sandbox/session`)).json()) as DemoSession;
  const own = organizationOf(stuckIn);
  const make = async (name: string, signers: readonly string[], draft?: boolean): Promise<Request> => {
    const one = await request(own, name, signers, draft);
    made.set(name, one);
    return one;
  };
  await act(subjectOf(gabriela).accessToken, 'POST', '/organization-link', { organization: own.id });

  const unfinalized = await make('Sin finalizar', [rodrigo, maria]);
  await answer(unfinalized, rodrigo, 'sign');
  await make('Con firmante y en borrador', [luis], true);
  await make('Enviada a nadie', []);
  await answer(await make('Con un rechazo', [maria, luis]), luis, 'reject');
  await make('Nadie responde', [maria]);
  await make('Con certificado revocado', [jorge, maria]);
  await make('Con certificado por vencer', [gabriela]);
  const token = await make('Con token', [rodrigo]);
  await answer(token, rodrigo, 'sign');
  await make('Sin firmantes y en borrador', [], true);
  // Nothing is left in this organization's quota: what shall be certified waits for it.
  await conserve(own, 'NOM151');
  await answer(await make('Espera su constancia', [rodrigo]), rodrigo, 'sign');
  await conserve(own, 'MERKLEIZED');
  const witness = (await read(own, token.id)).witness!;
  await act(own.key, 'PUT', '/witness', { id: witness.id, initialOwner: subjectOf(rodrigo).id });
  await expect
    .poll(
      async () => {
        const { body } = await call<{ info: { count: number } }>(
          service.origin,
          own.key,
          'GET',
          `/witnesses?claimable=true&_id=${encodeURIComponent(JSON.stringify({ eq: witness.id }))}`,
        );
        return body.info.count;
      },
      { timeout: 30_000 },
    )
    .toBe(1);

  await service.stop();
  const database = await openDatabase({ dataFolder: folder });
  const { invites } = unfinalized;
  const left = invites.find(({ subject }) => subject.id === subjectOf(maria).id)!;
  await database.rows(sql`delete from invites where id = ${left.id}`);
  await database.close();
  service = await startService({}, folder);

  await moveClock(3 * day);
  // What is young is not stuck yet, be it the same.
  await make('Enviada hace un momento', [maria]);
  await make('Enviada a nadie hace un momento', []);
  await conserve(own, 'NOM151');
  await answer(await make('Firmada hace un momento', [rodrigo]), rodrigo, 'sign');
  await conserve(own, 'MERKLEIZED');
}

const test = base.extend<object, WorkerFixtures>({
  service: [
    async ({ environment: _ }, use) => {
      await prepare();
      await use(service);
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

// Both tests read what `prepare` makes once, which takes longer than either of them.
test.describe.configure({ mode: 'default' });

test('each cause is found once, with its document, and leads to where it is solved; nothing else is', async ({
  page,
}) => {
  // A link is gone after the invite to a draft: who was named can no longer be invited.
  const own = organizationOf(stuckIn);
  const unlinked = await request(own, 'A nombre de quien se va', [gabriela], true);
  made.set('A nombre de quien se va', unlinked);
  await openOverview(page, stuckIn);
  const id = (name: string): string => made.get(name)!.id;
  const expected = [
    ['Rechazada', 'Con un rechazo'],
    ['Firmada sin finalizar', 'Sin finalizar'],
    ['Firmada sin atestiguar', 'Espera su constancia'],
    ['Sin respuesta', 'Nadie responde'],
    ['Certificado', 'Con certificado revocado'],
    ['Certificado', 'Con certificado por vencer'],
    ['Sin firmantes', 'Enviada a nadie'],
    ['Borrador', 'Con firmante y en borrador'],
    ['Borrador', 'A nombre de quien se va'],
  ].map(([cause, title]) => ({ cause, title, to: `/requests/${id(title!)}` }));
  const isRequest = ({ title }: { title: string }): boolean => made.has(title) && title !== 'Con token';
  // Names and certificates come after the requests.
  await expect.poll(async () => (await queueOf(page)).filter(isRequest)).toEqual(expected);
  const queue = await queueOf(page);
  const witness = (await read(own, id('Con token'))).witness!.id;
  expect(queue.filter(({ title }) => title === 'Con token')).toEqual([
    { cause: 'Por reclamar', title: 'Con token', to: `/witnesses/${witness}` },
  ]);
  // The test cases of the sandbox that are so by themselves, and no other of them.
  expect(queue.filter(({ title }) => !made.has(title)).map(({ cause, title }) => [cause, title])).toEqual([
    ['Firmada sin atestiguar', 'Caso 9. Poder especial, conservación pendiente'],
    ['Por reclamar', 'Caso 17. Convenio de confidencialidad, reclamo firmado con otra llave'],
  ]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${queue.length} `));

  const row = (title: string) =>
    page.getByRole('list', { name: 'Asuntos por atender' }).getByRole('listitem').filter({ hasText: title });
  await expect(row('Con un rechazo')).toContainText(luis);
  await expect(row('Con certificado revocado')).toContainText(jorge);
  await expect(row('Con certificado revocado')).not.toContainText(maria);
  await expect(row('Con certificado por vencer')).toContainText(gabriela);
  await expect(row('Con token')).toContainText(`${rodrigo} puede reclamar su token`);
  await expect(row('Nadie responde')).toContainText(maria);
  await expect(row('Con certificado revocado').getByRole('button', { name: 'Copiar mensaje' })).toBeVisible();

  // The link goes, and the same draft is stuck for another reason.
  await act(own.key, 'DELETE', `/organization-link?subject=${subjectOf(gabriela).id}&organization=${own.id}`);
  await page.reload();
  await page.getByRole('button', { name: 'Ver todos' }).click();
  await expect(row('A nombre de quien se va')).toContainText('Sin vínculo');
  await expect(row('A nombre de quien se va')).toContainText(gabriela);
});

test('where all is answered, sent and witnessed, nothing waits', async ({ page }) => {
  const own = organizationOf(healthyIn);
  await openOverview(page, healthyIn);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/^\d+ /);
  await expect
    .poll(async () => (await queueOf(page)).map(({ cause, title: name }) => [cause, name]))
    .toEqual([
      ['Sin respuesta', 'Carta de intención, empaque en Valladolid'],
      ['Certificado', 'Convenio de confidencialidad, receta de flor de sal'],
      ['Borrador', 'Poder especial ante la aduana de Progreso'],
    ]);
  const before = await queueOf(page);

  // Every one of them is solved, by those who can.
  const idOf = (name: string): string =>
    before
      .find(({ title: one }) => one.startsWith(name))!
      .to.split('/')
      .at(-1)!;
  await act(own.key, 'PUT', `/signature-request/${idOf('Poder especial')}`, { draft: false });
  for (const { to } of before) {
    const whole = await read(own, to.split('/').at(-1)!);
    for (const { id } of whole.invites) {
      const { status } = await act<{ status: string }>(own.key, 'GET', `/signature-request-invite/${id}`);
      if (status !== 'PENDING') continue;
      const response = await fetch(`${service.origin}/sandbox/invites/${id}/sign`, { method: 'POST' });
      expect(response.status).toBe(200);
    }
  }
  await expect
    .poll(
      async () =>
        (await Promise.all(before.map(({ to }) => read(own, to.split('/').at(-1)!)))).every(
          ({ witness }) => witness?.timestampedAt,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  await page.reload();
  await expect(title).toHaveText('Nada por atender');
  await expect(page.getByText('Todo en orden')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Asuntos por atender' })).toHaveCount(0);
});
