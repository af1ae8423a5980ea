import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { localPreferences } from '#client/session/preferences.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { list, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { build } from '#proofs/build.ts';
import { builtInTrustVersion } from '#proofs/evidence/stamp-trust.ts';
import { policyHash, standard } from '#proofs/policy/policy.ts';
import * as material from '#proofs/testing/case-material.ts';
import type { Given } from './drop/read-drop.ts';
import { forgetChecks } from './testing/forget-checks.ts';
import * as files from './testing/material.ts';
import { VerifyPage } from './verify-page.tsx';

afterAll(trustSettings.erase);
beforeEach(() => {
  // The check's clock is the page's; evidence of the tests is of that day.
  vi.spyOn(Date, 'now').mockReturnValue(material.now);
});
afterEach(async () => {
  await forgetChecks();
  vi.restoreAllMocks();
  trustSettings.change({ policy: 'standard', anchors: [] });
  localPreferences.set('verify.look-up', '{}');
});

async function open(
  path = '/verify',
  options: { open?: boolean; fetch?: typeof fetch; language?: 'es-MX' | 'en' } = {},
) {
  const view = await renderInHost(<VerifyPage />, { fetch: smallService().fetch, path, ...options });
  await screen.findByRole('heading', { level: 1 });
  return view;
}

/** Drops files on the page, as a browser tells it. */
function drop(...given: Given[]): void {
  const items = given.map(({ file }) => ({
    kind: 'file',
    getAsFile: () => file,
    webkitGetAsEntry: () => ({ isDirectory: false, isFile: true }),
  }));
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: ['Files'], items, files: given.map(({ file }) => file) } });
  act(() => {
    window.dispatchEvent(event);
  });
  // A drop that the page does not take would open the file in place of the page.
  expect(event.defaultPrevented).toBe(true);
}

const rowOf = async (name: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole('row', {
    name: typeof name === 'string' ? new RegExp(name.replaceAll('.', '\\.')) : name,
  });

/** As they stand on the page, first to last. */
const byPlace = (a: Node | null, b: Node | null): number =>
  a && b && a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

test('needs no connection: dropped files become rows, matched and checked', async () => {
  await open();
  drop(files.document, files.witness);
  const row = await rowOf('Contrato.txt');
  await waitFor(() => expect(row).toHaveTextContent('Sin determinar'));
  expect(await rowOf('testigo.json')).toHaveTextContent('Testigo');
  expect(await screen.findByRole('heading', { level: 1, name: '2 elementos, 2 revisados' })).toBeVisible();
});

test('says that it works without a network only once the page is stored for that', async () => {
  let keep: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (keep = resolve));
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { ready } });
  try {
    await open();
    expect(screen.getByText(/^Todo se calcula en este navegador/)).toBeVisible();
    expect(screen.queryByText(/funciona sin red/)).toBeNull();
    keep();
    expect(await screen.findByText(/También funciona sin red/)).toBeVisible();
  } finally {
    Reflect.deleteProperty(navigator, 'serviceWorker');
  }
});

