import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderUi } from '#ui/testing/render.tsx';
import { Tray, type TrayItem } from '#app/tray/tray-list.tsx';

describe('Tray', () => {
  const act_ = vi.fn();
  const items: TrayItem[] = [
    { id: 'd', title: 'Acta', state: 'done', line: 'Enviada', links: [{ label: 'Abrir', onSelect: act_ }] },
    {
      id: 'f',
      title: 'Convenio',
      state: 'failed',
      line: 'Ricardo no tiene vínculo',
      links: [{ label: 'Reintentar', onSelect: act_ }],
    },
    {
      id: 'r',
      title: 'Avisos',
      state: 'running',
      line: '31 de 48',
      progress: 0.64,
      onPause: act_,
      onCancel: act_,
    },
    { id: 'p', title: 'Certificar', state: 'paused', line: 'en pausa', onResume: act_ },
  ];

  it('lists running, paused, failed, done, each with its state, reason and actions', async () => {
    const { user } = renderUi(<Tray items={items} onFold={vi.fn()} />);
    const rows = within(screen.getByRole('region', { name: 'Operaciones' })).getAllByRole('listitem');
    expect(rows.map((row) => within(row).getAllByRole('img')[0]?.getAttribute('aria-label'))).toEqual([
      'En curso',
      'En pausa',
      'Falló',
      'Terminada',
    ]);
    expect(screen.getByRole('progressbar', { name: 'Avisos' })).toHaveAttribute('aria-valuetext', '31 de 48');
    for (const name of [
      'Pausar: Avisos',
      'Cancelar: Avisos',
      'Reanudar: Certificar',
      'Reintentar: Convenio',
      'Abrir: Acta',
    ])
      await user.click(screen.getByRole('button', { name }));
    expect(act_).toHaveBeenCalledTimes(5);
  });

  it('says which items end with the page, and which do not', () => {
    const ending = { ...items[2]!, endsWithPage: true };
    const { update } = renderUi(<Tray items={[ending]} onFold={vi.fn()} />);
    expect(screen.getByText('Termina si recargas o cierras la ventana')).toBeVisible();
    update(<Tray items={[ending, ...items]} onFold={vi.fn()} />);
    expect(screen.getByText(/^Se conserva .*, salvo la verificación$/)).toBeVisible();
  });

  it('says without items what will appear, and promises nothing of what survives', () => {
    renderUi(<Tray items={[]} onFold={vi.fn()} />);
    expect(screen.getByText(/^Ninguna operación\. Aquí aparecen los envíos/)).toBeVisible();
    expect(screen.queryByTestId('LockOutlinedIcon')).toBeNull();
  });
});
