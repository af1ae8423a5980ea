import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyCase } from '#proofs/case-file/verify-case.ts';
import * as material from '#proofs/testing/case-material.ts';
import { restoreJson } from '../page/embedded-json.ts';
import { proofContext } from '../../verification/context/proof-context.ts';
import type { VerificationContext } from '../../verification/context/verification-context.ts';
import { renderInHost } from '../../testing/host.tsx';
import { caseService, ids } from '../../testing/case-service.ts';
import { caseTrust } from '../../testing/case-trust.ts';
import { ExportButton, ExportMenu } from './export-menu.tsx';
import type { ExportTarget, ToExport } from './export-many.ts';
import { ExportResources } from './export-resources.tsx';

const reader: VerificationContext = {
  trust: {
    policy: 'standard',
    ...caseTrust,
  },
  now: material.now,
  exchanges: material.context.exchanges ?? [],
};
const bytes = new Blob([new Uint8Array(material.document)]);
const given: ToExport = { evidence: material.evidence, document: bytes, reader, partial: false };

let saved: { name: string; blob: Blob }[];
let blobs: Map<string, Blob>;
beforeEach(() => {
  saved = [];
  blobs = new Map();
  vi.stubGlobal('URL', URL);
  URL.createObjectURL = (blob: Blob) => {
    const address = `blob:${blobs.size}`;
    blobs.set(address, blob);
    return address;
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob) saved.push({ name: this.download, blob });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function opened(node: React.ReactElement, name: string | RegExp = 'Guardar expediente') {
  const view = await renderInHost(node, { fetch: caseService().fetch, open: true });
  await view.user.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog');
  return { ...view, dialog: within(dialog) };
}

const one = (document: Blob | undefined = bytes) => (
  <ExportMenu title="Contrato" evidence={material.evidence} reader={reader} document={document} />
);

describe('the export of one', () => {
  it('saves a case file without the document, unless the reader says otherwise', async () => {
    const { user, dialog } = await opened(one());
    expect(dialog.getByRole('checkbox')).not.toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const text = await saved[0]!.blob.text();
    expect(saved[0]!.name).toMatch(/^testigo-contrato-[0-9a-f]{12}\.testigo\.json$/);
    expect(text).not.toContain('"kind":"document"');
    expect(verifyCase(text, proofContext(reader)).report.verdict.conclusion).toBe('TOTAL_PASSED');
  });

  it('says that a download is begun, and not that a file was saved', async () => {
    const { user, dialog } = await opened(one());
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText(/^Se descarga testigo-contrato-/)).toBeVisible();
  });

  it('includes the document when it is requested, with its size beside the question', async () => {
    const { user, dialog } = await opened(one());
    await user.click(dialog.getByRole('checkbox', { name: /Incluir el documento \(\d+ B\)/ }));
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]!.blob.text()).toContain(Buffer.from(material.document).toString('base64'));
  });

  it('does not offer a document that is too large, or that is not there', async () => {
    const large = new Blob(['x']);
    Object.defineProperty(large, 'size', { value: (8 << 20) + 1 });
    const first = await opened(one(large));
    expect(first.dialog.getByRole('checkbox')).toBeDisabled();
    expect(first.dialog.getByText(/un expediente lleva como máximo/)).toBeVisible();
    cleanup();
    const second = await opened(<ExportMenu title="Contrato" evidence={material.evidence} reader={reader} />);
    expect(second.dialog.getByRole('checkbox')).toBeDisabled();
    expect(second.dialog.getByText('Aquí el servicio no entrega el documento.')).toBeVisible();
  });

  it('makes one page with the verifier inside, whose program it names', async () => {
    const { user, dialog } = await opened(one());
    await user.click(dialog.getByRole('radio', { name: 'Página que se comprueba sola' }));
    expect(await dialog.findByText(/SHA-256 del programa de la página/)).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'English' }));
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(saved).toHaveLength(1), { timeout: 20_000 });
    expect(saved[0]!.name).toMatch(/^testigo-contrato-[0-9a-f]{12}\.testigo\.html$/);
    const page = new DOMParser().parseFromString(await saved[0]!.blob.text(), 'text/html');
    expect(page.documentElement.lang).toBe('en');
    expect(page.title).toBe('Case file: Contrato');
    const text = restoreJson(page.querySelector('script.case')!.textContent);
    expect(verifyCase(text, proofContext(reader)).issues).toEqual([]);
    // The words of the app are its own again.
    expect(screen.getByRole('button', { name: 'Guardar expediente' })).toBeVisible();
  });

  it('prints the report in the language that is chosen, with policy, anchors, program, both zones, and where and by what command its case file is verified', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user, dialog } = await opened(one());
    await user.click(dialog.getByRole('radio', { name: 'Informe para imprimir' }));
    await user.click(dialog.getByRole('radio', { name: 'English' }));
    await user.click(dialog.getByRole('button', { name: 'Imprimir' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    const sheet = document.querySelector('[data-print-sheet]')!;
    for (const text of [
      'Verification report',
      'standard/2',
      material.root.certificate.fingerprint,
      'testigo/0.1.0',
      '2026-11-20T15:00:00Z',
      '20 November 2026, 09:00:00 (UTC−06:00)',
      'This document existed no later than',
      'The file hash matches the witness',
      // Its address leads nowhere from another computer: the command alone is named.
      'verify it with the command below each verdict',
      'the certificates that you trust for signers in SIGNERS-FOLDER',
    ])
      expect(sheet.textContent).toContain(text);
    expect(sheet.querySelector('pre')?.textContent).toMatch(
      /^npx --package=\.\/testigo-0\.1\.0\.tgz testigo verify testigo-contrato-[0-9a-f]{12}\.testigo\.json --anchors SIGNERS-FOLDER --stamp-anchors STAMPS-FOLDER --policy standard --at 2026-11-20T15:00:00Z$/,
    );
    expect(sheet.textContent).not.toContain(window.location.origin);
    expect(sheet.textContent).not.toContain('no legal value');
    expect(sheet.textContent).not.toContain('Comprobación');
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('[data-print-sheet]')).toBeNull());
    expect(saved).toEqual([]);
  });

  it('prints the witness of a signature as such, with who made its time-stamp and the purpose of each anchor', async () => {
    vi.stubGlobal('print', vi.fn());
    const { witness, signature } = material.inviteOf('Ana');
    const evidence = {
      ...(witness && { witness }),
      signature: { ...(signature !== undefined && { signature }) },
    };
    const { user, dialog } = await opened(<ExportMenu title="Firma" evidence={evidence} reader={reader} />);
    await user.click(dialog.getByRole('radio', { name: 'Informe para imprimir' }));
    await user.click(dialog.getByRole('button', { name: 'Imprimir' }));
    await waitFor(() => expect(document.querySelector('[data-print-sheet]')).not.toBeNull());
    const sheet = document.querySelector('[data-print-sheet]')!;
    expect(sheet.querySelector('.verdict')).toHaveTextContent(/Esta firma existía a más tardar el /);
    expect(sheet.querySelector('.verdict')).toHaveTextContent(/Sellado por /);
    expect(sheet).toHaveTextContent('SHA-256 de la firma');
    expect(sheet).not.toHaveTextContent(/SHA-256 del documento|se verifica por su huella/);
    expect(sheet).toHaveTextContent('Para firmantes y sellos de tiempo');
    window.dispatchEvent(new Event('afterprint'));
  });

  it('says why nothing was exported', async () => {
    const evidence = { certificate: '-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----' };
    const { user, dialog } = await opened(<ExportMenu title="x" evidence={evidence} reader={reader} />);
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    expect(await dialog.findByText(/la evidencia contiene una llave privada/)).toBeVisible();
    expect(saved).toEqual([]);
  });
});

