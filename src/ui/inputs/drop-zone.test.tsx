import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { DropZone } from './drop-zone.tsx';
import { renderUi } from '../testing/render.tsx';

describe('DropZone', () => {
  const pdf = new File(['%PDF'], 'a.pdf', { type: 'application/pdf' });
  const text = new File(['x'], 'b.txt', { type: 'text/plain' });
  const drop = (files: File[], types = ['Files']) => ({ dataTransfer: { files, types, dropEffect: 'none' } });

  it('takes a dropped file, one unless several are requested, and says when one is over it', () => {
    const take = vi.fn();
    renderUi(<DropZone title="Suelta aquí" onFiles={take} />);
    const zone = screen.getByText('Suelta aquí').parentElement ?? document.body;
    fireEvent.dragEnter(zone, drop([]));
    expect(screen.getByText('Suéltalo aquí')).toBeVisible();
    fireEvent.dragEnter(screen.getByRole('button'), drop([]));
    fireEvent.dragLeave(zone, drop([]));
    expect(screen.getByText('Suéltalo aquí')).toBeVisible();
    fireEvent.drop(zone, drop([pdf, text]));
    expect(take).toHaveBeenCalledWith([pdf]);
    expect(screen.getByText('Suelta aquí')).toBeVisible();
  });

  it('does not react to what is no file', () => {
    const take = vi.fn();
    renderUi(<DropZone title="Suelta aquí" onFiles={take} />);
    const zone = screen.getByText('Suelta aquí').parentElement ?? document.body;
    fireEvent.dragEnter(zone, drop([], ['text/plain']));
    fireEvent.drop(zone, drop([], ['text/plain']));
    expect(screen.getByText('Suelta aquí')).toBeVisible();
    expect(take).not.toHaveBeenCalled();
  });

  it('does the same by keyboard with a file input', async () => {
    const take = vi.fn();
    const { user, container } = renderUi(
      <DropZone title="Suelta" multiple accept=".pdf,.txt" onFiles={take} />,
    );
    const input = container.querySelector('input');
    if (!input) throw new Error('no input');
    const pick = vi.spyOn(input, 'click');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(pick).toHaveBeenCalledTimes(1);
    await user.upload(input, [pdf, text]);
    expect(take).toHaveBeenCalledWith([pdf, text]);
    await user.upload(input, [pdf]);
    expect(take).toHaveBeenCalledTimes(2);
  });
});
