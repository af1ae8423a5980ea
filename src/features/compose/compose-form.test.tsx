import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedConnection, scopeOf } from '#client/session/connection.ts';
import { newDraft, type Draft } from '#jobs/drafts/draft-shape.ts';
import { drafts } from '#jobs/drafts/drafts.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { json } from '#client/testing/answers.ts';
import { list, organization, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { ComposePage } from './compose-page.tsx';
import { iouOf } from './iou/iou.ts';

// Whole pages take jsdom seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const scope = scopeOf(embeddedConnection(origin), organization.id);
/** After the erasing that precedes the test: what is older stays erased. */
const later = new Date(Date.now() + 3_600_000).toISOString();
const [ana, luis] = ['a1', 'b2'].map((part) => part.repeat(12));
const names = new Map([
  [ana, 'Ana Sofía Pech Uc'],
  [luis, 'Luis Canché'],
]);

async function open(part: Partial<Draft>, linked: readonly string[] = []) {
  const draft: Draft = { ...newDraft(scope), updatedAt: later, ...part };
  await drafts(scope).write(draft);
  const { fetch, seen } = smallService((_, path) => {
    if (path === '/subjects') return list([]);
    if (path === '/organization-links')
      return list(linked.map((id, at) => ({ id: String(at).repeat(24), subject: { id }, organization })));
    const id = /^\/subject\/(.*)$/.exec(path)?.[1];
    return id === undefined ? undefined : json({ id, commonName: names.get(id) });
  });
  const { user } = await renderInHost(<ComposePage />, {
    fetch,
    open: true,
    path: `/requests/new?draft=${draft.id}`,
  });
  const send = async () => user.click(await screen.findByRole('button', { name: /^Enviar/ }));
  const stored = () => drafts(scope).read(draft.id);
  const posted = () => seen.filter(({ method }) => method !== 'GET').map(({ url }) => url.pathname);
  return { user, send, stored, posted };
}

const field = (name: string | RegExp) => screen.findByRole('textbox', { name });

/** Signers as a draft keeps them, and the step that invites them. */
const both = [...names].map(([id = '', name]) => ({ id, name }));
const invited = 'Se invita a 2 firmantes: Ana Sofía Pech Uc y Luis Canché';

beforeEach(() => storedData().erase());

describe('the form of a request', () => {
  it('names each field that is wrong with its rule, goes to the first, and says nothing once it is right', async () => {
    const { user, send, stored, posted } = await open({ kind: 'text' });
    await send();
    const text = await field('Texto del documento');
    await waitFor(() => expect(text).toHaveFocus());
    expect(text).toHaveAccessibleDescription('Escribe el texto del documento.');
    expect(await field('Nombre')).toHaveAccessibleDescription(/Escribe un nombre para el documento/);
    expect(screen.getByText(/Agrega al menos un firmante/)).toBeVisible();
    await user.type(await field('Nombre'), 'Carta');
    await waitFor(async () => expect(await field('Nombre')).toBeValid());
    await user.click(screen.getByRole('switch', { name: /Dejar en borrador/ }));
    await waitFor(() => expect(screen.queryByText(/Agrega al menos un firmante/)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Guardar borrador' }));
    await waitFor(() => expect(text).toHaveFocus());
    await user.keyboard('Responsiva.');
    await waitFor(() => expect(screen.queryByText('Escribe el texto del documento.')).toBeNull());
    expect(posted()).toEqual([]);
    // All of it is stored as it was written.
    await waitFor(async () =>
      expect(await stored()).toMatchObject({ name: 'Carta', text: 'Responsiva.', keepAsDraft: true }),
    );
  });

  it('announces no sending while there is nobody to receive it', async () => {
    await open({ kind: 'text' });
    const steps = within(await screen.findByRole('region', { name: 'Al enviar' }));
    expect(steps.getByText('Se invita a los firmantes que elijas')).toBeVisible();
    expect(steps.queryByText('Se envía')).toBeNull();
    expect(steps.queryByText('Se recibe en la aplicación de firma')).toBeNull();
    expect(steps.getByRole('button', { name: 'Enviar' })).toBeEnabled();
  });

  it.each([
    [
      'with signers',
      {},
      [
        'Se sube el documento',
        'Se crea la solicitud: Grupo Ceibal',
        invited,
        'Se envía: Se recibe en la aplicación de firma',
      ],
      'Enviar a 2 firmantes',
    ],
    [
      'with signers and NOM-151',
      { nom151: true },
      [
        'Se sube el documento',
        'Se crea la solicitud: Grupo Ceibal, con NOM-151',
        invited,
        'Se envía: Se recibe en la aplicación de firma',
      ],
      'Enviar a 2 firmantes',
    ],
    [
      'as a draft',
      { keepAsDraft: true },
      ['Se sube el documento', 'Se crea la solicitud: Grupo Ceibal', invited],
      'Guardar borrador',
    ],
    [
      'as a draft with NOM-151',
      { keepAsDraft: true, nom151: true },
      ['Se sube el documento', 'Se crea la solicitud: Grupo Ceibal, con NOM-151', invited],
      'Guardar borrador',
    ],
  ])(
    'announces %s just the steps that it takes, and what the button does',
    async (_, part, steps, button) => {
      await open(
        { kind: 'text', signers: both, ...part },
        both.map(({ id }) => id),
      );
      const announced = within(await screen.findByRole('region', { name: 'Al enviar' }));
      await announced.findByText('Se invita a 2 firmantes');
      expect(await announced.findByRole('button', { name: button })).toBeVisible();
      const labels = [...document.querySelectorAll('[aria-label="Al enviar"] .MuiStepLabel-labelContainer')];
      expect(
        labels.map((label) =>
          [...label.children]
            .map(({ textContent }) => textContent)
            .filter(Boolean)
            .join(': '),
        ),
      ).toEqual(steps);
      // What it costs is said only where it costs something.
      expect(announced.queryAllByText('NOM-151 individual')).toHaveLength('nom151' in part ? 1 : 0);
    },
  );

  it('of a file without one, goes to where one is chosen', async () => {
    const { send } = await open({ kind: 'file', name: 'Contrato' });
    await send();
    const missing = await screen.findByText('Elige un documento.');
    await waitFor(() => expect(missing).toHaveFocus());
  });

  it('takes the name of a chosen file where none was typed, and stores both with what was typed before', async () => {
    const { user, stored } = await open({ kind: 'file', nom151: true });
    await user.click(await screen.findByRole('switch', { name: /Dejar en borrador/ }));
    await user.upload(await screen.findByLabelText('Elegir archivo'), new File(['uno'], 'Contrato.txt'));
    await waitFor(async () => expect(await field('Nombre')).toHaveValue('Contrato'));
    await user.type(await field('Nombre'), ' de obra');
    await user.upload(await screen.findByLabelText('Reemplazar'), new File(['dos'], 'Otro.txt'));
    await waitFor(async () =>
      expect(await stored()).toMatchObject({
        name: 'Contrato de obra',
        nom151: true,
        keepAsDraft: true,
        file: { name: 'Otro.txt' },
      }),
    );
    expect(await field('Nombre')).toHaveValue('Contrato de obra');
  });

  it('of a pagaré, names sums, places, parties and dates at their fields, and wants text and fields to agree', async () => {
    const { user, send, posted } = await open({
      kind: 'iou',
      name: 'Pagaré',
      signers: [{ id: ana ?? '', name: 'Ana' }],
      iou: {
        ...iouOf({ iou: undefined, updatedAt: later }),
        amount: '1.999',
        debtor: ana,
        creditor: ana,
        latitude: '91',
        longitude: '-89.6',
        signedOn: '2026-11-20',
        dueOn: '2026-11-19',
        lateInterest: '5%',
        text: 'Debo y pagaré $1.00',
      },
    });
    const amount = await field('Importe');
    await send();
    await waitFor(() => expect(amount).toHaveFocus());
    expect(amount).toBeInvalid();
    expect(await field('Latitud')).toBeInvalid();
    expect(await field('Longitud')).toBeValid();
    expect(await screen.findByRole('group', { name: /^Fecha de vencimiento/ })).toHaveAccessibleDescription(
      /anterior a la suscripción/,
    );
    expect(await field(/^Interés moratorio/)).toBeInvalid();
    expect(screen.getByText('Suscriptor y beneficiario deben ser dos personas distintas.')).toBeVisible();

    await user.clear(amount);
    await user.type(amount, '2');
    await waitFor(() => expect(amount).toBeValid());
    const reason = await field(/Razón/);
    await waitFor(() => expect(reason).toHaveAccessibleDescription(/El texto no coincide con los datos/));
    await user.click(screen.getByRole('button', { name: /Cambiar: Beneficiario/ }));
    expect(await screen.findByText('Elige quién es.')).toBeVisible();
    expect(posted()).toEqual([]);
  });

  it('of a pagaré, fills the coordinates of a chosen town, and unfolds them where they are wrong', async () => {
    const { user, send, stored } = await open({
      kind: 'iou',
      name: 'Pagaré',
      signers: [{ id: ana ?? '', name: 'Ana' }],
      iou: {
        ...iouOf({ iou: undefined, updatedAt: later }),
        amount: '5',
        debtor: ana,
        creditor: luis,
      },
    });
    const place = await screen.findByRole('combobox', { name: /^Lugar/ });
    const coordinates = screen.getByText('Coordenadas').closest('details');
    expect(coordinates).not.toHaveAttribute('open');
    await send();
    await waitFor(async () => expect(await field('Latitud')).toHaveFocus());
    expect(coordinates).toHaveAttribute('open');
    await user.type(place, 'merida yuc');
    await user.click(await screen.findByRole('option', { name: 'Mérida, Yucatán' }));
    expect(place).toHaveValue('Mérida, Yucatán');
    expect(screen.getByText('Coordenadas: 20.97537, -89.61696')).toBeVisible();
    await waitFor(async () => expect(await field('Latitud')).toBeValid());
    await waitFor(async () =>
      expect(await stored()).toMatchObject({
        iou: { place: 'Mérida, Yucatán', latitude: '20.97537', longitude: '-89.61696' },
      }),
    );
  });

  it('of a pagaré, writes its text from the fields until somebody changes it, and again on request', async () => {
    const { user, stored } = await open({
      kind: 'iou',
      iou: {
        ...iouOf({ iou: undefined, updatedAt: later }),
        debtor: ana,
        creditor: luis,
        latitude: '20.96',
        longitude: '-89.6',
      },
    });
    await user.type(await field('Importe'), '25');
    const text = await field('Texto del pagaré');
    await waitFor(() => expect(text).toHaveDisplayValue(/\$25\.00/));
    await user.type(await field('Importe'), '0');
    await waitFor(() => expect(text).toHaveDisplayValue(/\$250\.00/));
    await user.clear(text);
    await user.type(text, 'Debo y pagaré $1.00');
    await user.type(await field('Importe'), '0');
    expect(text).toHaveValue('Debo y pagaré $1.00');
    await user.click(screen.getByRole('button', { name: 'Redactar el texto con los datos' }));
    await waitFor(() => expect(text).toHaveDisplayValue(/\$2,500\.00/));
    await waitFor(async () =>
      expect(await stored()).toMatchObject({
        iou: { amount: '2500', text: expect.stringMatching(/2,500/) as string },
      }),
    );
  });
});
