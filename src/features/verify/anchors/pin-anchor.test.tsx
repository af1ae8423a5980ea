import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as material from '#proofs/testing/case-material.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { forgetChecks } from '../testing/forget-checks.ts';
import { signerRoot, stampRoot, twoRootsCase } from '../testing/two-roots.ts';
import { VerifyPage } from '../verify-page.tsx';

/** A whole case is checked anew when its row is looked at. */
const patient = { timeout: 30_000 };
// A page of this size takes jsdom seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

afterAll(trustSettings.erase);
beforeEach(() => {
  trustSettings.change({ policy: 'standard', anchors: [] });
  vi.spyOn(Date, 'now').mockReturnValue(material.now);
});
afterEach(async () => {
  await forgetChecks();
  vi.restoreAllMocks();
});

/** Opens the row of the case whose two roots the reader does not trust. */
async function openCase() {
  const { user } = await renderInHost(<VerifyPage />, { fetch: smallService().fetch, path: '/verify' });
  const { name, file } = twoRootsCase;
  await user.upload(await screen.findByLabelText('Elegir archivos'), file);
  const row = await screen.findByRole('row', { name: new RegExp(name.replaceAll('.', '\\.')) });
  await waitFor(() => expect(row).toHaveTextContent('Sin determinar'), patient);
  await user.click(await screen.findByText(name));
  // The pane waits for its own part first.
  await screen.findByText('Comprobaciones', {}, patient);
  const pane = screen.getByRole('complementary');
  // The run of the tab outlives a page: until it has this page's trust, it checks by that of the page before.
  await waitFor(() => expect(trustButtons(pane)).toHaveLength(2), patient);
  return { user, pane };
}

const trustButtons = (pane: HTMLElement) =>
  within(pane).getAllByRole('button', { name: /^Confía también en|, confía en/ });
const looksOf = (buttons: readonly HTMLElement[]) =>
  buttons.map((one) => [one.textContent, one.getAttribute('data-variant')]);

test('of two anchors to trust, who stamped the time comes first, as the only solid button', async () => {
  const { user, pane } = await openCase();
  expect(looksOf(trustButtons(pane))).toEqual([
    ['Confía también en quien puso este sello: Autoridad de sellos', 'contained'],
    ['Confía también en quien certificó al firmante: Autoridad de firmas', 'outlined'],
  ]);
  // Trusted, it leaves the other, which then decides.
  await user.click(trustButtons(pane)[0]!);
  await user.click(within(pane).getByRole('button', { name: 'Ya lo comparé: confiar' }));
  const last = 'Para tener certeza, confía en quien certificó al firmante: Autoridad de firmas';
  expect(looksOf([await screen.findByRole('button', { name: last }, patient)])).toEqual([
    [last, 'contained'],
  ]);
  expect(trustButtons(screen.getByRole('complementary'))).toHaveLength(1);
});

test('an anchor is named by common name and organization; full name, codes and OIDs are folded away', async () => {
  const { pane } = await openCase();
  for (const [name, organization, code, root] of [
    ['Autoridad de sellos', 'Sellos de México SC', 'SEL-001', stampRoot],
    ['Autoridad de firmas', 'Firmas del Norte SA', 'FIR-002', signerRoot],
  ] as const) {
    const button = within(pane).getByRole('button', { name: new RegExp(`: ${name}$`) });
    const offer = button.parentElement!;
    expect(within(offer).getByText(organization, { exact: true })).toBeVisible();
    const details = within(offer).getByText('Nombre completo y SHA-256').closest('details')!;
    expect(details).not.toHaveAttribute('open');
    expect(details).toHaveTextContent(code);
    expect(details.textContent.replaceAll(/\s/g, '')).toContain(root.certificate.fingerprint);
  }
  expect(pane).toHaveTextContent(material.stampPolicy);
  expect(visibleText(pane)).not.toMatch(/SEL-001|FIR-002|Unidad [78]|\d+(?:\.\d+){3,}/);
});

/** The text that is seen: without what closed details hide. */
function visibleText(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const details of copy.querySelectorAll('details:not([open])'))
    for (const child of [...details.childNodes]) if (child.nodeName !== 'SUMMARY') child.remove();
  return copy.textContent;
}
