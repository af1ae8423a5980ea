import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SendFailure } from '#jobs/send/send-record.ts';
import { renderInHost, smallService } from '../testing/host.tsx';
import { CreateDecision } from './create-decision.tsx';

const id = 'ab'.repeat(12);
const ambiguous: SendFailure = { step: 'create', kind: 'ambiguous', messages: [] };

async function decide(failure: SendFailure) {
  const actions = { onThere: vi.fn(), onAgain: vi.fn(), onDiscard: vi.fn() };
  const { fetch, seen } = smallService();
  const { user } = await renderInHost(<CreateDecision failure={failure} {...actions} />, { fetch });
  return { user, ...actions, seen };
}

describe('What a person decides about a create in doubt', () => {
  it('is that it is there under the id that was typed, where the service has no list', async () => {
    const { user, onThere, onAgain } = await decide(ambiguous);
    const created = screen.getByRole('button', { name: 'Sí se creó' });
    await user.type(screen.getByRole('textbox', { name: /su ID en el servicio/ }), 'no id');
    await user.click(created);
    expect(await screen.findByText('Un ID tiene 24 dígitos hexadecimales.')).toBeVisible();
    expect(screen.getByRole('textbox')).toHaveFocus();
    expect(onThere).not.toHaveBeenCalled();
    await user.clear(screen.getByRole('textbox'));
    await user.type(screen.getByRole('textbox'), ` ${id.toUpperCase()} `);
    await user.click(created);
    await waitFor(() => expect(onThere.mock.calls).toEqual([[id]]));
    expect(onAgain).not.toHaveBeenCalled();
  });

  it('is which of the candidates it is, by name and time', async () => {
    const { user, onThere } = await decide({
      ...ambiguous,
      candidates: [{ id, name: 'Convenio', createdAt: '2026-11-20T12:00:00Z' }, { id: 'cd'.repeat(12) }],
    });
    expect(screen.getByRole('link', { name: 'Convenio' })).toHaveAttribute('href', `/requests/${id}`);
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Sí se creó: es esta' })[0]!);
    expect(onThere.mock.calls).toEqual([[id]]);
  });

  it('is to create again, or to give it up', async () => {
    const { user, onAgain, onDiscard } = await decide(ambiguous);
    await user.click(screen.getByRole('button', { name: 'No se creó: crearla' }));
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
    expect([onAgain, onDiscard].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('of an invite is that the person has it, or to invite again', async () => {
    const { user, onThere, onAgain } = await decide({ ...ambiguous, step: 'invite' });
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Ya se invitó' }));
    expect(onThere.mock.calls).toEqual([[]]);
    await user.click(screen.getByRole('button', { name: 'Invitar de nuevo' }));
    expect(onAgain).toHaveBeenCalledTimes(1);
  });
});
