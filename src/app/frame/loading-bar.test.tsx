import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { noteLoad } from '../page-loads.ts';
import { LoadingBar } from './loading-bar.tsx';

const bar = () => screen.queryByRole('progressbar', { name: /Cargando|Loading/ });

describe('the bar of a page that loads', () => {
  it('is there until the last of the programs has come', async () => {
    render(<LoadingBar />);
    expect(bar()).toBeNull();
    const ends: (() => void)[] = [];
    const begin = () => noteLoad(() => new Promise<void>((resolve) => ends.push(resolve)));
    const loads = [begin(), begin()];
    expect(await screen.findByRole('progressbar')).toBeVisible();
    await act(async () => {
      ends[0]?.();
      await loads[0];
    });
    expect(bar()).not.toBeNull();
    await act(async () => {
      ends[1]?.();
      await loads[1];
    });
    expect(bar()).toBeNull();
  });

  it('goes when a program did not come', async () => {
    render(<LoadingBar />);
    await act(async () => {
      await noteLoad(() => Promise.reject(new Error('No answer.'))).catch(() => undefined);
    });
    expect(bar()).toBeNull();
  });
});
