import { drop, prepareDrop } from './drop-files.ts';
import { caseText, documentText, openVerify } from './dropping.ts';
import { chooseFile, enterDemo, pdf } from './staff.ts';
import { expect, test } from './service.ts';

test('ST-7 every page carries the policy, and no screen breaks it', async ({ page, service, pageErrors }) => {
  const broken: string[] = [];
  await page.exposeFunction('tellBroken', (what: string) => broken.push(what));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      // The page's own global does not know the function that this test exposed to it.
      void (globalThis as unknown as { tellBroken: (what: string) => Promise<void> }).tellBroken(
        `${event.effectiveDirective} ${event.blockedURI}`,
      );
    });
  });
  const response = await page.goto('/requests/some-page');
  const headers = response!.headers();
  const [own = ''] = /'sha256-[\w+/]{43}='/.exec(headers['content-security-policy']!) ?? [];
  expect(headers['content-security-policy']).toBe(
    `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${own}; ` +
      "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
      "font-src 'self' data:; worker-src 'self' blob:; manifest-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; " +
      "form-action 'none'; frame-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default",
  );
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['permissions-policy']).toBeTruthy();
  await enterDemo(page);
  for (const route of [
    '/',
    '/requests',
    '/requests/new',
    '/witnesses',
    '/directory',
    '/settings',
    '/sandbox',
  ]) {
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  // What runs in workers: the hash and the preview of a document, the verification, and what is stored for later.
  await page.goto('/requests/new');
  await chooseFile(page, 'Contrato.pdf', await pdf('Contrato'));
  await expect(page.getByRole('img', { name: /^1 de \d+$/ })).toBeVisible();
  await expect(page.getByText('No, el servicio no tiene testigo de esta huella')).toBeVisible();
  await openVerify(page);
  await prepareDrop(page, 0, { 'Contrato.txt': documentText, 'Pagaré.testigo.json': caseText });
  await drop(page);
  await expect(page.getByText('Pagaré.testigo.json').first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js').then(() => undefined));
  expect(broken).toEqual([]);
  // Markup, and a worker of other than the build's own files, are refused by the browser itself.
  const refused = await page.evaluate(() => {
    const attempts = [
      () => (document.createElement('p').innerHTML = '<b>text</b>'),
      () => new Worker(URL.createObjectURL(new Blob(['1']))),
      () => new Worker('/uploads/worker.js'),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError']);
  pageErrors.length = 0;
  expect(service.origin).toMatch(/^http:\/\/127\.0\.0\.1:/);
});

test('an origin outside the list is explained in place, with what to do', async ({ page, pageErrors }) => {
  await page.goto('/connect');
  await page.getByText('Otra dirección').click();
  await page.getByRole('textbox', { name: /Dirección/ }).fill('https://api.example.com');
  await page.getByLabel('Clave de la organización').fill('tk_some-key');
  await page.getByRole('button', { name: 'Conectar', exact: true }).click();
  await expect(page.getByText(/https:\/\/api\.example\.com/).first()).toBeVisible();
  await expect(page.getByText(/TESTIGO_CONNECT/).first()).toBeVisible();
  // The browser's own report of what it refused is what this test provokes.
  pageErrors.length = 0;
});
