import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SubjectPicker } from './subject-picker.tsx';
import { list, refusal, renderInHost, smallService } from '../testing/host.tsx';

const ana = { id: 'a'.repeat(24), commonName: 'Ana Ruiz', RFC: 'RUAA800101AB1' };
const luis = { id: 'b'.repeat(24), commonName: 'Luis Canché', RFC: 'CALU800101AB1' };

const open = async (answer: () => Response, picked: readonly string[] = []) => {
  const { fetch } = smallService((_, path) => (path === '/subjects' ? answer() : undefined));
  const onPick = vi.fn();
  const submit = vi.fn((event: React.SubmitEvent) => event.preventDefault());
  const { user } = await renderInHost(
    <form onSubmit={submit}>
      <SubjectPicker label="Firmante" picked={picked} onPick={onPick} />
    </form>,
    { fetch, open: true },
  );
  return { user, onPick, submit, field: screen.getByRole('combobox', { name: 'Firmante' }) };
};

test('people are found by what is typed, chosen by keys, and the field is empty again', async () => {
  const { user, onPick, submit, field } = await open(() => list([ana, luis]));
  await user.type(field, 'a');
  expect(await screen.findByRole('listbox', { name: 'Firmante' })).toBeVisible();
  const second = screen.getByRole('option', { name: /Luis Canché.*CALU800101AB1/ });
  await user.keyboard('{ArrowDown}');
  expect(field).toHaveAttribute('aria-activedescendant', second.id);
  await user.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(luis));
  expect(field).toHaveValue('');
  expect(submit).not.toHaveBeenCalled();
});

test('who was added already is shown and cannot be chosen again; Esc closes the list and leaves the text', async () => {
  const { user, onPick, field } = await open(() => list([ana]), [ana.id]);
  await user.type(field, 'ana');
  const option = await screen.findByRole('option', { name: /Ana Ruiz/ });
  expect(option).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Enter}');
  expect(onPick).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument());
  expect(field).toHaveValue('ana');
});

test('that nobody matches, and that the directory was not read, is said', async () => {
  const { user, field } = await open(() => list([]));
  await user.type(field, 'zoe');
  expect(await screen.findByText('Nadie coincide con «zoe»')).toBeVisible();
});

test('a directory that could not be read is not called empty', async () => {
  const { user, field } = await open(() => refusal(403, 'Not yours'));
  await user.type(field, 'zoe');
  expect(await screen.findByText(/^No se pudo cargar el directorio/)).toBeVisible();
});

test('who stands first is listed before the others', async () => {
  const { fetch } = smallService((_, path) => (path === '/subjects' ? list([ana, luis]) : undefined));
  const { user } = await renderInHost(
    <SubjectPicker label="Firmante" onPick={vi.fn()} isFirst={({ id }) => id === luis.id} />,
    { fetch, open: true },
  );
  await user.click(screen.getByRole('combobox', { name: 'Firmante' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent.slice(0, 4))).toEqual(['Luis', 'Ana ']);
});

test('on a phone the search fills the screen, and closes with Esc and with the choice', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('max-width'),
      onchange: null,
      addListener: vi.fn(),
      removeListener: vi.fn(),
    }),
  );
  const { fetch } = smallService((_, path) => (path === '/subjects' ? list([ana, luis]) : undefined));
  const onPick = vi.fn();
  const { user } = await renderInHost(<SubjectPicker label="Firmante" onPick={onPick} />, {
    fetch,
    open: true,
  });
  const button = screen.getByRole('button', { name: /^Firmante/ });
  await user.click(button);
  await screen.findByRole('dialog', { name: 'Firmante' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(button);
  const sheet = within(await screen.findByRole('dialog', { name: 'Firmante' }));
  expect(sheet.getByRole('combobox', { name: 'Firmante' })).toHaveFocus();
  await user.click(await sheet.findByRole('option', { name: /Luis Canché/ }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(luis));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  vi.restoreAllMocks();
});
