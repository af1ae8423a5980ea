import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { context } from '#proofs/testing/case-material.ts';
import { renderUi } from '#ui/testing/render.tsx';
import { PathDialog } from './path-dialog.tsx';
import { merklePaths, type ObjectPath } from './merkle-paths.ts';
import { oneTree } from '../testing/one-tree.ts';

const evidence = oneTree([0]);
const open = checkEvidence(evidence, context);
const failed = checkEvidence(evidence, { ...context, recipe: 'ascii-hex-sorted/1' });

/** Names are said while rendering, in the language of the page. */
const show = (
  report: typeof open,
  at: number,
  change: (path: ObjectPath) => Partial<ObjectPath> = () => ({}),
) =>
  renderUi(() => {
    const path = merklePaths(evidence, report, 'Contrato.txt')[at]!;
    return <PathDialog path={{ ...path, ...change(path) }} onClose={vi.fn()} />;
  });

describe('the dialog of a path', () => {
  it.each([
    [0, 'Ruta a la raíz: Testigo: Contrato.txt', 'Igual a la raíz declarada', 'PASSED'],
    [1, 'Ruta a la raíz: Testigo de la firma 1: Ana', 'No es la raíz declarada', 'FAILED'],
    [2, 'Ruta a la raíz: Testigo de la firma 2: Berta', 'Igual a la raíz declarada', 'PASSED'],
  ])('%i names its object and bears the marks of that object’s own checks', (at, title, end, state) => {
    show(failed, at);
    const dialog = screen.getByRole('dialog', { name: title });
    expect(within(dialog).getByText(end)).toBeInTheDocument();
    expect(dialog).toHaveTextContent('ascii-hex-sorted/1');
    const membership = within(dialog).getByText('Pertenencia').nextElementSibling;
    expect(membership?.querySelector(`[data-state="${state}"]`)).not.toBeNull();
  });

  it.each(['INDETERMINATE', 'FAILED', 'NOT_RUN'] as const)(
    'has no green for a check that is %s, even where the texts are equal',
    (status) => {
      show(open, 0, ({ check }) => ({ proof: undefined, check: { ...check, status } }));
      expect(screen.getByRole('dialog', { name: /Contrato.txt/ })).toBeInTheDocument();
      expect(document.querySelector('[data-state="PASSED"]')).toBeNull();
    },
  );

  it('says that no recipe reaches the root, and draws nothing', () => {
    show(open, 1);
    const dialog = screen.getByRole('dialog', { name: /Ana/ });
    expect(dialog).toHaveTextContent('ninguna receta conocida llega a la raíz');
    expect(within(dialog).queryByRole('table')).toBeNull();
    expect(dialog.querySelector('[data-state="PASSED"]')).toBeNull();
  });
});
