import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, type Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';

/** A real PDF of its own: the title is on its first page, so every document has its own hash. */
export async function pdf(title: string, pages = 2): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  document.setTitle(title);
  for (let page = 1; page <= pages; page += 1)
    document.addPage().drawText(`${title} (${page})`, { x: 60, y: 720, size: 18, font });
  return Buffer.from(await document.save());
}

/**
 * Enters the demo as its first organization, from wherever the page is, in either language.
 *
 * @param at address of the app to which the connect page leads; without one it leads to the overview
 */
export async function enterDemo(page: Page, at = '/'): Promise<void> {
  await page.goto(paths.connectThen(at));
  // Who is in already learns that, and goes on.
  const enter = page.getByRole('button', {
    name: /^(?:Entrar a la demostración|Enter the demo|Continuar|Continue)$/,
  });
  await enter.click();
  // A page below the list of requests has a second link to it.
  const requests = page.getByRole('navigation').getByRole('link', { name: /Solicitudes|Requests/ });
  await expect(requests.first()).toBeVisible();
}

/** In the composer. A list that is left stays until it is there, and has the same words. */
export const chooseKind = (page: Page, kind: 'Archivo' | 'Texto' | 'Pagaré'): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Tipo de documento' }).getByText(kind, { exact: true }).click();

export async function chooseFile(
  page: Page,
  name: string,
  buffer: Buffer,
  mimeType = 'application/pdf',
): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer });
}

export async function addSigner(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Buscar a una persona' }).fill(name);
  await page.getByRole('option', { name }).click();
}

/** Choosing somebody without a link opens the code that they scan: it is shown, and closed. */
export async function closeLinkCode(page: Page, name: string): Promise<void> {
  const code = page.getByRole('dialog', { name: `Vínculo de ${name}` });
  await expect(code.getByRole('img').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(code).toHaveCount(0);
}

/** Composes a request with a PDF and its signers, up to the button that sends it. */
export async function compose(page: Page, title: string, signers: readonly string[]): Promise<void> {
  await page.goto('/requests/new');
  await composeHere(page, title, signers);
}

/** The same in the composer that is open. */
export async function composeHere(page: Page, title: string, signers: readonly string[]): Promise<void> {
  await chooseFile(page, `${title}.pdf`, await pdf(title));
  for (const signer of signers) await addSigner(page, signer);
  await expect(page.getByText('No, el servicio no tiene testigo de esta huella')).toBeVisible();
}

/** The id of the request whose page is open. */
export async function openRequestId(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/requests\/[0-9a-f]{24}$/);
  return page.url().slice(-24);
}

/** A call of the interface beside the page, with a key or token. */
export async function call<T>(
  origin: string,
  bearer: string,
  method: string,
  path: string,
  input?: unknown,
): Promise<{ status: number; body: T }> {
  const ask = () =>
    fetch(`${origin}/rest/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(input === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input === undefined ? {} : { body: JSON.stringify({ input }) }),
    });
  // A keep-alive connection may have been ended meanwhile, and a change is not requested twice: what may be sent
  // twice goes before it.
  const again = (): Promise<Response> => fetch(origin, { method: 'HEAD' });
  if (method !== 'GET') await again().catch(again);
  const response = await ask().catch((error: unknown) => {
    if (method === 'GET') return ask();
    throw error;
  });
  return { status: response.status, body: (await response.json()) as T };
}

/** Answers as the invited subjects do in their app: every pending invite of a request. */
export async function answerAs(
  origin: string,
  key: string,
  requestId: string,
  answer: 'sign' | 'reject',
  subject?: string,
): Promise<void> {
  interface Listed {
    results: { id: string; status: string; subject: { id: string; commonName?: string } }[];
  }
  const filter = encodeURIComponent(JSON.stringify({ eq: requestId }));
  const { body } = await call<Listed>(
    origin,
    key,
    'GET',
    `/signature-request-invites?signatureRequest=${filter}`,
  );
  for (const invite of body.results) {
    if (invite.status !== 'PENDING' || (subject && invite.subject.commonName !== subject)) continue;
    const response = await fetch(`${origin}/sandbox/invites/${invite.id}/${answer}`, { method: 'POST' });
    expect(response.status).toBe(200);
  }
}
