import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preferReducedMotion } from '#ui/testing/reduced-motion.ts';
import { renderUi } from '#ui/testing/render.tsx';
import { MerklePath } from './merkle-path.tsx';
import { alteredPath, deepPath, merklePath } from '../testing/path-material.ts';

const slider = () => screen.getByRole('slider', { name: 'Paso' });
const rows = () => screen.getAllByRole('row').slice(1);
const current = () => document.querySelector('tr[data-current]');
const caption = () => slider().getAttribute('aria-valuetext');

describe('the table of a Merkle path', () => {
  it('says what the steps of the check say, level by level', () => {
    const { check, root } = merklePath(7);
    renderUi(<MerklePath check={check} declaredRoot={root} />);
    const steps = check.steps ?? [];
    const values = steps.map(({ values }) => values.parent ?? values.leaf ?? '');
    expect(rows()).toHaveLength(8);
    for (const [at, row] of rows().entries()) {
      expect(row).toHaveTextContent(values[at] ?? '-');
      const join = steps[at + 1]?.values;
      if (join === undefined) continue;
      expect(row).toHaveTextContent(join.sibling ?? '-');
      expect(row).toHaveTextContent(join.left === join.sibling ? 'izq.' : 'der.');
    }
    expect(within(rows()[7]!).getByText('Igual a la raíz declarada')).toBeInTheDocument();
  });

  it('has no green end where what was reached is not the declared root, whatever the check says', () => {
    const { check } = merklePath(3);
    const { update } = renderUi(<MerklePath check={check} declaredRoot={'ab'.repeat(32)} />);
    expect(screen.getByText('No es la raíz declarada')).toBeInTheDocument();
    update(<MerklePath check={{ ...check, status: 'INDETERMINATE' }} declaredRoot={check.expected ?? ''} />);
    expect(screen.queryByText('Igual a la raíz declarada')).not.toBeInTheDocument();
    expect(document.querySelector('[data-state="PASSED"]')).toBeNull();
  });

  it('takes the declared root with its prefix and in capitals', () => {
    const { check, root } = merklePath(3);
    renderUi(<MerklePath check={check} declaredRoot={`0x${root.toUpperCase()}`} />);
    expect(screen.getByText('Igual a la raíz declarada')).toBeInTheDocument();
  });

  it('draws nothing where nothing was computed', () => {
    const { steps: _, ...check } = merklePath(3).check;
    renderUi(<MerklePath check={{ ...check, status: 'INDETERMINATE' }} declaredRoot="" />);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.getByText(/No se calculó ninguna ruta/)).toBeInTheDocument();
  });

  it('of no level is the leaf, which is the root', () => {
    const { check, root } = merklePath(0);
    renderUi(<MerklePath check={check} declaredRoot={root} />);
    expect(rows()).toHaveLength(1);
    expect(screen.getByText(/la hoja es la raíz/)).toBeInTheDocument();
    expect(slider()).toBeDisabled();
  });

  it('of 64 levels is whole, without a drawing', async () => {
    const { check, root } = deepPath(64);
    const { user } = renderUi(<MerklePath check={check} declaredRoot={root} />);
    expect(rows()).toHaveLength(65);
    expect(document.querySelector('.subtree')).toBeNull();
    slider().focus();
    await user.keyboard('{End}');
    expect(caption()).toBe('Paso 64 de 64, del nivel 63 al 64');
  });
});