describe('the export of several', () => {
  const target = (id: string, collect: ExportTarget['collect']): ExportTarget => ({
    id,
    title: `Contrato ${id}`,
    collect,
  });
  const good = (id: string) => target(id, () => Promise.resolve(given));
  const bad = (id: string) => target(id, () => Promise.reject(new TypeError('down')));

  it('saves a file for each, goes on after one that fails, and lists it', async () => {
    const targets = [good('a'), bad('b'), good('a')];
    const { user, dialog } = await opened(
      <ExportButton title="Tres" count={3} load={() => Promise.resolve(targets)} />,
      'Guardar los expedientes de 3 testigos',
    );
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    await user.click(await dialog.findByRole('button', { name: 'Guardar la lista de lo que falló' }));
    expect(dialog.getByText('1 no se pudo exportar.')).toBeVisible();
    expect(saved.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^testigo-contrato-a-[0-9a-f]{12}\.testigo\.json$/),
      expect.stringMatching(/^testigo-contrato-a-[0-9a-f]{12}-2\.testigo\.json$/),
      'testigo-expedientes-no-guardados-tres.csv',
    ]);
    const rows = (await saved[2]!.blob.text()).trim().split('\r\n');
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatch(/^b,Contrato b,,/);
  });

  it('makes one page of all', async () => {
    const { user, dialog } = await opened(
      <ExportButton title="Dos" count={2} load={() => Promise.resolve([good('a'), good('b')])} />,
      /2 testigos/,
    );
    await user.click(dialog.getByRole('radio', { name: 'Página que se comprueba sola' }));
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(saved).toHaveLength(1), { timeout: 20_000 });
    const page = new DOMParser().parseFromString(await saved[0]!.blob.text(), 'text/html');
    expect(page.querySelectorAll('script.case')).toHaveLength(2);
  });

  it('stops when it is cancelled: what comes after is not requested', async () => {
    const requested: string[] = [];
    const waiting = (id: string) =>
      target(id, async (signal) => {
        requested.push(id);
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')));
        });
        return given;
      });
    const { user, dialog } = await opened(
      <ExportButton title="Dos" count={2} load={() => Promise.resolve([waiting('a'), waiting('b')])} />,
      /2 testigos/,
    );
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(requested).toEqual(['a']));
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
    expect(await dialog.findByText(/Cancelado: lo que ya se guardó/)).toBeVisible();
    expect(requested).toEqual(['a']);
    expect(saved).toEqual([]);
  });
});

