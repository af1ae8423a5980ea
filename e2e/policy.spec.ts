import { enterDemo } from './staff.ts';
import { expect, test } from './service.ts';

test('ST-7 every page carries the policy, and no screen breaks it', async ({ page, service }) => {
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
  expect(headers['content-security-policy']).toBe(
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
      "font-src 'self' data:; worker-src 'self' blob:; manifest-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; " +
      "form-action 'none'; frame-src 'none'; frame-ancestors 'none'",
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
  expect(broken).toEqual([]);
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
