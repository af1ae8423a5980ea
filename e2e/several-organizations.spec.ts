import type { Page } from '@playwright/test';
import { everyScreen } from './every-screen.ts';
import { thingsOf } from './look-at-screens.ts';
import { faultOf, settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { call } from './staff.ts';
import { goInApp } from './stories.ts';

interface Listed {
  readonly results: readonly { readonly id: string; readonly name?: string }[];
}

/** Screens before an organization is chosen or without things of the service; the sandbox acts with the signers' own tokens. */
const without = new Set([
  'connect',
  'connectThen',
  'link',
  'draft',
  'bulkDraft',
  'bulkRun',
  'sandbox',
  'sandboxSigners',
]);

test('OR-1 a person of two organizations sees the data of the chosen one alone, on every screen', async ({
  page,
  service,
  demo,
}) => {
  test.setTimeout(600_000);
  const [first, second] = demo.organizations;
  const [person] = demo.subjects;
  if (!first || !second || !person) throw new Error('The demo has two organizations and people.');
  for (const { id, apiKey } of [first, second]) {
    const input = { subject: person.id, organization: id };
    // Whoever links and is a member already stays one.
    await call(service.origin, person.accessToken, 'POST', '/organization-link', input);
    const { status } = await call(service.origin, apiKey, 'POST', '/organization-member', input);
    expect([200, 409]).toContain(status);
  }
  const namesOf = async (apiKey: string): Promise<string[]> => {
    const page100 = encodeURIComponent(JSON.stringify({ page: 1, size: 100 }));
    const path = `/signature-requests?pagination=${page100}`;
    const { body } = await call<Listed>(service.origin, apiKey, 'GET', path);
    return body.results.flatMap(({ name }) => name ?? []);
  };
  const of = { [first.id]: await namesOf(first.apiKey), [second.id]: await namesOf(second.apiKey) };

  await page.goto('/connect');
  // Connecting finds out what the service has by one row of each list, of whichever organization, and shows none of it.
  const surveyed = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/api-keys'));
  await page.getByLabel('Clave de la organización').fill(person.accessToken);
  await page.getByRole('button', { name: 'Conectar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conexión establecida' })).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(
    page
      .getByRole('navigation')
      .getByRole('link', { name: /Solicitudes/ })
      .first(),
  ).toBeVisible();
  await surveyed;

  for (const [mine, other] of [
    [first, second],
    [second, first],
  ] as const) {
    await choose(page, mine.name);
    const foreign = watchForeign(page, mine.id);
    const things = await thingsOf(service, { ...demo, organizations: [mine] }, 'none');
    // A name that another test gave can be a word of the screens, or the beginning of one of their names.
    const own = (of[mine.id] ?? []).join('\n');
    const strange = (of[other.id] ?? []).filter((name) => name.includes(' ') && !own.includes(name));
    expect(strange.length).toBeGreaterThan(0);
    for (const [name, addresses] of Object.entries(everyScreen(things))) {
      if (without.has(name)) continue;
      for (const address of addresses) {
        await goInApp(page, address);
        const state = await settledScreen(page, { timeoutMs: 15_000 });
        expect([address, faultOf(state)]).toEqual([address, undefined]);
        expect([address, strange.filter((one) => state.rest.includes(one))]).toEqual([address, []]);
        expect([address, foreign.splice(0)]).toEqual([address, []]);
      }
    }
    await goInApp(page, '/requests');
    const [known = ''] = of[mine.id] ?? [];
    await expect(page.getByRole('main').getByText(known).first()).toBeVisible();
    page.removeAllListeners('response');
  }
});

async function choose(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name: /Elegir organización|Grupo Ceibal|Nube de Sal/ }).first();
  if ((await button.textContent())?.includes(name)) return;
  await button.click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page.getByRole('button', { name: new RegExp(name) }).first()).toBeVisible();
  // What was on its way for the other one has come.
  await settledScreen(page, { timeoutMs: 15_000, quietMs: 500 });
}

/** What the page is answered in lists that belongs to another organization, filled while it goes on. */
function watchForeign(page: Page, mine: string): string[] {
  const foreign: string[] = [];
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url());
    // The organizations to choose from are those of the person; invites and links are also those that are theirs.
    if (!/\/(signature-requests|witnesses|organization-members|api-keys|organization-links)$/.test(pathname))
      return;
    // What is read by its id was named by something of the chosen one.
    if (searchParams.has('_id') || searchParams.has('hash')) return;
    void response.json().then(
      ({ results = [] }: { results?: { organization?: { id?: string } | null }[] }) => {
        for (const { organization } of results)
          if (organization?.id && organization.id !== mine) foreign.push(`${pathname} of ${organization.id}`);
      },
      () => undefined,
    );
  });
  return foreign;
}
