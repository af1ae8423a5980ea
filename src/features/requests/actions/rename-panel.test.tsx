import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { RenamePanel } from './rename-panel.tsx';
import type { RequestRead } from '../use-request.ts';

const refused = json(
  {
    errors: [
      {
        message: 'expected another name',
        path: ['input', 'name'],
        extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
      },
    ],
  },
  400,
);
const request = { id: 'e'.repeat(24), name: 'Contrato de obra', draft: true };

async function openPanel(answer = (name: string) => json({ ...request, name })) {
  const names: string[] = [];
  const { fetch } = smallService(({ method, body }, at) => {
    if (method === 'GET') return at === `/signature-request/${request.id}` ? json(request) : undefined;
    const { input } = body as { input: { name: string } };
    names.push(input.name);
    return answer(input.name);
  });
  const onDone = vi.fn<() => void>();
  const read: RequestRead = {
    source: 'service',
    request,
    shared: false,
    people: {},
    certificates: {},
    witnesses: {},
    isPartMissing: false,
    query: {
      data: request,
      error: null,
      isError: false,
      isFetching: false,
      dataUpdatedAt: 0,
      refetch: () => undefined,
    },
  };
  const view = await renderInHost(<RenamePanel request={request} read={read} onDone={onDone} />, {
    fetch,
    open: true,
  });
  const field = await screen.findByRole('textbox', { name: m.requests_name_label() });
  const save = () => view.user.click(screen.getByRole('button', { name: m.common_save() }));
  return { ...view, names, onDone, field, save };
}

describe('renaming a request', () => {
  it('names the rule at the field, and sends no name that breaks it', async () => {
    const { user, names, field, save } = await openPanel();
    await user.clear(field);
    await save();
    expect(await screen.findByText(m.requests_name_rule())).toBeVisible();
    expect(field).toHaveFocus();
    expect(names).toEqual([]);
  });

  it('sends the name without spaces around it', async () => {
    const { user, names, onDone, field, save } = await openPanel();
    await user.type(field, ' nueva ');
    await save();
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(names).toEqual(['Contrato de obra nueva']);
  });

  it('shows at the field why the service refuses a name, until another is written', async () => {
    const { user, field, save } = await openPanel(() => refused);
    await user.type(field, ' nueva');
    await save();
    expect(await screen.findByText('expected another name')).toBeVisible();
    expect(field).toHaveAccessibleDescription('expected another name');
    await user.type(field, '!');
    expect(screen.queryByText('expected another name')).toBeNull();
  });
});
