import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { embeddedConnection } from '#client/session/connection.ts';
import { useSession } from '#client/session/session-context.tsx';
import { json } from '#client/testing/answers.ts';
import { list, organization, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { OrganizationPage } from './organization-page.tsx';

const whole = {
  ...organization,
  emailAddress: 'contacto@ceibal.example',
  logo: null,
  policies: { signatureRequest: { conservation: 'MERKLEIZED' } },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};
const nomina = {
  id: 'b'.repeat(24),
  name: 'Nómina',
  enabled: true,
  createdAt: '2026-05-01T00:00:00Z',
  scopes: ['read', 'write', 'administer'],
};

/** As the app does it: no page without a connection. */
function Page() {
  return useSession().phase === 'open' ? <OrganizationPage /> : <p>sin conexión</p>;
}

/** The page over a service that others change: `now` is what it has, `look` lets the page read again. */
async function open(part: string) {
  const now = { organization: { ...whole }, keys: [{ ...nomina }] };
  const writes: unknown[] = [];
  const service = smallService(({ method, body }, path) => {
    if (method === 'PUT') {
      const { input } = body as { input: object };
      writes.push(input);
      if (path === '/organization') return json(Object.assign(now.organization, input));
      if (path === '/api-key') return json(Object.assign(now.keys[0] ?? {}, input));
    }
    if (path === `/organization/${organization.id}`) return json(now.organization);
    if (path === '/api-keys') return list(now.keys);
    return undefined;
  });
  const view = await renderInHost(<Page />, {
    fetch: service.fetch,
    path: `/organization?tab=${part}`,
    open: true,
  });
  return { ...view, now, writes, look: () => act(() => view.queries.invalidateQueries()) };
}

describe('what others change while one writes', () => {
  it('holds a name of a key until it is decided whose stays, and then replaces what was seen', async () => {
    const { user, now, writes, look } = await open('keys');
    await user.click(await screen.findByRole('button', { name: 'Renombrar Nómina' }));
    const name = screen.getAllByRole('textbox', { name: 'Nombre de la clave' }).at(-1)!;
    await user.clear(name);
    await user.type(name, 'Nómina 2027');
    now.keys[0]!.name = 'Nómina y archivo';
    // Between two looks: only reading it again before it is written finds it.
    const form = within(name.closest('form')!);
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    const note = await screen.findByRole('group', { name: 'Dos versiones de «Nombre de la clave»' });
    expect(within(note).getByText('Nómina y archivo')).toBeVisible();
    expect(within(note).getByText('Nómina 2027')).toBeVisible();
    expect(writes).toEqual([]);
    await user.click(within(note).getByRole('button', { name: 'Conservar lo mío' }));
    // Changed once more: what was decided was about another name.
    now.keys[0]!.name = 'Otra vez';
    await look();
    expect(await screen.findByRole('group', { name: /Dos versiones/ })).toHaveTextContent('Otra vez');
    await user.click(screen.getByRole('button', { name: 'Conservar lo mío' }));
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(writes).toEqual([{ id: nomina.id, name: 'Nómina 2027' }]));
  });

  it('AK-4 holds the limits of a key until it is decided whose stay', async () => {
    const { user, now, writes } = await open('keys');
    await user.click(await screen.findByRole('button', { name: 'Permisos de Nómina' }));
    const form = within(screen.getAllByRole('group', { name: 'Qué puede hacer' }).at(-1)!.closest('form')!);
    await user.click(form.getByRole('checkbox', { name: 'Leer' }));
    now.keys[0]!.scopes = ['read', 'write'];
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    const note = await screen.findByRole('group', { name: 'Dos versiones de «Qué puede hacer»' });
    expect(within(note).getByText('Puede leer y escribir')).toBeVisible();
    expect(within(note).getByText('Puede escribir y administrar')).toBeVisible();
    expect(writes).toEqual([]);
    await user.click(within(note).getByRole('button', { name: 'Usar el valor actual' }));
    await waitFor(() => expect(form.getByRole('checkbox', { name: 'Leer' })).toBeChecked());
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    expect(writes).toEqual([]);
  });

  it('keeps the row at which one writes, with what was typed, when somebody removes it', async () => {
    const { user, now, look } = await open('keys');
    await user.click(await screen.findByRole('button', { name: 'Renombrar Nómina' }));
    const name = screen.getAllByRole('textbox', { name: 'Nombre de la clave' }).at(-1)!;
    await user.clear(name);
    await user.type(name, 'Lo que escribía');
    now.keys = [];
    await look();
    expect(await screen.findByText('Ya se quitó.')).toBeVisible();
    expect(name).toBeInTheDocument();
    expect(name).toHaveValue('Lo que escribía');
    expect(name).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Cerrar' }));
    expect(await screen.findByText('Sin claves')).toBeVisible();
  });

  it('asks anew before it replaces a policy that somebody else has just chosen', async () => {
    const { user, now, writes } = await open('profile');
    await user.click(await screen.findByRole('radio', { name: /NOM-151, una por una/ }));
    now.organization.policies = { signatureRequest: { conservation: 'WITNESS_CO' } };
    await user.click(screen.getByRole('button', { name: 'Cambiar política' }));
    const note = await screen.findByRole('group', { name: 'Dos versiones de «Política de conservación»' });
    expect(note).toHaveTextContent('Tercero');
    expect(writes).toEqual([]);
    await user.click(within(note).getByRole('button', { name: 'Usar el valor actual' }));
    expect(screen.getByRole('radio', { name: /Tercero/ })).toBeChecked();
    expect(writes).toEqual([]);
  });

  it('sends with a change no e-mail of before, when somebody else wrote another', async () => {
    const { user, now, writes } = await open('profile');
    await user.click(await screen.findByRole('button', { name: 'Editar perfil' }));
    const name = screen.getByRole('textbox', { name: 'Nombre' });
    await user.clear(name);
    await user.type(name, 'Ceibal Norte');
    now.organization.emailAddress = 'nuevo@ceibal.example';
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() =>
      expect(writes).toEqual([
        { id: organization.id, name: 'Ceibal Norte', emailAddress: 'nuevo@ceibal.example' },
      ]),
    );
  });

  it('finds what was being typed where it was, after another tab signed this one out, unless that was to be erased', async () => {
    const { user, session } = await open('profile');
    const again = () =>
      act(() =>
        session.connect({ connection: embeddedConnection(origin), key: 'good-key', remember: false }),
      );
    const edit = async () => {
      await user.click(await screen.findByRole('button', { name: 'Editar perfil' }));
      return screen.getByRole('textbox', { name: 'Correo' });
    };
    const email = await edit();
    await user.clear(email);
    await user.type(email, 'a-medias@ceibal.example');
    act(() => session.signOut('retained'));
    expect(screen.getByText('sin conexión')).toBeVisible();
    await again();
    expect(await edit()).toHaveValue('a-medias@ceibal.example');
    act(() => session.signOut('erased'));
    await again();
    expect(await edit()).toHaveValue('contacto@ceibal.example');
    await user.type(screen.getByRole('textbox', { name: 'Correo' }), 'x');
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    // What the reader left by themselves is not brought back.
    expect(await edit()).toHaveValue('contacto@ceibal.example');
  });
});
