import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { compose } from '../staff.ts';
import { openWitnessTab } from '../stories.ts';
import type { Row } from './row.ts';
import type { Json, Wire } from './wire.ts';
import { freshHash, type World } from './world.ts';

const linked = 'Rodrigo Aranda Lizama';
/** Knows the organization by nothing but the demo. */
const unusedPerson = 'Ricardo Beltrán Nájera';

const named = (operation: string): Pick<Row, 'mark' | 'shows'> => ({
  mark: `Señal de ${operation}`,
  shows: new RegExp(`Señal de ${operation}`),
});

let made = 0;
/** A name that nothing else has. */
const fresh = (what: string): string => `${what} ${(made += 1)}`;

/** Sends a new file to one signer. */
async function send(page: Page): Promise<void> {
  await compose(page, fresh('Prueba de envío'), [linked]);
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
}

/** What the page sent with the newest call of an operation. */
const sentWith = (wire: Wire, operation: string): unknown =>
  wire.calls.findLast((call) => call.operation === operation)?.sent;

async function renameDraft(page: Page, world: World): Promise<void> {
  const { id } = await world.draft(fresh('Borrador'));
  await page.goto(`/requests/${id}`);
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Cambiar nombre' }).click();
  await page.getByRole('textbox', { name: 'Nombre del documento' }).fill(fresh('Renombrado'));
  await page.getByRole('button', { name: 'Guardar' }).click();
}

async function makeKey(page: Page): Promise<void> {
  await page.goto('/organization?tab=keys');
  await page.getByRole('textbox', { name: 'Nombre de la clave' }).fill(fresh('Clave'));
  await page.getByRole('button', { name: 'Crear clave' }).click();
}

/** A key that was made beside the page. */
async function keyOf(world: World): Promise<string> {
  const name = fresh('Clave ajena');
  await world.ask('POST', '/api-key', { name, organization: world.organization.id });
  return name;
}

interface Join {
  readonly id: string;
  readonly subject: { readonly id: string };
}

/** Makes or removes the link of somebody whom no other test uses; answers with the id of that person. */
async function setLink(world: World, wanted: boolean): Promise<string> {
  const person = world.demo.subjects.find(({ commonName }) => commonName === unusedPerson);
  if (!person) throw new Error(`The demo has no ${unusedPerson}.`);
  const links = await world.list<Join>('/organization-links', { subject: { eq: person.id } });
  const [link] = links;
  if (link && !wanted) await world.ask('DELETE', `/organization-link?id=${link.id}`);
  if (!link && wanted)
    await world.ask(
      'POST',
      '/organization-link',
      { organization: world.organization.id },
      person.accessToken,
    );
  return person.id;
}

async function setMembership(world: World, wanted: boolean): Promise<void> {
  // Without a link of its own nobody becomes a member.
  const subject = await setLink(world, true);
  const members = await world.list<Join>('/organization-members', { subject: { eq: subject } });
  const [member] = members;
  const organization = world.organization.id;
  if (member && !wanted) await world.ask('DELETE', `/organization-member?id=${member.id}`);
  if (!member && wanted) await world.ask('POST', '/organization-member', { subject, organization });
}

/** Operations that are under way, without those that are done. */
async function openTray(page: Page): Promise<Locator> {
  const tray = page.getByRole('region', { name: 'Operaciones' });
  if (!(await tray.isVisible())) await page.getByRole('button', { name: /^Operaciones/ }).click();
  const clear = tray.getByRole('button', { name: 'Quitar terminadas' });
  if (await clear.isVisible()) await clear.click();
  return tray;
}

/** Result of a queue of certifications, as the reader saved it. */
let saved = '';

/** The results of the queues that are in the tray, as a reader saves them. */
async function resultsIn(page: Page): Promise<string> {
  const tray = page.getByRole('region', { name: 'Operaciones' });
  const results: string[] = [];
  for (const button of await tray.getByRole('button', { name: 'CSV' }).all()) {
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 2_000 }),
      button.click({ timeout: 2_000 }),
    ]);
    results.push(await readFile(await download.path(), 'utf8'));
  }
  return results.join('\n');
}

