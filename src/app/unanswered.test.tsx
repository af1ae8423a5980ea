import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as hashing from '#client/files/hash-file.ts';
import { toHex } from '#proofs/encoding/bytes.ts';
import { buildCase } from '#proofs/case-file/build-case.ts';
import { sha256 } from '#proofs/encoding/hash.ts';
import * as material from '#proofs/testing/case-material.ts';
import { mockChecksAsIndeterminate } from '#proofs/testing/indeterminate.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { paths } from '#widgets/paths.ts';
import { caseService, ids, tokenOf } from '#widgets/testing/case-service.ts';
import { caseTrust } from '#widgets/testing/case-trust.ts';
import { renderInHost } from '#widgets/testing/host.tsx';
import { loadVerification } from '#features/verify/run/load-verification.ts';
import { AppRoutes } from './routes.tsx';

// Nothing is computed: whatever still looked passed would not have got it from a check.
beforeAll(mockChecksAsIndeterminate);

// jsdom has no worker that hashes files: the page computes their digest.
beforeAll(() => {
  vi.spyOn(hashing, 'hashFile').mockImplementation(async (file) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { sha256: toHex(sha256(bytes)), md5: '', bytes: bytes.length };
  });
});

// Whole pages take jsdom seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

afterAll(trustSettings.erase);
beforeEach(() => {
  trustSettings.change(caseTrust);
});

const passWords =
  /\bVálid[oa]\b|está completa|existía a más tardar|existió|(?<!no )es válid[oa]\b|Igual a la raíz declarada/;

/** Every page on which something of a case is shown, and how many answers it shows at least. */
const pages: readonly { path: string; answers: number }[] = [
  { path: paths.witness(ids.witness), answers: 40 },
  { path: paths.witness(material.documentHash), answers: 40 },
  { path: paths.witnesses, answers: 0 },
  { path: paths.request(ids.request), answers: 1 },
  { path: paths.token(tokenOf(material.documentWitness)), answers: 10 },
  { path: paths.requests, answers: 0 },
  { path: paths.overview, answers: 0 },
  { path: paths.directory, answers: 0 },
  { path: paths.certificates, answers: 0 },
  { path: paths.issuers, answers: 0 },
];

describe('where the proofs answer nothing, no page shows anything as passed', () => {
  it.each(pages)('$path', async ({ path, answers }) => {
    const { container } = await renderInHost(<AppRoutes />, { fetch: caseService().fetch, path, open: true });
    await waitFor(() => expect(container.querySelector('main h1')).not.toBeNull(), { timeout: 60_000 });
    await waitFor(
      () =>
        expect(container.querySelectorAll('main [data-state="INDETERMINATE"]').length).toBeGreaterThanOrEqual(
          answers,
        ),
      { timeout: 60_000 },
    );
    // What comes a moment later is looked at too.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(container.querySelectorAll('[data-state="PASSED"]')).toHaveLength(0);
    expect(container.textContent).not.toMatch(passWords);
    expect(screen.queryByText(/Algo falló en esta página/)).toBeNull();
  });

  it('/verify', async () => {
    const { container } = await renderInHost(<AppRoutes />, {
      fetch: caseService().fetch,
      path: paths.verify,
    });
    await screen.findByRole('heading', { level: 1 });
    // The verifier is fetched at the first sign of a person.
    fireEvent.pointerMove(document.body);
    const { text } = buildCase({
      title: 'Expediente',
      evidence: material.evidence,
      context: material.context,
    });
    const files = [
      new File([material.document.slice()], 'contrato.txt'),
      new File([text], 'caso.testigo.json'),
    ];
    const verification = await loadVerification();
    verification.addFiles(files.map((file) => ({ name: file.name, file })));
    await waitFor(() => expect(container.querySelector('main h1')?.textContent).toMatch(/2 revisados/), {
      timeout: 60_000,
    });
    expect(container.querySelectorAll('main [data-state="INDETERMINATE"]').length).toBeGreaterThanOrEqual(2);
    expect(container.querySelectorAll('[data-state="PASSED"]')).toHaveLength(0);
    verification.clear();
  });
});