test('a row is looked at by its number in the address, which names no file; Esc leaves it', async () => {
  const { user, where } = await open();
  drop(files.document, files.witness);
  await user.click(await screen.findByText('Contrato.txt'));
  await waitFor(() => expect(where()).toMatch(/^\/verify\?row=\d+$/));
  // The pane waits for its own part first.
  expect(await screen.findByText('Comprobaciones')).toBeVisible();
  const pane = within(screen.getByRole('complementary'));
  expect(pane.getByText('Contrato.txt')).toBeVisible();
  // Shape, colour and word.
  expect(pane.getAllByText('Sin determinar')[0]).toHaveAttribute('data-state', 'INDETERMINATE');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(where()).toBe('/verify'));
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('a case with anchors of its own is not green until its reader trusts them in front of the fingerprint', async () => {
  const { user } = await open();
  drop(files.caseFile);
  const row = await rowOf('Pagaré.testigo.json');
  await waitFor(() => expect(row).toHaveTextContent('Sin determinar'));
  await user.click(await screen.findByText('Pagaré.testigo.json'));
  await user.click(await screen.findByRole('button', { name: /Confía también en .*: Raíz$/ }));
  const sure = await screen.findByRole('group', { name: /Confiar en Raíz/ });
  expect(sure.textContent.replaceAll(/\s/g, '')).toContain(material.root.certificate.fingerprint);
  expect(row).toHaveTextContent('Sin determinar');
  await user.click(within(sure).getByRole('button', { name: 'Ya lo comparé: confiar' }));
  await waitFor(async () => expect(await rowOf('Pagaré.testigo.json')).toHaveTextContent('Válido'));
  expect(trustSettings.read().anchors.map(({ sha256 }) => sha256)).toEqual([
    material.root.certificate.fingerprint,
  ]);
  // Trust is taken back where it is said, and takes the green with it.
  await user.click(screen.getByRole('button', { name: '1 ancla tuya' }));
  await user.click(await screen.findByRole('button', { name: 'Dejar de confiar' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cerrar' }));
  await waitFor(async () => expect(await rowOf('Pagaré.testigo.json')).toHaveTextContent('Sin determinar'));
});

test.each([
  [
    'stampedCase',
    'Para tener certeza, confía en quien puso este sello: Raíz',
    'Para sellos de tiempo',
    'stamping',
  ],
  [
    'signedCase',
    'Para tener certeza, confía en quien certificó al firmante: Raíz',
    'Para certificados de firmantes',
    'signing',
  ],
] as const)(
  'of %s, trust is named by its purpose and given for it alone',
  async (name, trust, words, use) => {
    const { user } = await open();
    const given = files[name];
    drop(given);
    await user.click(await screen.findByText(given.name));
    const button = await screen.findByRole('button', { name: trust });
    const pane = within(screen.getByRole('complementary'));
    expect(pane.getByText(`${words}.`)).toBeVisible();
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'Ya lo comparé: confiar' }));
    await waitFor(async () => expect(await rowOf(given.name)).toHaveTextContent('Válido'));
    expect(trustSettings.read().anchors.map((anchor) => anchor.use)).toEqual([use]);
    await user.click(screen.getByRole('button', { name: '1 ancla tuya' }));
    expect(await screen.findByRole('dialog', { name: 'Anclas en las que confías' })).toHaveTextContent(words);
  },
);

test('in English too trust is named by its purpose', async () => {
  const { user } = await open('/verify', { language: 'en' });
  drop(files.stampedCase, files.signedCase);
  await user.click(await screen.findByText(files.stampedCase.name));
  expect(
    await screen.findByRole('button', { name: 'To be certain, trust who stamped this: Raíz' }),
  ).toBeVisible();
  await user.click(await screen.findByText(files.signedCase.name));
  expect(
    await screen.findByRole('button', { name: 'To be certain, trust who certified the signer: Raíz' }),
  ).toBeVisible();
});

test('who is to be trusted is named with their organization, before details that are closed', async () => {
  const { user } = await open();
  drop(files.organizationCase);
  await user.click(await screen.findByText(files.organizationCase.name));
  const button = await screen.findByRole('button', {
    name: 'Para tener certeza, confía en quien puso este sello: Sellador',
  });
  const pane = within(screen.getByRole('complementary'));
  const organization = pane.getByText('Notaría Ceibal');
  expect(organization).toBeVisible();
  const details = pane.getByText('Nombre completo y SHA-256').closest('details');
  expect(details).not.toHaveAttribute('open');
  expect(details).toHaveTextContent(/Notaría Ceibal/);
  const inOrder = [button, organization, details];
  expect(inOrder.toSorted(byPlace)).toEqual(inOrder);
});

describe('a certificate given as a file beside a case', () => {
  const pinned = () => trustSettings.read().anchors.map(({ sha256, use }) => [sha256, use]);
  const { fingerprint } = material.root.certificate;

  const openCertificate = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.click(await screen.findByText('raiz.pem'));
    return within(await screen.findByRole('complementary'));
  };
  const agree = async (user: Awaited<ReturnType<typeof open>>['user'], button: string) => {
    await user.click(await screen.findByRole('button', { name: button }));
    const group = await screen.findByRole('group', { name: '¿Confiar en este certificado?' });
    expect(group.textContent.replaceAll(/\s/g, '')).toContain(fingerprint);
    return within(group);
  };

  test('is no anchor until its reader says so and for what; then the case is verified anew with it', async () => {
    const { user } = await open();
    drop(files.rootlessCase, files.rootCertificate);
    const row = await rowOf('Sin raíz.testigo.json');
    await screen.findByRole('heading', { level: 1, name: '2 elementos, 2 revisados' });
    await waitFor(() => expect(row).toHaveTextContent('Sin determinar'));
    const pane = await openCertificate(user);
    expect(await pane.findByText('Lo necesita: Sin raíz.testigo.json.')).toBeVisible();
    const group = await agree(user, 'Confiar en este certificado');
    expect(group.getByRole('combobox', { name: '¿Para qué confías en él?' })).toHaveDisplayValue(
      'Para sellos de tiempo',
    );
    expect(pinned()).toEqual([]);
    expect(row).toHaveTextContent('Sin determinar');
    await user.click(group.getByRole('button', { name: 'Confiar' }));
    await waitFor(async () => expect(await rowOf('Sin raíz.testigo.json')).toHaveTextContent('Válido'));
    expect(pinned()).toEqual([[fingerprint, 'stamping']]);
    expect(await pane.findByText('Ya confías en él. Para sellos de tiempo.')).toBeVisible();
  });

  test('trusted for signers it vouches for no time-stamp, until it is trusted for that as well', async () => {
    const { user } = await open();
    drop(files.rootlessCase, files.rootCertificate);
    await rowOf('Sin raíz.testigo.json');
    await screen.findByRole('heading', { level: 1, name: '2 elementos, 2 revisados' });
    await openCertificate(user);
    const first = await agree(user, 'Confiar en este certificado');
    await user.selectOptions(first.getByRole('combobox'), 'Para certificados de firmantes');
    await user.click(first.getByRole('button', { name: 'Confiar' }));
    await waitFor(() => expect(pinned()).toEqual([[fingerprint, 'signing']]));
    // It is verified again with the certificate that is trusted now.
    await waitFor(async () =>
      expect(await rowOf('Sin raíz.testigo.json')).toHaveTextContent('Sin determinar'),
    );
    const second = await agree(user, 'Confiar también para otro uso');
    await user.click(second.getByRole('button', { name: 'Confiar' }));
    await waitFor(async () => expect(await rowOf('Sin raíz.testigo.json')).toHaveTextContent('Válido'));
    expect(pinned()).toEqual([[fingerprint, 'both']]);
  });

  test('is not mistaken for one that the case itself carries', async () => {
    const { user } = await open();
    drop(files.stampedCase);
    await user.click(await screen.findByText('Sellado.testigo.json'));
    expect(await screen.findByText(/Viene dentro del expediente\./)).toBeVisible();
    drop(files.rootCertificate);
    expect(await screen.findByText(/Es el certificado que agregaste: raiz\.pem\./)).toBeVisible();
    expect(pinned()).toEqual([]);
  });

  test('is not said to decide a case that needs another one as well', async () => {
    const { user } = await open();
    drop(files.twoPathsCase, files.stampedCase);
    await user.click(await screen.findByText('Sellado.testigo.json'));
    expect(
      await screen.findByRole('button', { name: /^Para tener certeza, confía en .*: Raíz$/ }),
    ).toBeVisible();
    await user.click(await screen.findByText('Dos rutas.testigo.json'));
    expect(await screen.findByRole('button', { name: /^Confía también en .*: Raíz$/ })).toBeVisible();
    expect(screen.queryByText(/Para tener certeza/)).toBeNull();
  });

  test('in a file of several is not offered: each fingerprint is looked at', async () => {
    const { user } = await open();
    drop(files.twoCertificates);
    await user.click(await screen.findByText('dos.pem'));
    expect(await screen.findByText(/el archivo trae 2\. Agrega uno a la vez/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Confiar en este certificado' })).toBeNull();
  });
});

test('an earlier case says by which rule its verdict no longer holds, on screen and on paper, as no fault', async () => {
  const { user } = await open();
  trustSettings.change({ anchors: files.friend.trust.anchors });
  drop(files.earlierCase, files.earlierCaseThatHolds);
  const why =
    'El veredicto guardado ya no se sostiene: solo se revisan huellas SHA-256 (Firma 1, Testigo de la firma 1).';
  await user.click(await screen.findByText('Anterior.testigo.json'));
  expect(await screen.findByText(why)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Reglas que cambiaron' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Inconsistencias del archivo' })).toBeNull();
  expect(screen.queryByText('El archivo se contradice')).toBeNull();
  await user.click(await screen.findByText('Vigente.testigo.json'));
  await waitFor(() => expect(screen.queryByText(why)).toBeNull());
  expect(screen.queryByRole('heading', { name: 'Reglas que cambiaron' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Informe' }));
  await user.click(await screen.findByRole('menuitem', { name: /Imprimir/ }));
  const title = await screen.findByRole('heading', { name: 'Informe de verificación' });
  expect(title.parentElement).toHaveTextContent(why);
});

test('an earlier case says so in English too', async () => {
  const view = await renderInHost(<VerifyPage />, {
    fetch: smallService().fetch,
    path: '/verify',
    language: 'en',
  });
  await screen.findByRole('heading', { level: 1 });
  trustSettings.change({ anchors: files.friend.trust.anchors });
  drop(files.earlierCase);
  await view.user.click(await screen.findByText('Anterior.testigo.json'));
  expect(
    await screen.findByText(
      'The saved verdict no longer holds: only SHA-256 hashes are checked (Signature 1, Witness of signature 1).',
    ),
  ).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Rules that changed' })).toBeVisible();
});

test('the witness of a signature is spoken of as such, in the list and on paper', async () => {
  const { user } = await open();
  trustSettings.change({ anchors: files.friend.trust.anchors });
  drop(files.signatureWitnessCase);
  const row = await rowOf('Firma de Ana.testigo.json');
  await waitFor(() => expect(row).toHaveTextContent('Válido'));
  await user.click(screen.getByRole('button', { name: 'Informe' }));
  await user.click(await screen.findByRole('menuitem', { name: /Imprimir/ }));
  const title = await screen.findByRole('heading', { name: 'Informe de verificación' });
  expect(title.parentElement).toHaveTextContent(/Sellado por /);
  expect(title.parentElement).not.toHaveTextContent(/documento existía/i);
});

test('not pinning leaves everything as it was', async () => {
  const { user } = await open();
  drop(files.caseFile);
  await waitFor(async () => expect(await rowOf('Pagaré.testigo.json')).toHaveTextContent('Sin determinar'));
  await user.click(await screen.findByText('Pagaré.testigo.json'));
  await user.click(await screen.findByRole('button', { name: /Confía también en .*: Raíz$/ }));
  await user.click(await screen.findByRole('button', { name: 'No confiar' }));
  expect(trustSettings.read().anchors).toEqual([]);
  expect(await rowOf('Pagaré.testigo.json')).toHaveTextContent('Sin determinar');
});

test('another policy checks everything again; the line names it, the details of an item its version', async () => {
  const { user } = await open();
  trustSettings.change({ anchors: files.friend.trust.anchors });
  drop(files.witness, files.document);
  await waitFor(async () => expect(await rowOf('testigo.json')).toHaveTextContent('Válido'));
  await user.click(screen.getByRole('button', { name: 'Cambiar política' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Estricta/ }));
  // Two proofs of existence by time-stamps alone; strict asks for two independent ones and for two nodes.
  expect(await screen.findByText(/Política: Estricta/)).toBeVisible();
  await user.click(await screen.findByText('testigo.json'));
  await user.click(await screen.findByText('Datos de entrada'));
  expect(await screen.findByText(/strict\/2/)).toBeVisible();
});

test('pasted hashes become rows; lines that are none are named', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Pegar huellas' }));
  const field = await screen.findByRole('textbox', { name: /Huellas SHA-256/ });
  await user.click(screen.getByRole('button', { name: 'Agregar huellas' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Pega al menos una huella/));
  expect(field).toHaveFocus();
  fireEvent.change(field, { target: { value: `0x${files.documentHash.toUpperCase()}\nhola\n` } });
  expect(await screen.findByText(/línea 2 \(hola\)/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Agregar 1 huella' }));
  const row = await rowOf(/Huella/);
  await waitFor(() => expect(row).toHaveTextContent('Nada de lo que hay aquí trata de esta huella'));
});

test('filters and search narrow the rows; nothing matches is not nothing', async () => {
  const { user, where } = await open();
  drop(files.alteredCase, files.otherDocument);
  await waitFor(async () => expect(await rowOf('Alterado.testigo.json')).toHaveTextContent('No válido'));
  await user.click(screen.getByRole('button', { name: 'No válido 1' }));
  await waitFor(() => expect(where()).toBe('/verify?show=failed'));
  expect(screen.queryByText('Otro.txt')).toBeNull();
  await user.type(screen.getByRole('searchbox'), 'otro');
  expect(await screen.findByText('Sin coincidencias entre 2')).toBeVisible();
  expect(where()).not.toContain('otro');
  await user.click(screen.getByRole('button', { name: 'Quitar todos los filtros' }));
  expect(await screen.findByText('Otro.txt')).toBeVisible();
});

test('a service is queried only after the user agreed, and gets hashes alone', async () => {
  const requested: URL[] = [];
  const service = smallService((seen, path) => {
    if (path === '/witnesses' && seen.url.searchParams.has('hash')) {
      requested.push(seen.url);
      return list([]);
    }
    return undefined;
  });
  const { user } = await open('/verify', { open: true, fetch: service.fetch });
  drop(files.document);
  const question = await screen.findByRole('group', { name: /¿Consultar lo que falta/ });
  expect(question).toHaveTextContent('las huellas SHA-256, hasta 100 por consulta');
  const row = await rowOf('Contrato.txt');
  await waitFor(() => expect(row).toHaveTextContent('Aún no hay prueba de este archivo'));
  expect(requested).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Consultar' }));
  await waitFor(async () => expect(await rowOf('Contrato.txt')).toHaveTextContent('El servicio no tiene'));
  expect(requested.map((url) => JSON.parse(url.searchParams.get('hash') ?? '') as unknown)).toEqual([
    { in: [files.documentHash] },
  ]);
  expect(requested.map(String).join()).not.toMatch(/Contrato/);
});

test('the report on paper names policy, fingerprints and both times', async () => {
  const { user } = await open();
  trustSettings.change({ anchors: files.friend.trust.anchors });
  drop(files.witness);
  await waitFor(async () => expect(await rowOf('testigo.json')).toHaveTextContent('Válido'));
  await user.click(screen.getByRole('button', { name: 'Informe' }));
  await user.click(await screen.findByRole('menuitem', { name: /Imprimir/ }));
  const title = await screen.findByRole('heading', { name: 'Informe de verificación' });
  const paper = title.parentElement;
  expect(paper).toHaveTextContent('standard/2');
  expect(paper).toHaveTextContent(material.root.certificate.fingerprint);
  expect(paper).toHaveTextContent('2026-11-20T15:00:00Z');
  expect(paper).toHaveTextContent('09:00:00 (UTC−06:00)');
  expect(paper).toHaveTextContent('testigo.json');
});

test('the report says that it lists only what the filters show', async () => {
  const { user } = await open();
  trustSettings.change({ anchors: files.friend.trust.anchors });
  drop(files.witness);
  drop({ name: 'sin-prueba.txt', file: new File(['hola'], 'sin-prueba.txt') });
  await waitFor(async () => expect(await rowOf('testigo.json')).toHaveTextContent('Válido'));
  await waitFor(async () => expect(await rowOf('sin-prueba.txt')).toHaveTextContent('Sin determinar'));
  expect(await openReport(user)).not.toHaveTextContent('Aquí están');
  await user.click(screen.getByRole('button', { name: 'Volver a los resultados' }));
  await user.type(screen.getByRole('searchbox'), 'testigo.json');
  await waitFor(() => expect(screen.queryByText('sin-prueba.txt')).toBeNull());
  const paper = await openReport(user);
  expect(paper).toHaveTextContent('Elementos: 2');
  expect(paper).toHaveTextContent('Aquí están 1 de 2 elementos: los filtros dejaron fuera los demás.');
});

/** Opens the report of what is there. */
async function openReport(user: Awaited<ReturnType<typeof open>>['user']): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: 'Informe' }));
  await user.click(await screen.findByRole('menuitem', { name: /Imprimir/ }));
  const title = await screen.findByRole('heading', { name: 'Informe de verificación' });
  return title.parentElement!;
}

test('the report names all that it rests on where nothing had evidence, and the command that repeats it', async () => {
  const { user } = await open();
  drop(files.document);
  await waitFor(async () => expect(await rowOf('Contrato.txt')).toHaveTextContent('Sin determinar'));
  const paper = await openReport(user);
  expect(within(paper).getByText('Testigo')).toBeVisible();
  expect(within(paper).getByRole('heading', { name: 'En qué se apoya este veredicto' })).toBeVisible();
  expect(paper).toHaveTextContent('Estándar (standard/2)');
  for (const input of [policyHash(standard), builtInTrustVersion, build, '2026-11-20T15:00:00Z'])
    expect(paper).toHaveTextContent(input);
  expect(paper).toHaveTextContent('Existía a más tardar el (UTC)');
  // A code stands beside its sentence.
  expect(paper).toHaveTextContent('X_EVIDENCE_ABSENT: No se entregó la evidencia para esto.');
  expect(paper).toHaveTextContent('ascii-hex-sorted/1: SHA-256 del texto hexadecimal');
  const command = within(paper).getByText(/testigo verify PRUEBA/);
  expect(command).toHaveTextContent('--policy standard --at 2026-11-20T15:00:00Z --document DOCUMENTO');
});

test('the command of a report about one case names its file, its anchors and no document', async () => {
  const { user } = await open();
  trustSettings.change({ anchors: files.friend.trust.anchors });
  drop(files.stampedCase);
  await waitFor(async () => expect(await rowOf(files.stampedCase.name)).toHaveTextContent('Válido'));
  const command = within(await openReport(user)).getByText(/testigo verify/);
  expect(command).toHaveTextContent(`testigo verify ${files.stampedCase.name}`);
  expect(command).toHaveTextContent('--stamp-anchors CARPETA-SELLOS');
  expect(command).not.toHaveTextContent('--document');
});

test('the report is on white paper whatever the theme is', async () => {
  const { user } = await open();
  drop(files.document);
  await rowOf('Contrato.txt');
  const paper = await openReport(user);
  expect(paper).toHaveAttribute('data-theme', 'light');
  expect(paper).toHaveAttribute('data-print-sheet');
});

test('strategies are marked where there is a witness, and their marks are explained', async () => {
  const { user } = await open();
  drop(files.otherDocument);
  const other = await rowOf('Otro.txt');
  await waitFor(() => expect(other).toHaveTextContent('Sin determinar'));
  expect(within(other).queryByRole('img', { name: /NOM-151/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Qué significan N, M y E' })).toBeNull();
  drop(files.witness);
  const witness = await rowOf('testigo.json');
  expect(await within(witness).findByRole('img', { name: /NOM-151/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Qué significan N, M y E' }));
});

/** A whole case is checked anew when its row is looked at. */
const patient = { timeout: 30_000 };

test('each object with a path opens its own: a signature’s good path says nothing of the document’s broken one', async () => {
  const { user } = await open();
  drop(files.document, files.brokenPathCase);
  // Verified anew once its document is there, it is another answer, and what was open on the former one closes.
  await screen.findByText('Revisión terminada.', undefined, patient);
  await user.click(await screen.findByText('Camino roto.testigo.json'));
  await user.click(await screen.findByRole('button', { name: 'Abrir una ruta' }, patient));
  const choices = await screen.findAllByRole('menuitem');
  expect(choices.map((choice) => choice.querySelector('svg')?.getAttribute('data-state'))).toEqual([
    'INDETERMINATE',
    'PASSED',
    'PASSED',
  ]);
  const [documents, anas] = choices;
  expect(documents).toHaveTextContent(/^Testigo: Camino roto\.testigo\.json/);
  expect(anas).toHaveTextContent(/^Testigo de la firma 1: Ana/);
  await user.click(documents!);
  const own = await screen.findByRole('dialog', { name: /Camino roto/ }, patient);
  expect(own).not.toHaveTextContent('Igual a la raíz declarada');
  expect(own.querySelector('[data-state="PASSED"]')).toBeNull();
  await user.click(within(own).getByRole('button', { name: 'Cerrar' }));
  await user.click(screen.getByRole('button', { name: 'Abrir una ruta' }));
  await user.click(await screen.findByRole('menuitem', { name: /Berta/ }));
  const other = await screen.findByRole('dialog', { name: /Testigo de la firma 2: Berta/ });
  expect(other).toHaveTextContent('Igual a la raíz declarada');
});
