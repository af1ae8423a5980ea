import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Button, LinkButton } from './button.tsx';
import { renderUi } from '../testing/render.tsx';

describe('Button', () => {
  it('acts on click and on Enter, and does not submit unless it says so', async () => {
    const act = vi.fn();
    const submit = vi.fn((event: React.SubmitEvent) => {
      event.preventDefault();
    });
    const { user } = renderUi(
      <form onSubmit={submit}>
        <Button onClick={act}>Enviar</Button>
      </form>,
    );
    await user.click(screen.getByRole('button', { name: 'Enviar' }));
    await user.keyboard('{Enter}');
    expect(act).toHaveBeenCalledTimes(2);
    expect(submit).not.toHaveBeenCalled();
  });

  it('keeps its name and the focus while it works, and takes no second click', async () => {
    const act = vi.fn();
    const { user } = renderUi(
      <Button onClick={act} loading>
        Enviar
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Enviar' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
    expect(button).toHaveFocus();
    expect(act).not.toHaveBeenCalled();
  });

  it('does not submit a form a second time while it works', async () => {
    const submit = vi.fn((event: React.SubmitEvent) => {
      event.preventDefault();
    });
    const { user } = renderUi(
      <form onSubmit={submit}>
        <Button type="submit" loading>
          Enviar
        </Button>
      </form>,
    );
    await user.click(screen.getByRole('button'));
    expect(submit).not.toHaveBeenCalled();
  });

  it('is a link where it goes somewhere', () => {
    renderUi(<LinkButton to="/requests/new">Nueva</LinkButton>);
    expect(screen.getByRole('link', { name: 'Nueva' })).toHaveAttribute('href', '/requests/new');
  });
});
