import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { localPreferences } from '#client/session/preferences.ts';
import { json } from '#client/testing/answers.ts';
import type { WitnessFacts } from '#proofs/evidence/facts.ts';
import * as material from '#proofs/testing/case-material.ts';
import { flipHex } from '#proofs/testing/mutate.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { paths, patterns } from '#widgets/paths.ts';
import { caseService, ids, inviteResource, witnessResource } from '#widgets/testing/case-service.ts';
import { caseTrust } from '#widgets/testing/case-trust.ts';
import { refusal, renderInHost } from '#widgets/testing/host.tsx';
import { WitnessPage } from './witness-page.tsx';

// A page of this size takes jsdom seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const page = (
  <Routes>
    <Route path={patterns.witness} element={<WitnessPage />} />
    <Route path="*" element={<p>otra página</p>} />
  </Routes>
);

afterAll(trustSettings.erase);
beforeEach(() => {
  trustSettings.change({ ...caseTrust, nodes: [] });
});

type Change = Parameters<typeof caseService>[0];
type Answer = Parameters<typeof caseService>[1];

async function inspect({
  change,
  answer,
  path = paths.witness(ids.witness),
}: { change?: Change; answer?: Answer; path?: string } = {}) {
  const service = caseService(change, answer);
  const view = await renderInHost(page, { fetch: service.fetch, path, open: true });
  return { ...view, service };
}

const verdict = (name: RegExp) => screen.findByRole('heading', { level: 2, name });
const existed = /existía a más tardar el 21 de septiembre de 2026/;

/** A part of the page by its heading of the second level. By role it takes seconds on a page of this size. */
function part(name: string): HTMLElement {
  const heading = [...document.querySelectorAll('main h2, h2')].find((one) => one.textContent === name);
  const section = heading?.closest<HTMLElement>('section');
  if (!section) throw new Error(`No part is called ${name}`);
  return section;
}

type User = Awaited<ReturnType<typeof inspect>>['user'];

async function openTab(user: User, name: string): Promise<void> {
  const tab = await screen.findByRole('tab', { name: new RegExp(`^${name}`) });
  await user.click(tab);
  // Its part is fetched first, and until then the page stays as it is.
  await waitFor(() => expect(tab).toHaveAttribute('aria-selected', 'true'), { timeout: 30_000 });
}

/** Shows the checks that passed. */
async function unfoldChecks(user: User): Promise<void> {
  for (const button of screen.getAllByRole('button', { name: /comprobaciones válidas/, expanded: false }))
    await user.click(button);
}

/** The row of a check, the first on the page. */
function row(statement: string): HTMLElement {
  const found = screen.getAllByText(statement)[0]?.closest<HTMLElement>('[data-state]');
  if (!found) throw new Error(`No row says ${statement}`);
  return found;
}

/** The rows of the list of what fell, as `section id`. */
const fallen = (container: HTMLElement): string[] =>
  [...container.querySelectorAll('[data-fallen]')].map((row) => row.getAttribute('data-fallen') ?? '');

