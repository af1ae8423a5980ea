import type { Page } from '@playwright/test';
import { expect, test } from './service.ts';
import { call, enterDemo } from './staff.ts';
import { typeDay } from './type-day.ts';

interface Event {
  id: string;
  timestamp: number;
  fromId: string;
  toId: string;
  digest: string;
  network: number;
}
interface Token {
  id: string;
  ownerId: string;
  network: number;
}
interface Person {
  commonName: string;
  EVMAddress: string;
}

const form = (page: Page) => page.getByRole('dialog');

/** Chooses a person in the open form by name, and applies it. */
async function choosePerson(page: Page, { commonName }: Person): Promise<void> {
  await form(page).getByRole('combobox', { name: 'Persona' }).fill(commonName);
  await page.getByRole('listbox').getByRole('option', { name: commonName }).first().click();
  await expect(form(page).getByText(commonName, { exact: true })).toBeVisible();
  await form(page).getByRole('button', { name: 'Aplicar' }).click();
  await expect(form(page)).toHaveCount(0);
}

/** Where the rows that are shown lead: each to its token, of a transfer at its event. */
const shownRows = (page: Page): Promise<string[]> =>
  page
    .locator('tbody tr td:first-of-type a')
    .evaluateAll((links) => links.map((link) => decodeURIComponent(link.getAttribute('href') ?? '')).sort());

const rowOf = ({ id, digest }: Event): string => `/endorsements/${digest}?event=${id}`;

test('both grammars usable by visible names: finds the right rows; the address alone restores it', async ({
  page,
  context,
  service,
  demo,
}) => {
  // Two pages, each with the demo behind it.
  test.slow();
  const key = demo.organizations[0]?.apiKey ?? '';
  const read = async <Item>(path: string): Promise<Item[]> =>
    (await call<{ items: Item[] }>(service.origin, key, 'GET', `${path}?limit=1000`)).body.items;
  const events = await read<Event>('/endorse-events');
  const tokens = await read<Token>('/endorsables');
  const { results: people } = (
    await call<{ results: Person[] }>(
      service.origin,
      key,
      'GET',
      `/subjects?pagination=${encodeURIComponent('{"page":1,"size":100}')}`,
    )
  ).body;
  const personOf = (address: string | undefined): Person => {
    const person = people.find(({ EVMAddress }) => EVMAddress === address);
    if (!person) throw new Error(`Nobody in the demo stands behind ${address}`);
    return person;
  };
  // Two people of the demo of whom something is known, in the time in which it happened.
  const given = events.find(({ fromId }) => people.some(({ EVMAddress }) => EVMAddress === fromId));
  const sender = personOf(given?.fromId);
  const taken = events.find(
    ({ fromId, toId }) =>
      fromId !== sender.EVMAddress &&
      toId !== sender.EVMAddress &&
      people.some(({ EVMAddress }) => EVMAddress === toId),
  );
  const receiver = personOf(taken?.toId);
  const dayOf = (seconds: number): string =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Mexico_City' }).format(new Date(seconds * 1000));
  const days = [given, taken].map((event) => dayOf(event?.timestamp ?? 0)).sort();
  const [from = '', to = ''] = days;
  const isRight = (event: Event): boolean =>
    dayOf(event.timestamp) >= from &&
    dayOf(event.timestamp) <= to &&
    (event.fromId === sender.EVMAddress || event.toId === receiver.EVMAddress);
  const right = events.filter(isRight).map(rowOf).sort();
  expect(right.length).toBeGreaterThan(1);
  expect(right.length).toBeLessThan(events.length);

  await enterDemo(page, '/endorsements?view=events');
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  await page.getByRole('button', { name: 'Agregar una condición' }).click();
  await expect(form(page).getByLabel('Qué', { exact: true })).toHaveValue('timestamp');
  await typeDay(form(page), 'Desde el día', from);
  await typeDay(form(page), 'Hasta el día', to);
  await form(page).getByRole('button', { name: 'Aplicar' }).click();
  await page.getByRole('button', { name: 'Agregar un grupo de alternativas' }).click();
  await choosePerson(page, sender);
  await page.getByRole('button', { name: 'Agregar a este grupo' }).click();
  await page.getByRole('menuitem', { name: 'Condición' }).click();
  await form(page).getByLabel('Qué', { exact: true }).selectOption({ label: 'quien recibe' });
  await choosePerson(page, receiver);
  await expect(page.getByRole('status').filter({ hasText: 'Movimientos donde la fecha' })).toContainText(
    `(quien entrega es ${sender.commonName} o quien recibe es ${receiver.commonName})`,
  );
  await expect.poll(() => shownRows(page)).toEqual(right);

  // The address alone: another page, which has never seen this one.
  const address = page.url();
  const again = await context.newPage();
  await enterDemo(again);
  await again.goto(address);
  await expect.poll(() => shownRows(again)).toEqual(right);
  await expect(
    again.getByRole('button', { name: `Editar: quien recibe es ${receiver.commonName}` }),
  ).toBeVisible();
  await again.close();

  // The other grammar: tokens of somebody on a network, none of which is a certain one.
  const held = tokens.find(({ ownerId }) => people.some(({ EVMAddress }) => EVMAddress === ownerId));
  const holder = personOf(held?.ownerId);
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await page.getByRole('button', { name: 'Agregar una condición' }).click();
  await choosePerson(page, holder);
  await page.getByRole('button', { name: 'Agregar una condición' }).click();
  await form(page).getByLabel('Qué', { exact: true }).selectOption({ label: 'la red' });
  await form(page).getByLabel('Cómo').selectOption({ label: 'es' });
  await form(page).getByLabel('Red', { exact: true }).selectOption(String(held?.network));
  await form(page).getByRole('button', { name: 'Aplicar' }).click();
  const owned = tokens
    .filter(({ ownerId, network }) => ownerId === holder.EVMAddress && network === held?.network)
    .map(({ id }) => `/endorsements/${id}`)
    .sort();
  expect(owned.length).toBeLessThan(tokens.length);
  await expect.poll(() => shownRows(page)).toEqual(owned);
  await page.reload();
  await expect.poll(() => shownRows(page)).toEqual(owned);

  // Nothing but the address was left after the reload: the other list is whole again.
  await page.getByRole('tab', { name: 'Movimientos' }).click();
  await expect.poll(async () => (await shownRows(page)).length).toBe(events.length);
});