describe('what a service has of a request', () => {
  const node = (
    <ExportResources
      title="Solicitud"
      count={1}
      load={() =>
        Promise.resolve([{ title: 'Solicitud', request: { id: ids.request, witness: { id: ids.witness } } }])
      }
    />
  );

  it('is collected and exported: its document’s witness and every signature', async () => {
    const { user, dialog } = await opened(node);
    await user.click(dialog.getByRole('checkbox'));
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(saved).toHaveLength(1), { timeout: 20_000 });
    const { read, issues: faults, report } = verifyCase(await saved[0]!.blob.text(), proofContext(reader));
    expect(faults).toEqual([]);
    expect(read.evidence.invites).toHaveLength(2);
    expect(read.evidence.witness?.hash).toBe(material.documentHash);
    expect(read.evidence.documentDigest).toBe(material.documentHash);
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
  });

  it('of a witness alike', async () => {
    const witness = {
      id: ids.witness,
      hash: material.documentHash,
      signatureRequest: { id: ids.request },
    };
    const { user, dialog } = await opened(
      <ExportResources title="x" count={1} load={() => Promise.resolve([{ title: 'x', witness }])} />,
    );
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(saved).toHaveLength(1), { timeout: 20_000 });
    const { read, issues: faults } = verifyCase(await saved[0]!.blob.text(), proofContext(reader));
    expect(faults).toEqual([]);
    expect(read.evidence.invites).toHaveLength(2);
  });
});