export const writes = {
  signFileUrl: {
    act: send,
    // The address that the file is put at is shown nowhere; what it is filed under goes into the request.
    seen: (_page, wire) => {
      const key = wire.looked[0]?.given;
      const sent = JSON.stringify(sentWith(wire, 'createSignatureRequest') ?? '');
      return typeof key === 'string' && sent.includes(JSON.stringify(key));
    },
  },
  createSignatureRequest: {
    act: send,
    seen: (page, wire) => {
      const shown = /\/requests\/([0-9a-f]{24})$/.exec(page.url())?.[1];
      // Where the answer was lost, the request is found by looking for it.
      const made = wire.looked.filter(({ status }) => status === 200);
      return shown !== undefined && made.every(({ given }) => given === shown);
    },
  },
  updateSignatureRequest: { act: renameDraft, ...named('updateSignatureRequest') },
  updateSignatureRequestByBody: {
    act: renameDraft,
    given: { updateSignatureRequest: 'absent' },
    ...named('updateSignatureRequestByBody'),
  },
  createInvite: {
    act: async (page, world) => {
      const { id } = await world.draft(fresh('Invitación'));
      await page.goto(`/requests/${id}`);
      await page.getByRole('button', { name: 'Invitar a firmar' }).click();
      await page.getByRole('combobox', { name: 'A quién' }).fill(linked);
      await page.getByRole('option', { name: linked }).click();
      await page.getByRole('button', { name: 'Invitar', exact: true }).click();
    },
    ...named('createInvite'),
  },
  createOrganizationLink: {
    act: async (page, world) => {
      const id = await setLink(world, false);
      await page.goto(`/link?organization=${world.organization.id}`);
      await page.getByRole('combobox', { name: '¿Quién eres?' }).selectOption(id);
      await page.getByRole('button', { name: 'Vincularme' }).first().click();
    },
    mark: '2031-05-06T18:00:00.000Z',
    shows: /6 may 2031/,
  },
  deleteOrganizationLink: {
    act: async (page, world) => {
      await setLink(world, true);
      await page.goto(`/organization?tab=links&q=${encodeURIComponent(unusedPerson)}`);
      await page.getByRole('button', { name: `Quitar el vínculo de ${unusedPerson}` }).click();
      await page.getByRole('button', { name: 'Quitar vínculo', exact: true }).last().click();
    },
    ...named('deleteOrganizationLink'),
  },
  createOrganizationMember: {
    act: async (page, world) => {
      await setMembership(world, false);
      await page.goto('/organization?tab=members');
      await page.getByRole('combobox', { name: 'Buscar a la persona' }).fill(unusedPerson);
      await page.getByRole('option', { name: unusedPerson }).click();
      await page.getByRole('button', { name: 'Hacer miembro' }).click();
    },
    ...named('createOrganizationMember'),
  },
  deleteOrganizationMember: {
    act: async (page, world) => {
      await setMembership(world, true);
      await page.goto('/organization?tab=members');
      await page.getByRole('button', { name: `Quitar a ${unusedPerson}` }).click();
      await page.getByRole('button', { name: 'Quitar miembro' }).click();
    },
    ...named('deleteOrganizationMember'),
  },
  updateOrganization: {
    act: async (page) => {
      await page.goto('/organization');
      await page.getByRole('button', { name: 'Editar perfil' }).click();
      // The logo is on no other screen.
      await page.getByRole('textbox', { name: /^Logotipo/ }).fill(`https://logos.example/${fresh('l')}.png`);
      await page.getByRole('button', { name: 'Guardar' }).click();
    },
    ...named('updateOrganization'),
  },
  createApiKey: { act: makeKey, mark: 'tk_señal-de-createApiKey', shows: 'tk_señal-de-createApiKey' },
  updateApiKey: {
    act: async (page) => {
      await makeKey(page);
      await page.getByRole('button', { name: 'Ya lo guardé' }).click();
      await page.getByRole('button', { name: /^Renombrar / }).click();
      const row = page.getByRole('listitem').filter({ has: page.getByRole('textbox') });
      await row.getByRole('textbox', { name: 'Nombre de la clave' }).fill(fresh('Otra'));
      await row.getByRole('button', { name: 'Guardar' }).click();
    },
    given: { listApiKeys: 'absent' },
    ...named('updateApiKey'),
  },
  deleteApiKey: {
    act: async (page, world) => {
      const name = await keyOf(world);
      await page.goto('/organization?tab=keys');
      await page.getByRole('button', { name: `Revocar ${name}`, exact: true }).click();
      await page.getByRole('button', { name: 'Revocar para siempre' }).click();
    },
    ...named('deleteApiKey'),
  },
  certifyWitness: {
    act: async (page, world) => {
      const { id } = await world.signed(fresh('Contrato por certificar'), linked);
      await page.goto(`/requests/${id}`);
      await page.getByRole('button', { name: 'Más acciones' }).click();
      await page.getByRole('menuitem', { name: /Certificar NOM-151/ }).click();
      await page.getByRole('button', { name: 'Certificar', exact: true }).click();
    },
    ...named('certifyWitness'),
  },
  scheduleGroupedCertification: {
    act: async (page, world) => {
      saved = '';
      const grouped = (await world.witnesses()).find(
        ({ nom151, merkleized }) => !nom151 && merkleized?.nom151Provider,
      );
      await page.goto(`/witnesses/${grouped?.id}`);
      const start = page.getByRole('button', { name: 'Certificar con NOM-151…' });
      await start.waitFor();
      await openTray(page);
      // The open tray hangs over the head of the page.
      const trayButton = page.getByRole('button', { name: /^Operaciones/ });
      await trayButton.click();
      await start.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: /Una constancia para el grupo/ }).check();
      await dialog.getByRole('button', { name: 'Certificar 1 en grupo' }).click();
      await trayButton.click();
    },
    // The service puts what is witnessed into a certified group by itself: as if it had not yet.
    given: {
      listWitnesses: (answer) => {
        const { results } = answer;
        for (const witness of Array.isArray(results) ? (results as Json[]) : []) witness.merkleized = null;
      },
    },
    mark: '2031-05-06T18:00:00.000Z',
    // Requested again, as often as it is looked for: it may have been tried anew.
    seen: async (page) => {
      if (!saved.includes('2031-05-06T18:00:00')) saved = await resultsIn(page).catch(() => saved);
      return saved.includes('2031-05-06T18:00:00');
    },
  },
  createWitness: {
    act: async (page) => {
      await page.goto('/witnesses');
      await page.getByRole('button', { name: 'Atestiguar un archivo' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'SHA-256' }).fill(freshHash());
      await dialog.getByRole('button', { name: 'Atestiguar' }).click();
    },
    seen: (page, wire) => {
      const id = wire.looked[0]?.given;
      return typeof id === 'string' && page.url().endsWith(`/witnesses/${id}`);
    },
  },
  updateWitness: {
    act: async (page, world) => {
      const { id } = await world.witness();
      await page.goto(`/witnesses/${id}`);
      await openWitnessTab(page, 'Cadena');
      await page.getByRole('button', { name: 'Designar al titular inicial' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').fill(linked);
      await dialog.getByRole('option', { name: linked }).click();
      await dialog.getByRole('button', { name: `Designar a ${linked}` }).click();
    },
    ...named('updateWitness'),
  },
} as const satisfies Readonly<Record<string, Row>>;
