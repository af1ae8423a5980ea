import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderUi } from '#ui/testing/render.tsx';
import { RepeatYourself } from './repeat-yourself.tsx';
import { pathLines } from './shell-lines.ts';
import { merklePath, rangePath } from '../testing/path-material.ts';

describe('«Repítelo tú»', () => {
  it('shows each command with what it should print, and copies all of it', async () => {
    const { check } = merklePath(3);
    const block = pathLines(check)!;
    const { user } = renderUi(<RepeatYourself blocks={[block]} />);
    const shown = screen.getByLabelText('Ruta de Merkle', { selector: 'pre' });
    for (const { command, expected } of block.lines) {
      expect(shown).toHaveTextContent(command);
      expect(shown).toHaveTextContent(`# = ${expected ?? '-'}`);
    }
    await user.click(screen.getByRole('button', { name: 'Copiar Ruta de Merkle' }));
    const copied = await navigator.clipboard.readText();
    for (const { command } of block.lines) expect(copied.split('\n')).toContain(command);
  });

  it('folds each of several blocks under its title', () => {
    const blocks = [pathLines(merklePath(3).check)!, pathLines(rangePath(13, 5).check)!];
    renderUi(<RepeatYourself blocks={blocks} />);
    const folded = screen
      .getAllByRole<HTMLDetailsElement>('group')
      .filter(({ tagName }) => tagName === 'DETAILS');
    expect(folded.map(({ open }) => open)).toEqual([false, false]);
    expect(screen.getByRole('heading', { name: 'Ruta de Merkle' })).toBeVisible();
  });

  it('says which OpenSSL it needs for Keccak', () => {
    renderUi(<RepeatYourself blocks={[pathLines(rangePath(13, 5).check)!]} />);
    expect(screen.getByText(/openssl ≥ 3\.2/)).toBeInTheDocument();
  });

  it('says so where there is nothing to repeat', () => {
    renderUi(<RepeatYourself blocks={[]} />);
    expect(screen.getByText(/No hay nada calculado/)).toBeInTheDocument();
  });
});