describe('A witness inspected', () => {
  it('says first when the document existed, from what was recomputed here', async () => {
    const { container, user } = await inspect();
    const sentence = await verdict(existed);
    expect(sentence).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Contrato de compraventa' })).toBeVisible();
    for (const block of ['NOM-151', 'Merkle', 'Tercero']) expect(part(block)).toBeVisible();
    expect(screen.getByText('Igual a la raíz declarada')).toBeVisible();
    await unfoldChecks(user);
    expect(container.querySelectorAll('[data-state="PASSED"]').length).toBeGreaterThan(10);
    // Reported and computed never look alike.
    await openTab(user, 'Datos');
    expect(await screen.findByRole('heading', { name: 'Datos del servicio' })).toBeVisible();
    const reported = part('Datos del servicio');
    expect(reported.querySelector('[data-basis="SERVER"]')).not.toBeNull();
    expect(reported.querySelector('[data-state="PASSED"]')).toBeNull();
  });

  it('is saved as a case file once it has a verdict, and not before: what is opened then stays open', async () => {
    let isHeld = true;
    const saveButton = () => screen.getByText('Guardar expediente').closest('button');
    await inspect({
      answer: async (_, path) => {
        if (path.startsWith('/content/')) await vi.waitUntil(() => !isHeld, 60_000);
        return undefined;
      },
    });
    expect(await screen.findByText('Guardar expediente')).toBeVisible();
    expect(saveButton()).toBeDisabled();
    isHeld = false;
    await verdict(existed);
    expect(saveButton()).toBeEnabled();
  });

  it('a proof with one wrong sibling fails its block and leaves the others', async () => {
    const [first = '', ...rest] = material.documentWitness.merkleized?.merkleProof ?? [];
    const wrong = { ...material.documentWitness.merkleized, merkleProof: [flipHex(first, 7), ...rest] };
    trustSettings.change({ anchors: caseTrust.anchors });
    await inspect({ change: { witness: { merkleized: wrong } } });
    // No recipe is pinned away from the sandbox: that none reaches the root is open, not failed.
    expect(await verdict(existed)).toBeVisible();
    expect(within(part('Merkle')).getByText(/Ninguna receta conocida/)).toBeVisible();
    expect(part('Merkle').querySelector('.head [data-state="INDETERMINATE"]')).not.toBeNull();
    expect(screen.queryByText('Igual a la raíz declarada')).toBeNull();
  });

  it('a signature over another document fails the case, and names the signature', async () => {
    const signature = flipHex(material.inviteOf('Ana').signature ?? '', 9);
    const { container } = await inspect({ change: { invite: { signature } } });
    await waitFor(() => expect(container.querySelector('section[data-state="FAILED"]')).not.toBeNull());
    expect(container.querySelector('section[data-state="FAILED"]')?.textContent).toMatch(/firma/i);
    expect(container.textContent).not.toMatch(existed);
  });

  it('of a signature, speaks of the signature and says who made its time-stamp', async () => {
    const { witness } = material.inviteOf('Ana');
    const reported = { ...witnessResource(ids.witness, witness!), signatureRequest: { id: ids.request } };
    const { container } = await inspect({
      answer: ({ url }, path) =>
        path === '/witnesses' && url.searchParams.has('_id')
          ? json({ results: [reported], info: { count: 1, pages: 1, next: null, prev: null } })
          : path === `/signature-request/${ids.request}`
            ? json({
                id: ids.request,
                name: 'Contrato de compraventa',
                draft: false,
                finalized: false,
                witness: null,
                invites: [inviteResource(ids.invites[0], material.inviteOf('Ana'))],
              })
            : undefined,
    });
    expect(await verdict(/^Esta firma existía a más tardar el 21 de septiembre de 2026/)).toBeVisible();
    expect(screen.getAllByText(/^Sellado por /)[0]).toBeVisible();
    expect(container).not.toHaveTextContent(/documento existía|huella existía/i);
  });

  it('says which piece of evidence did not come, and why, and checks the rest', async () => {
    await inspect({
      answer: (_, path) => (path.startsWith('/content/') ? refusal(503, 'Storage is down') : undefined),
    });
    expect(await screen.findByText(/Falta 1 pieza de la evidencia/)).toBeVisible();
    expect(screen.getByText(/No llegó: el documento\. .*Storage is down/)).toBeVisible();
    expect(part('Documento').querySelector('[data-state="PASSED"]')).toBeNull();
    expect(part('Documento').querySelector('[data-state="INDETERMINATE"]')).not.toBeNull();
    expect(part('Documento')).toHaveTextContent('No se pudo cargar el documento.');
    // What is said is of the hash: no bytes were at hand.
    expect(await verdict(/huella existía a más tardar/)).toBeVisible();
  });

  it('of signatures and stamps that could not be read it does not say that there are none', async () => {
    const { container, user } = await inspect({
      answer: (_, path) =>
        /^\/(?:signature-request|nom151)/.test(path) ? refusal(500, 'Database is down') : undefined,
    });
    expect(await verdict(/No se pudo cargar parte de la evidencia/)).toBeVisible();
    // One box says what is missing and how to read it again.
    expect(container).not.toHaveTextContent(/Faltan? \d+ piezas? de la evidencia/);
    const banner = container.querySelector<HTMLElement>('[data-verdict-area]');
    expect(banner).toHaveTextContent(/No llegaron: .*constancias.*Database is down/);
    expect(within(banner ?? container).getByRole('button', { name: 'Reintentar' })).toBeVisible();
    expect(container).not.toHaveTextContent(
      /Sin firmar|No se entregó la constancia|No llegó ningún certificado/,
    );
    // Each place names what it misses; nothing reads as one more signature, and one button reads it all again.
    expect(container).not.toHaveTextContent('No se pudo cargar.');
    expect(container).not.toHaveTextContent('La firma tiene la forma que exige su llave');
    expect(part('Solicitud').querySelector('.head [data-state="INDETERMINATE"]')).not.toBeNull();
    expect(part('Solicitud')).toHaveTextContent(/No se sabe si este es el testigo de una firma/);
    expect(screen.getAllByRole('button', { name: 'Reintentar' })).toHaveLength(1);
    // What one stamp leaves open is one row, and the check of the stamp over the root is not left out.
    const fold = within(part('NOM-151')).getByRole('button', {
      name: '7 comprobaciones sin determinar: no se pudo cargar la constancia',
    });
    expect(part('NOM-151').querySelectorAll('[data-check]')).toHaveLength(0);
    await user.click(fold);
    expect(part('NOM-151').querySelectorAll('[data-check]')).toHaveLength(7);
    expect(container).not.toHaveTextContent('Por el mismo motivo');
    const stamp = part('Merkle').querySelector('[data-check="merkleized.stamp"]');
    expect(stamp).toHaveTextContent(/Sin determinar.*No se pudo cargar la constancia\./);
    expect(part('Merkle').querySelector('.head [data-state="INDETERMINATE"]')).not.toBeNull();
    expect(part('Merkle')).toHaveTextContent('2 de 4 comprobaciones válidas');
    // The tab that has them is marked, whether or not a section came of them.
    expect(screen.getByRole('tab', { name: /^Firmas.*, Sin determinar/ })).toBeVisible();
  });

  it('a witness that cannot be read is a failure in words, and no verdict', async () => {
    const { container } = await inspect({
      answer: ({ url }, path) =>
        path === '/witnesses' && url.searchParams.has('_id') ? refusal(500, 'Database is down') : undefined,
    });
    expect(await screen.findByText(/Database is down/)).toBeVisible();
    expect(container.querySelector('[data-state]')).toBeNull();
  });

  it("a witness found by its hash, without request, is checked by what is there: no one's signature", async () => {
    const seen: string[] = [];
    await inspect({
      path: paths.witness(material.documentHash),
      answer: async ({ url }, path) => {
        if (path !== '/witnesses' || !url.searchParams.get('hash')) return undefined;
        seen.push(url.searchParams.get('hash') ?? '');
        const all = await caseService().fetch(new URL('/rest/v1/witnesses', url));
        const { results, info } = (await all.json()) as { results: Record<string, unknown>[]; info: object };
        const { signatureRequest: _, initialOwner: __, ...bare } = results[0] ?? {};
        return json({ results: [bare], info });
      },
    });
    expect(await verdict(/existía a más tardar/)).toBeVisible();
    expect(seen[0]).toContain(material.documentHash);
    expect(screen.queryByRole('heading', { name: 'Firmantes' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Creado por API' })).toBeVisible();
  });

  it('a hash that nobody witnessed is said to be unknown to the service: no failure, and where to go on', async () => {
    const { container } = await inspect({
      path: paths.witness('ab'.repeat(32)),
      answer: (_, path) =>
        path === '/witnesses' ? json({ results: [], info: { count: 0, pages: 0 } }) : undefined,
    });
    expect(await screen.findByText('El servicio no tiene un testigo de esta huella')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Verificar un archivo' })).toHaveAttribute('href', paths.verify);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(container.querySelector('[data-state]')).toBeNull();
  });

  it("the reader's own copy takes the place of the service's bytes", async () => {
    const { user, container } = await inspect();
    await verdict(existed);
    const field = container.querySelector<HTMLInputElement>('input[type="file"]');
    if (!field) throw new Error('No field for a file');
    await user.upload(field, new File(['otro contrato'], 'copia.txt'));
    expect(await verdict(/El archivo no es el que se atestiguó/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Quitar mi copia' }));
    expect(await verdict(existed)).toBeVisible();
  });
});

describe('One bit flipped', () => {
  it('in a sibling: the path falls, exactly it, and undoing gives the verdict back', async () => {
    const { user, container } = await inspect();
    await verdict(existed);
    const [first] = screen.getAllByRole('switch', { name: 'Alterar un byte' });
    if (!first) throw new Error('No switch');
    await user.click(first);
    expect(await verdict(/Con un byte alterado, la ruta ya no llega|caen? \d/)).toBeVisible();
    expect(screen.getByText('Simulación')).toBeVisible();
    expect(screen.getByText(/la evidencia guardada no cambió/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ver la comprobación que cae' }));
    await waitFor(() => expect(fallen(container)).toEqual(['witness merkleized.root']), { timeout: 30_000 });
    // Nothing of a simulation can be taken away.
    expect(screen.queryByRole('button', { name: /Guardar expediente/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Deshacer la alteración' }));
    expect(await verdict(existed)).toBeVisible();
    expect(screen.getByRole('button', { name: /Guardar expediente/ })).toBeVisible();
    expect(fallen(container)).toEqual([]);
  });

  it.each([
    ['Documento', /^document file\.hash$/],
    ['Ruta del tercero', /^witness external\.root$/],
    ['Constancia NOM-151', /^witness nom151\.imprint$/],
    ['Constancia de la raíz', /^witness merkleized\.stamp$/],
    ['Firma', /^invites\[0\] signature\.rsa$/],
    ['Certificado', /^invites\[0\] certificate\.path$/],
    ['Respuesta OCSP', /^invites\[0\] ocsp\.signature$/],
  ])('in %s: its own checks fall', async (object, own) => {
    const { user, container } = await inspect();
    await verdict(existed);
    await openTab(user, 'Repítelo');
    await screen.findByRole('heading', { name: 'Ponlo a prueba' });
    const card = part('Ponlo a prueba');
    await user.selectOptions(within(card).getByLabelText('Qué alterar'), object);
    await user.click(within(card).getByRole('switch', { name: 'Alterar un byte' }));
    await waitFor(() => expect(fallen(container).some((one) => own.test(one))).toBe(true));
    expect(within(card).getByText(/^Byte \d+ de \d+:/)).toBeVisible();
    // What is bent about one signature leaves the other alone.
    expect(fallen(container).filter((one) => one.startsWith('invites[1] '))).toEqual(
      object === 'Documento' ? expect.arrayContaining([]) : [],
    );
  });
});

describe('The address is the state', () => {
  it('one that ends in neither an id nor a hash is called incomplete, and it is not requested of the service', async () => {
    const { service } = await inspect({ path: paths.witness(ids.witness.slice(1)) });
    expect(screen.getByText('La dirección no es válida')).toBeVisible();
    expect(screen.getByText(new RegExp(`Termina en «${ids.witness.slice(1)}»`))).toBeVisible();
    expect(service.seen.filter(({ url }) => url.href.includes(ids.witness.slice(1)))).toEqual([]);
  });

  it('opens the check that it names, and changes with what is looked at', async () => {
    const { user, where } = await inspect({ path: `${paths.witness(ids.witness)}?ver=2.ocsp.time&signer=2` });
    await verdict(existed);
    expect(
      screen.getByRole('button', { name: 'La respuesta OCSP cubre el momento de la firma' }),
    ).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('tab', { name: /^Berta, / })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('tab', { name: /^Ana, / }));
    await user.click(screen.getAllByText('La raíz consta en el contrato inteligente')[0] ?? document.body);
    expect(where()).toBe(`${paths.witness(ids.witness)}?ver=external.anchor`);
    expect(part('Ruta del tercero').querySelector('svg')).not.toBeNull();
  });

  it('names the tab that is open, and a check that it names opens the tab that has it', async () => {
    const { user, where } = await inspect({ path: `${paths.witness(ids.witness)}?tab=times` });
    await verdict(existed);
    expect(await screen.findByRole('heading', { name: 'Tiempos' }, { timeout: 30_000 })).toBeVisible();
    await openTab(user, 'Datos');
    expect(where()).toBe(`${paths.witness(ids.witness)}?tab=raw`);
    const contradictions = await screen.findByRole('region', { name: 'Coherencia de los datos' });
    const [first] = within(contradictions).getAllByRole('button');
    await user.click(first ?? document.body);
    expect(where()).toMatch(/\?tab=raw&ver=case\./);
    // Looking at a strategy leaves the tab below as it is.
    await user.click(screen.getAllByText('La raíz consta en el contrato inteligente')[0] ?? document.body);
    expect(where()).toBe(`${paths.witness(ids.witness)}?tab=raw&ver=external.anchor`);
  });

  it('steps through the path by keyboard, and the step can be shared', async () => {
    const { user, where } = await inspect({ path: `${paths.witness(ids.witness)}?step=2` });
    await verdict(existed);
    const step = await screen.findByRole('slider', { name: /Paso/ });
    step.focus();
    await user.keyboard('{ArrowRight}');
    expect(where()).toContain('step=3');
  });
});

describe('A node that the reader names', () => {
  const url = 'https://a.example/v2/key-that-nobody-sees';
  const answers = material.context.exchanges ?? [];

  it('is queried, makes the anchors hold, and never shows its address', async () => {
    const { user, container, where } = await inspect({
      answer: (seen) => {
        if (seen.url.host !== 'a.example') return undefined;
        const { method, params } = seen.body as { method: string; params: unknown };
        const same = answers.find(
          (one) => one.method === method && JSON.stringify(one.params) === JSON.stringify(params),
        );
        return json({ jsonrpc: '2.0', id: 1, result: same?.result ?? null });
      },
    });
    await verdict(existed);
    // No node was queried, so nothing about it is in doubt yet.
    expect(row('La raíz está en la transacción')).toHaveAttribute('data-state', 'NOT_RUN');
    await unfoldChecks(user);
    await openTab(user, 'Cadena');
    const field = await screen.findByLabelText('Dirección del nodo');
    fireEvent.change(field, { target: { value: 'http://a.example' } });
    await user.click(screen.getByRole('button', { name: 'Consultar' }));
    expect(await screen.findByText(/Solo https/)).toBeVisible();
    fireEvent.change(field, { target: { value: url } });
    await user.click(screen.getByRole('button', { name: 'Consultar' }));
    await waitFor(() =>
      expect(row('La raíz está en la transacción')).toHaveAttribute('data-state', 'PASSED'),
    );
    expect(within(screen.getByRole('list', { name: /Nodos/ })).getByText('a.example')).toBeVisible();
    expect(container.innerHTML).not.toContain('key-that-nobody-sees');
    expect(where()).not.toContain('a.example');
    expect(localPreferences.get('trust')).not.toContain('key-that-nobody-sees');
  });

  it('that does not answer is said in words, and the anchor stays open', async () => {
    const { user } = await inspect({
      answer: (seen) => {
        if (seen.url.host === 'a.example') throw new TypeError('Failed to fetch');
        return undefined;
      },
    });
    await verdict(existed);
    // The one offer of the page leads to the field; no check repeats it.
    expect(screen.queryByText(/Agrega un nodo propio/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Consultar la cadena' }));
    await waitFor(() => expect(screen.getByLabelText('Dirección del nodo')).toHaveFocus(), {
      timeout: 30_000,
    });
    await user.paste(url);
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/No se pudo llegar a él/)).toBeVisible();
  });
});

describe('Believing nobody', () => {
  it('each step says what is taken away, and what is still proven', async () => {
    const { user } = await inspect();
    await verdict(existed);
    await openTab(user, 'Repítelo');
    await screen.findByRole('heading', { name: '¿Y si no confías en nadie?' });
    const card = part('¿Y si no confías en nadie?');
    const slider = within(card).getByRole('slider');
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/^Con todo:/));
    fireEvent.change(slider, { target: { value: '3' } });
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/aritmética/));
    const held = await within(card).findByRole('list', { name: /\d+ comprobaciones siguen en pie/ });
    expect(within(held).getByText('La ruta llega a la raíz')).toBeVisible();
    expect(
      held.querySelector('[data-basis="PINNED"], [data-basis="CHAIN"], [data-basis="SERVER"]'),
    ).toBeNull();
    expect(within(card).getByRole('list', { name: /Dejan? de estarlo/ })).toBeVisible();
  });
});

it('a strategy that waits is open, and says so', async () => {
  const waiting: Partial<WitnessFacts> = {
    ...(material.documentWitness.merkleized?.createdAt && { merkleized: {} }),
  };
  await inspect({ change: { witness: waiting } });
  await verdict(existed);
  expect(within(part('Merkle')).getAllByText(/aún no termina esta prueba/)[0]).toBeVisible();
});