describe('stepping', () => {
  it('by keys: arrows step, Home and End jump, in the slider and in the table', async () => {
    const { check, root } = merklePath(7);
    const { user } = renderUi(<MerklePath check={check} declaredRoot={root} />);
    // It opens at the leaf, which says how it came of the hash.
    expect(caption()).toBe('Paso 0 de 7, la hoja');
    expect(document.querySelector('[aria-live]')).toHaveTextContent(
      'La hoja es el SHA-256 del texto hexadecimal de la huella.',
    );
    slider().focus();
    await user.keyboard('{ArrowRight}');
    expect(caption()).toBe('Paso 1 de 7, de la hoja al nivel 1');
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowRight}');
    expect(caption()).toBe('Paso 4 de 7, del nivel 3 al 4');
    expect(current()).toBe(rows()[3]);
    await user.keyboard('{ArrowLeft}{ArrowUp}');
    expect(caption()).toBe('Paso 2 de 7, del nivel 1 al 2');
    await user.keyboard('{Home}');
    expect(caption()).toBe('Paso 0 de 7, la hoja');
    await user.keyboard('{ArrowLeft}');
    expect(caption()).toBe('Paso 0 de 7, la hoja');
    await user.keyboard('{End}{ArrowRight}');
    expect(caption()).toBe('Paso 7 de 7, del nivel 6 al 7');
    screen.getByRole('button', { current: 'step' }).focus();
    await user.keyboard('{ArrowUp}');
    expect(caption()).toBe('Paso 6 de 7, del nivel 5 al 6');
    // The focus goes along with the step, also to a rung that had no button yet.
    expect(document.activeElement).toBe(screen.getByRole('button', { current: 'step' }));
    await user.keyboard('{Home}');
    expect(caption()).toBe('Paso 0 de 7, la hoja');
    expect(document.activeElement).toBe(screen.getByRole('button', { current: 'step' }));
    expect(document.activeElement).toHaveTextContent('Hoja');
  });

  it('by pointer: a level, the slider, the buttons', async () => {
    const { check, root } = merklePath(7);
    const { user } = renderUi(<MerklePath check={check} declaredRoot={root} />);
    await user.click(rows()[5]!);
    expect(caption()).toBe('Paso 6 de 7, del nivel 5 al 6');
    await user.click(screen.getByText('Raíz'));
    expect(caption()).toBe('Paso 7 de 7, del nivel 6 al 7');
    expect(screen.getByRole('button', { name: 'Paso siguiente' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Paso anterior' }));
    expect(caption()).toBe('Paso 6 de 7, del nivel 5 al 6');
    fireEvent.change(slider(), { target: { value: '2' } });
    expect(caption()).toBe('Paso 2 de 7, del nivel 1 al 2');
  });

  it('says of each step which side the sibling takes and why, and its formula', async () => {
    const { check, root } = merklePath(4);
    const { user } = renderUi(<MerklePath check={check} declaredRoot={root} />);
    slider().focus();
    await user.keyboard('{Home}');
    for (const { values } of (check.steps ?? []).slice(1)) {
      await user.keyboard('{ArrowRight}');
      const left = values.left === values.sibling;
      const words = left
        ? 'El hermano va a la izquierda: su texto hexadecimal es menor.'
        : 'El hermano va a la derecha: su texto hexadecimal es mayor.';
      expect(document.querySelector('[aria-live]')).toHaveTextContent(words);
      const formula = document.querySelector('.formula, [class*="formula"]');
      for (const value of [values.left, values.right, values.parent])
        expect(formula).toHaveTextContent(value ?? '-');
    }
  });

  it('shows the shell line of the step', async () => {
    const { check, root } = merklePath(4);
    const { user } = renderUi(<MerklePath check={check} declaredRoot={root} />);
    await user.click(screen.getByRole('button', { name: 'Paso siguiente' }));
    await user.click(screen.getByRole('button', { name: 'Ver la línea de terminal' }));
    const first = check.steps?.[1]?.values;
    expect(screen.getByLabelText('Línea de terminal')).toHaveTextContent(
      `printf '%s%s' '${first?.left}' '${first?.right}' | sha256sum # = ${first?.parent}`,
    );
  });
});

describe('playing', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** Every step sets the timer of the next one, once it is shown. */
  const pass = (milliseconds: number): void => {
    for (let gone = 0; gone < milliseconds; gone += 10) {
      act(() => {
        vi.advanceTimersByTime(10);
      });
    }
  };

  it('space plays a step every 700 ms to the end, and pauses', () => {
    const { check, root } = merklePath(3);
    renderUi(<MerklePath check={check} declaredRoot={root} />);
    fireEvent.keyDown(slider(), { key: ' ' });
    expect(screen.getByRole('button', { name: 'Pausar' })).toBeInTheDocument();
    pass(710);
    expect(caption()).toContain('Paso 1');
    fireEvent.keyDown(slider(), { key: ' ' });
    pass(2000);
    expect(caption()).toContain('Paso 1');
    fireEvent.keyDown(slider(), { key: ' ' });
    pass(2000);
    expect(caption()).toContain('Paso 3');
    expect(screen.getByRole('button', { name: 'Reproducir los pasos' })).toBeInTheDocument();
  });

  it('moves nothing by itself where the reader wants less motion', () => {
    preferReducedMotion();
    const { check, root } = merklePath(3);
    renderUi(<MerklePath check={check} declaredRoot={root} />);
    fireEvent.click(screen.getByRole('button', { name: 'Reproducir los pasos' }));
    expect(caption()).toContain('Paso 1');
    pass(3000);
    expect(caption()).toContain('Paso 1');
  });
});

describe('an altered path', () => {
  it('marks the altered byte with its name, and every value that came out otherwise, not by colour alone', () => {
    const stored = merklePath(7);
    const bad = alteredPath(7, 2);
    const { container } = renderUi(
      <MerklePath
        check={bad.check}
        declaredRoot={bad.root}
        tampered={stored.check}
        onTamper={() => undefined}
      />,
    );
    const sibling = bad.check.steps?.[3]?.values.sibling ?? '';
    const marks = [...container.querySelectorAll('mark')].map(({ textContent }) => textContent);
    expect(marks).toEqual([sibling.slice(4, 6)]);
    expect(rows()[2]).toHaveTextContent('1 byte alterado, byte 3: era');
    for (const [at, row] of rows().entries()) {
      if (at > 2) expect(row).toHaveTextContent('≠');
      else expect(row).not.toHaveTextContent('≠');
    }
    expect(screen.getByText('No es la raíz declarada')).toBeInTheDocument();
    expect(screen.getByRole('switch', { name: 'Alterar un byte' })).toBeChecked();
  });

  it('shows the altered byte also where the value is cut', () => {
    const bad = alteredPath(7, 2, 30);
    const { container } = renderUi(
      <MerklePath check={bad.check} declaredRoot={bad.root} tampered={merklePath(7).check} />,
    );
    const sibling = bad.check.steps?.[3]?.values.sibling ?? '';
    expect(container.querySelector('mark')).toHaveTextContent(sibling.slice(30, 32));
  });

  it('is requested with the level of the selected step', async () => {
    const { check, root } = merklePath(7);
    const onTamper = vi.fn();
    const { user } = renderUi(<MerklePath check={check} declaredRoot={root} onTamper={onTamper} />);
    await user.click(rows()[4]!);
    await user.click(screen.getByRole('switch', { name: 'Alterar un byte' }));
    expect(onTamper).toHaveBeenCalledWith(true, 4);
  });

  it('marks nothing where nothing was altered', () => {
    const { check, root } = merklePath(7);
    const { container } = renderUi(<MerklePath check={check} declaredRoot={root} tampered={check} />);
    expect(container.querySelector('mark, [data-otherwise], [data-altered]')).toBeNull();
  });
});
