import { screen } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderUi } from '#ui/testing/render.tsx';
import { readLadder } from '../ladder/ladder.ts';
import { MountainRange } from './mountain-range.tsx';
import { readRangeShape } from './range-model.ts';
import { rangePath } from '../testing/path-material.ts';

const flippedAt = (text: string, at: number): string =>
  text.slice(0, at) + (Number.parseInt(text[at] ?? '0', 16) ^ 1).toString(16) + text.slice(at + 1);

const places = fc
  .integer({ min: 1, max: 70 })
  .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size - 1 })));

describe('the ladder of a range', () => {
  it('has a rung for every value that the steps computed, in their order, and ends at the root', () => {
    fc.assert(
      fc.property(places, fc.boolean(), ([size, index], known) => {
        const { check, evidence } = rangePath(size, index, known);
        const ladder = readLadder(check)!;
        const results = (check.steps ?? []).flatMap(({ values }) => values.result ?? []);
        const made = ladder.rungs.flatMap(({ join }) => join?.result ?? []);
        expect([ladder.rungs[0]?.value, ...made]).toEqual(results);
        expect(ladder.rungs.at(-1)?.value).toBe(evidence.targetRootHash);
        expect(ladder.last).toBe(results.length - 1);
        for (const { value, join } of ladder.rungs) {
          if (join === undefined) continue;
          const other = join.side === 'left' ? join.right : join.left;
          expect(other).toBe(value);
          expect(join.sibling).toBe(join.side === 'left' ? join.left : join.right);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('shows the peaks that the size has, with the one of the leaf among them', () => {
    fc.assert(
      fc.property(places, ([size, index]) => {
        const { check } = rangePath(size, index, true);
        const { peaks } = readRangeShape(check, readLadder(check)!);
        expect(peaks.reduce((sum, { height }) => sum + 2 ** (height ?? 0), 0)).toBe(size);
        const before = peaks.slice(
          0,
          peaks.findIndex(({ place }) => place === 'own'),
        );
        const first = before.reduce((sum, { height }) => sum + 2 ** (height ?? 0), 0);
        const own = peaks.find(({ place }) => place === 'own')?.height ?? 0;
        expect(index >= first && index < first + 2 ** own).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the mountain range', () => {
  it('says that membership is proved and position is the service’s word, unless the size is known', () => {
    const open = rangePath(107, 85);
    const { update } = renderUi(<MountainRange check={open.check} evidence={open.evidence} />);
    expect(screen.getByText('La huella está en el árbol, bajo esta raíz')).toBeInTheDocument();
    expect(screen.getByText(/dato del servicio mientras/)).toBeInTheDocument();
    expect(screen.getByText('Según el servicio')).toBeInTheDocument();
    const known = rangePath(107, 85, true);
    update(<MountainRange check={known.check} evidence={known.evidence} />);
    expect(screen.queryByText('Según el servicio')).not.toBeInTheDocument();
    expect(screen.getByText(/el árbol tiene 107 hojas/)).toBeInTheDocument();
    expect(screen.getByText('En cadena')).toBeInTheDocument();
  });

  it('has a table with every hash of the proof, and captions where one part ends', async () => {
    const { check, evidence } = rangePath(107, 85);
    const { user } = renderUi(<MountainRange check={check} evidence={evidence} />);
    const table = screen.getByRole('table');
    for (const hash of [...evidence.leftHashes, ...evidence.rightHashes])
      expect(table).toHaveTextContent(hash);
    expect(table).toHaveTextContent('Montaña de la hoja: cumbre 2 de 5');
    expect(table).toHaveTextContent('Bolsa de 3 cumbres de la derecha, desde la última');
    expect(table).toHaveTextContent('1 cumbre de la izquierda');
    expect(table).toHaveTextContent('Igual a la raíz declarada');
    screen.getByRole('slider').focus();
    await user.keyboard('{End}');
    expect(screen.getByText(/La siguiente cumbre de la izquierda/)).toBeInTheDocument();
    await user.keyboard('{Home}{ArrowRight}');
    expect(document.querySelector('[aria-live]')).toHaveTextContent(
      'El hermano va a la izquierda: el bit 0 del índice 85 es 1.',
    );
  });

  it('draws nothing, and says nothing is proved, where no path reaches the root', () => {
    const { check, evidence } = rangePath(107, 85);
    const { steps: _, ...rest } = check;
    const bent = flippedAt(evidence.rightHashes[1] ?? '', 20);
    const rightHashes = evidence.rightHashes.map((hash, at) => (at === 1 ? bent : hash));
    renderUi(
      <MountainRange
        check={{ ...rest, status: 'FAILED' }}
        tampered={check}
        evidence={{ ...evidence, rightHashes }}
      />,
    );
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    // The altered hash is named, with its byte, although no step shows it.
    expect(document.querySelector('mark')).toHaveTextContent(bent.slice(20, 22));
    expect(screen.getByText(/1 byte alterado/)).toHaveTextContent('byte 11: era');
    expect(screen.getByText(/Con la alteración ninguna ruta/)).toBeInTheDocument();
    expect(document.querySelector('[data-state="PASSED"]')).toBeNull();
    expect(screen.getByText('La huella no está en el árbol, bajo esta raíz')).toBeVisible();
    expect(screen.queryByText('La huella está en el árbol, bajo esta raíz')).toBeNull();
  });

  it('a range of one leaf is its root', () => {
    const { check, evidence } = rangePath(1, 0);
    renderUi(<MountainRange check={check} evidence={evidence} />);
    expect(screen.getByText('Igual a la raíz declarada')).toBeInTheDocument();
  });
});
