import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import {
  list,
  memoryTab,
  organization,
  origin,
  refusal,
  renderInHost,
  smallService,
} from '#widgets/testing/host.tsx';
import { OrganizationPage } from './organization-page.tsx';

const whole = {
  ...organization,
  emailAddress: 'contacto@ceibal.example',
  logo: null,
  quota: { id: 'e'.repeat(24), API: true, nom151: 60, groupedNOM151: 900 },
  policies: { signatureRequest: { conservation: 'MERKLEIZED' } },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};

type Answer = (seen: RecordedRequest, path: string) => Response | Promise<Response> | undefined;

async function open(part = '', answer: Answer = () => undefined, at = origin) {
  const service = smallService(
    (seen, path) =>
      answer(seen, path) ?? (path === `/organization/${organization.id}` ? json(whole) : undefined),
  );
  const tab = memoryTab();
  const view = await renderInHost(<OrganizationPage />, {
    fetch: service.fetch,
    path: `/organization${part && `?tab=${part}`}`,
    open: true,
    tab,
    at,
  });
  const writes = () =>
    service.seen
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url, body }) => ({ method, path: url.pathname.replace('/rest/v1', ''), body }));
  return { ...view, tab, writes, seen: service.seen };
}

describe('The profile of the organization', () => {
  it('reads again what each card is missing from that card', async () => {
    let fails = true;
    const { user } = await open('', (_, path) =>
      fails && path === `/organization/${organization.id}` ? refusal(500, 'No disk') : undefined,
    );
    expect(await screen.findAllByRole('button', { name: 'Reintentar' })).toHaveLength(3);
    const policy = screen.getByRole('region', { name: 'Política de conservación' });
    const quota = screen.getByRole('region', { name: 'Cuota' });
    expect(within(policy).getByRole('button', { name: 'Reintentar' })).toBeEnabled();
    fails = false;
    await user.click(within(quota).getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('button', { name: 'Editar perfil' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  });

  it('reads again from the quota what was used of it', async () => {
    let fails = true;
    const { user } = await open('', ({ url }, path) => {
      if (path !== '/witnesses' || !/nom151|merkleized/.test(url.search)) return undefined;
      return fails ? refusal(403, 'Not now') : list([]);
    });
    await waitFor(() => expect(screen.getAllByText(/No se pudo cargar el uso\./)).toHaveLength(2));
    const quota = screen.getByRole('region', { name: 'Cuota' });
    const [retry] = within(quota).getAllByRole('button', { name: 'Reintentar' });
    fails = false;
    await user.click(retry!);
    await waitFor(() => expect(screen.getAllByText(/No se pudo cargar el uso\./)).toHaveLength(1));
  });

  it('names field and rule before it asks, and the service’s own words after', async () => {
    const { user, writes } = await open('', ({ method }, path) =>
      method === 'PUT' && path === '/organization'
        ? json(
            {
              errors: [
                {
                  message: 'expected a domain that exists',
                  path: ['input', 'emailAddress'],
                  extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
                },
              ],
            },
            400,
          )
        : undefined,
    );
    await user.click(await screen.findByRole('button', { name: 'Editar perfil' }));
    const email = screen.getByRole('textbox', { name: 'Correo' });
    await user.clear(email);
    await user.type(email, 'sin arroba');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(
      await screen.findByText('Correo: nombre@dominio, sin espacios, hasta 254 caracteres.'),
    ).toBeVisible();
    expect(email).toHaveFocus();
    expect(writes()).toEqual([]);
    await user.clear(email);
    await user.type(email, 'a@b.example');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(
      await screen.findByText('Correo: el servicio dice «expected a domain that exists».'),
    ).toBeVisible();
    expect(email).toHaveAttribute('aria-invalid', 'true');
  });

  it('sends what was changed, with the e-mail that some services want, and shows the new name everywhere', async () => {
    const { user, writes, session } = await open('', ({ method, body }) =>
      method === 'PUT' ? json({ ...whole, ...(body as { input: object }).input }) : undefined,
    );
    await user.click(await screen.findByRole('button', { name: 'Editar perfil' }));
    const name = screen.getByRole('textbox', { name: 'Nombre' });
    await user.clear(name);
    await user.type(name, 'Ceibal Norte');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ceibal Norte' })).toBeVisible();
    const input = { id: organization.id, emailAddress: whole.emailAddress, name: 'Ceibal Norte' };
    expect(writes()).toEqual([{ method: 'PUT', path: '/organization', body: { input } }]);
    expect(session.snapshot().organizations).toEqual([{ id: organization.id, name: 'Ceibal Norte' }]);
  });

  it('changes the policy only after its consequence was read', async () => {
    const { user, writes } = await open('', ({ method }) => (method === 'PUT' ? json(whole) : undefined));
    await user.click(await screen.findByRole('radio', { name: /NOM-151, una por una/ }));
    expect(screen.getByText(/de la que quedan 60/)).toBeVisible();
    expect(writes()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cambiar política' }));
    await waitFor(() => {
      expect(writes()).toHaveLength(1);
    });
    expect(writes()[0]?.body).toMatchObject({
      input: { policies: { signatureRequest: { conservation: 'NOM151' } } },
    });
  });

  it('reckons the day from the dates of the witnesses, and tells none where it cannot', async () => {
    const at = new Date(Date.now() - 86_400_000).toISOString();
    await open('', ({ url }, path) =>
      path === '/witnesses' && url.searchParams.has('nom151')
        ? list(Array.from({ length: 28 }, (_, n) => ({ id: String(n), nom151: { createdAt: at } })))
        : path === '/witnesses' && url.searchParams.has('merkleized')
          ? list([])
          : undefined,
    );
    expect(await screen.findByText('28 usadas en 28 días')).toBeVisible();
    expect(screen.getByText(/Al ritmo actual alcanzan hasta el/)).toBeVisible();
    expect(
      screen.getByRole('meter', { name: 'Constancias NOM-151 individuales disponibles' }),
    ).toHaveAttribute('aria-valuemax', '88');
    expect(
      await screen.findByText('No se ha usado ninguna: no se puede prever cuándo se acaban'),
    ).toBeVisible();
  });

  it('says at most how many grouped ones there were, since those of the policy spend nothing', async () => {
    const merkleized = { createdAt: new Date(Date.now() - 86_400_000).toISOString(), nom151Provider: 'X' };
    await open('', ({ url }, path) =>
      path === '/witnesses' && url.searchParams.has('merkleized')
        ? list(Array.from({ length: 10 }, (_, n) => ({ id: String(n), merkleized })))
        : path === '/witnesses'
          ? list([])
          : undefined,
    );
    await screen.findByText(/^10 testigos certificados en grupo en 28 días/);
    const meter = screen.getByRole('meter', { name: 'Constancias NOM-151 agrupadas disponibles' });
    expect(meter).toHaveAttribute('aria-valuetext', 'Quedan 900 de 910 como máximo');
  });

  it('has the places of its three cards while it loads, and says of each that it could not be loaded', async () => {
    const cards = ['Perfil', 'Política de conservación', 'Cuota'];
    let fail: (answer: Response) => void = () => undefined;
    const answer = new Promise<Response>((resolve) => (fail = resolve));
    await open('', (_, path) => (path === `/organization/${organization.id}` ? answer : undefined));
    for (const name of cards)
      expect((await screen.findByRole('region', { name })).querySelector('[aria-busy]')).not.toBeNull();
    fail(refusal(500, 'No disk'));
    expect(await screen.findByText('No se pudo cargar la cuota.')).toBeVisible();
    for (const name of cards)
      expect(screen.getByRole('region', { name })).toHaveTextContent(/No se pudo cargar/);
  });

  it('takes what the newest witness says where the service does not read organizations', async () => {
    await open('', ({ url }, path) => {
      if (path.startsWith('/organization')) return refusal(404, 'Not here');
      return path === '/witnesses' && !url.searchParams.has('nom151')
        ? list([{ id: 'f'.repeat(24), createdAt: '2026-11-01T00:00:00Z', organization: whole }])
        : undefined;
    });
    expect(await screen.findByText(/Estos datos son de su testigo más reciente/)).toBeVisible();
    const profile = screen.getByRole('region', { name: 'Perfil' });
    expect(within(profile).getByText('contacto@ceibal.example')).toBeVisible();
  });
});

describe('The keys of the organization', () => {
  const key = { id: 'b'.repeat(24), name: 'Nómina', enabled: true, createdAt: '2026-05-01T00:00:00Z' };

  function keyService(listed = true, keys: object[] = [key]): Answer {
    let current = keys as { id: string; enabled: boolean; lastUsedAt?: string | null }[];
    return ({ method, body, url }, path) => {
      if (path === '/api-keys') return listed ? list(current) : refusal(404, 'Not here');
      if (path !== '/api-key') return undefined;
      const { input } = (body ?? {}) as { input: { id: string; name?: string } };
      if (method === 'POST') {
        const made = {
          id: 'c'.repeat(24),
          name: input.name,
          enabled: true,
          createdAt: '2026-11-20T00:00:00Z',
        };
        current = [...current, made];
        return json({ ...made, secret: 'tk_very-secret' });
      }
      if (method === 'DELETE') current = current.filter(({ id }) => id !== url.searchParams.get('id'));
      else current = current.map((one) => (one.id === input.id ? { ...one, ...input } : one));
      return json({});
    };
  }

  it('AK-1 shows a secret once, and keeps it nowhere', async () => {
    const { user, queries, where, tab } = await open('keys', keyService());
    await screen.findByText('Nómina');
    await user.type(screen.getByRole('textbox', { name: 'Nombre de la clave' }), 'Archivo');
    await user.click(screen.getByRole('button', { name: 'Crear clave' }));
    expect(await screen.findByText('tk_very-secret')).toBeVisible();
    expect(await screen.findByText('Archivo')).toBeVisible();
    const cached = [
      ...queries
        .getQueryCache()
        .getAll()
        .map(({ state }) => state),
      ...queries
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    ];
    expect(cached.length).toBeGreaterThan(1);
    expect(
      JSON.stringify(cached, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('tk_very-secret');
    expect(where()).not.toContain('secret');
    expect(JSON.stringify([...tab.values])).not.toContain('tk_very-secret');
    await user.click(screen.getByRole('button', { name: 'Ya lo guardé' }));
    expect(document.body.innerHTML).not.toContain('tk_very-secret');
  });

  it('AK-4 a key is limited to what is chosen, the list says to what, and a service that ignores it is named', async () => {
    const limited = { ...key, scopes: ['read', 'write'] };
    const whole = { ...key, id: 'd'.repeat(24), name: 'Archivo', scopes: ['read', 'write', 'administer'] };
    const { user, writes } = await open('keys', keyService(true, [limited, whole]));
    expect(await screen.findByText('Puede leer y escribir')).toBeVisible();
    expect(screen.getByText('Puede hacer todo')).toBeVisible();
    const choices = screen.getByRole('group', { name: 'Qué puede hacer' });
    await user.type(screen.getByRole('textbox', { name: 'Nombre de la clave' }), 'Lector');
    // Reading alone is offered at first.
    const boxes = within(choices).getAllByRole('checkbox', { checked: false });
    expect(boxes).toHaveLength(2);
    await user.click(within(choices).getByRole('checkbox', { name: 'Leer' }));
    await user.click(screen.getByRole('button', { name: 'Crear clave' }));
    expect(await screen.findByText('Elige al menos una opción.')).toBeVisible();
    expect(within(choices).getByRole('checkbox', { name: 'Leer' })).toHaveFocus();
    expect(writes()).toHaveLength(0);
    await user.click(within(choices).getByRole('checkbox', { name: 'Leer' }));
    await user.click(screen.getByRole('button', { name: 'Crear clave' }));
    // This service answers without scopes: it did not limit the key.
    expect(await screen.findByText(/no indica que tenga solo los permisos que elegiste/)).toBeVisible();
    expect(writes()[0]?.body).toMatchObject({ input: { name: 'Lector', scopes: ['read'] } });
  });

  it.each([
    ['could not be read', () => refusal(500, 'The database does not answer.'), 1],
    ['are none', () => list([]), 1],
    ['are of a service that limits none', () => list([key]), 3],
    ['are not listed', () => refusal(404, 'Not here'), 3],
  ] as const)(
    'AK-4 where the keys %s, a new one gets no more at first than it has to',
    async (_, answer, most) => {
      await open('keys', (_seen, path) => (path === '/api-keys' ? answer() : undefined));
      const choices = await screen.findByRole('group', { name: 'Qué puede hacer' });
      await waitFor(() =>
        expect(within(choices).getAllByRole('checkbox', { checked: true })).toHaveLength(most),
      );
      expect(within(choices).getByRole('checkbox', { name: 'Leer' })).toBeChecked();
    },
  );

  it('names the rule of the name of a key at its field, and sends none that breaks it', async () => {
    const { user, writes } = await open('keys', keyService());
    await user.click(await screen.findByRole('button', { name: 'Renombrar Nómina' }));
    const form = within(screen.getByRole('button', { name: 'Guardar' }).closest('form')!);
    const name = form.getByRole('textbox', { name: 'Nombre de la clave' });
    await user.clear(name);
    await user.type(name, '  ');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    expect(await form.findByText('Nombre: de 1 a 256 caracteres, no solo espacios.')).toBeVisible();
    expect(name).toHaveFocus();
    expect(writes()).toEqual([]);
    await user.type(name, 'Archivo ');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(writes()).toMatchObject([{ body: { input: { name: 'Archivo' } } }]));
  });

  it('AK-4 changes what a key may do, once one is left, and says what it takes to give it back', async () => {
    const whole = { ...key, name: 'Archivo', scopes: ['read', 'write', 'administer'] };
    const { user, writes } = await open('keys', keyService(true, [whole]));
    await user.click(await screen.findByRole('button', { name: 'Permisos de Archivo' }));
    const form = within(screen.getAllByRole('group', { name: 'Qué puede hacer' }).at(-1)!.closest('form')!);
    for (const box of form.getAllByRole('checkbox')) expect(box).toBeChecked();
    expect(form.queryByText(/no puede darse lo que no tiene/)).toBeNull();
    for (const box of form.getAllByRole('checkbox')) await user.click(box);
    expect(form.getByText(/no puede darse lo que no tiene/)).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    expect(await form.findByRole('alert')).toHaveTextContent('Elige al menos una opción.');
    expect(form.getByRole('checkbox', { name: 'Leer' })).toHaveFocus();
    expect(writes()).toHaveLength(0);
    await user.click(form.getByRole('checkbox', { name: 'Leer' }));
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText('Puede leer')).toBeVisible();
    expect(writes()).toEqual([
      { method: 'PUT', path: '/api-key', body: { input: { id: whole.id, scopes: ['read'] } } },
    ]);
    expect(screen.queryByText(/no dice que la clave/)).toBeNull();
  });

  it('AK-4 says so where a service accepts other limits and does not tell them, and offers none it does not know', async () => {
    const whole = { ...key, name: 'Archivo', scopes: ['read', 'write', 'administer'] };
    const newer = { ...key, id: 'd'.repeat(24), name: 'Nueva', scopes: ['read', 'sign'] };
    const unreported = { ...key, id: 'e'.repeat(24), name: 'Antigua' };
    const service = keyService(true, [whole, newer, unreported]);
    const { user } = await open('keys', (seen, path) =>
      seen.method === 'PUT' ? json(whole) : service(seen, path),
    );
    await user.click(await screen.findByRole('button', { name: 'Permisos de Archivo' }));
    expect(screen.queryByRole('button', { name: 'Permisos de Nueva' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Permisos de Antigua' })).toBeNull();
    const form = within(screen.getAllByRole('group', { name: 'Qué puede hacer' }).at(-1)!.closest('form')!);
    await user.click(form.getByRole('checkbox', { name: 'Leer' }));
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText(/no dice que la clave tenga los permisos/)).toBeVisible();
  });

  it('AK-2 switches off at once, but asks before the last one that is on, and before revoking', async () => {
    const other = { ...key, id: 'd'.repeat(24), name: 'Archivo', lastUsedAt: null };
    const { user, writes } = await open('keys', keyService(true, [key, other]));
    await user.click(await screen.findByRole('switch', { name: 'Archivo activa' }));
    await waitFor(() => {
      expect(writes()[0]?.body).toEqual({ input: { id: other.id, enabled: false } });
    });
    expect(await screen.findByText('Desactivada')).toBeVisible();
    expect(screen.getByText('Nunca usada')).toBeVisible();
    expect(screen.getByText('El servicio no informa cuándo se usó')).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Nómina activa' }));
    expect(writes()).toHaveLength(1);
    expect(screen.getByText(/Ninguna otra clave de esta lista está activa/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dejarla activa' }));
    await user.click(screen.getByRole('button', { name: 'Revocar Archivo' }));
    expect(screen.getByText(/será rechazado desde su siguiente llamada/)).toBeVisible();
    expect(writes()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Revocar para siempre' }));
    await waitFor(() => {
      expect(screen.queryByText('Archivo')).toBeNull();
    });
    expect(writes()[1]).toMatchObject({ method: 'DELETE', path: '/api-key' });
  });

  it('can still change a key that was made here where the service lists none', async () => {
    const { user } = await open('keys', keyService(false, []));
    expect(await screen.findByText(/no da la lista de sus claves/)).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Nombre de la clave' }), 'Archivo');
    await user.click(screen.getByRole('button', { name: 'Crear clave' }));
    await user.click(await screen.findByRole('button', { name: 'Ya lo guardé' }));
    await user.click(screen.getByRole('button', { name: 'Revocar Archivo' }));
    await user.click(screen.getByRole('button', { name: 'Revocar para siempre' }));
    await waitFor(() => {
      expect(screen.queryByText('Archivo')).toBeNull();
    });
  });

  it('says what was wrong with a change, and keeps what was typed, where the service lists none', async () => {
    const service = keyService(false, []);
    // A screen has the time to show that the request is pending.
    const later = async (answer: Response | Promise<Response>): Promise<Response> => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return answer;
    };
    const { user } = await open('keys', (seen, path) => {
      // Whether it lists them could not be found out when it was connected to.
      const surveyed = path === '/api-keys' && seen.url.search.includes('%22size%22%3A1%7D');
      if (surveyed || (path === '/api-key' && seen.method === 'PUT')) return refusal(503, 'Later');
      const answer = service(seen, path);
      return answer && path === '/api-keys' ? later(answer) : answer;
    });
    await screen.findByText(/no da la lista de sus claves/);
    await user.type(screen.getByRole('textbox', { name: 'Nombre de la clave' }), 'Archivo');
    await user.click(screen.getByRole('button', { name: 'Crear clave' }));
    await user.click(await screen.findByRole('button', { name: 'Ya lo guardé' }));
    await user.click(screen.getByRole('button', { name: 'Renombrar Archivo' }));
    const name = within(screen.getByRole('list')).getByRole('textbox', { name: 'Nombre de la clave' });
    await user.type(name, ' central');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    // What failed is looked at anew: that the list is still not there takes nothing away.
    expect(await screen.findByText(/Later/)).toBeVisible();
    expect(name).toBeVisible();
    expect(name).toHaveValue('Archivo central');
  });
});

const luis = { id: '1'.repeat(24), commonName: 'Luis Canché', RFC: 'CAPL800101AB1' };
const rosa = { id: '2'.repeat(24), commonName: 'Rosa Ibáñez', RFC: 'IARO800101AB2' };

describe('The members of the organization', () => {
  const members: Answer = ({ method }, path) => {
    if (path === '/organization-members') return list([{ id: '8'.repeat(24), subject: luis }]);
    if (path === '/subjects') return list([luis, rosa]);
    if (path === '/organization-member' && method === 'POST') return json({ id: '9'.repeat(24) });
    if (path === '/organization-member') return refusal(409, 'The last member cannot be removed.');
    return undefined;
  };

  it('draws the first of ten thousand members, and says how many there are', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      id: at.toString(16).padStart(24, '0'),
      subject: luis,
    }));
    await open('members', ({ method }, path) =>
      method === 'GET' && path === '/organization-members' ? list(many) : undefined,
    );
    expect(await screen.findByText('10,000 personas')).toBeInTheDocument();
    expect(screen.getAllByText('Luis Canché')).toHaveLength(100);
    expect(screen.getByText('Mostrar más')).toBeInTheDocument();
  });

  it('says that somebody may be missing where fewer came than the service counts', async () => {
    const short: Answer = (seen, path) => {
      if (path !== '/organization-members') return members(seen, path);
      const info = { id: 'l', count: 2, pages: 1, next: null, prev: null };
      return json({ results: [{ id: '8'.repeat(24), subject: luis }], info });
    };
    await open('members', short);
    await screen.findByRole('link', { name: 'Luis Canché' });
    expect(screen.getByText(/puede faltar alguien/)).toBeVisible();
  });

  it.each([
    ['members', '/organization-members', 'Sin miembros', /puede faltar alguien/],
    ['links', '/organization-links', 'Nadie está vinculado', /puede faltar alguien/],
    ['keys', '/api-keys', 'Sin claves', 'La lista no se cargó completa.'],
  ] as const)('does not say that there are none where none came of those counted: %s', async (...row) => {
    const [part, at, none, words] = row;
    await open(part, (_, path) => (path === at ? list([], 2) : undefined));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(none)).toBeNull();
  });

  it('does not say that a person must be linked first where not all links were read', async () => {
    const { user } = await open('members', (seen, path) =>
      path === '/organization-links' ? list([], 2) : members(seen, path),
    );
    await screen.findByRole('link', { name: 'Luis Canché' });
    await user.click(screen.getByRole('combobox', { name: 'Buscar a la persona' }));
    await user.click(await screen.findByRole('option', { name: /Rosa Ibáñez/ }));
    expect(screen.getByText(/Podrá hacer todo lo que puede una clave/)).toBeVisible();
    expect(screen.queryByText(/Primero debe vincularse/)).toBeNull();
  });

  it('OM-1 says what a member may do before adding one', async () => {
    const { user, writes } = await open('members', members);
    await screen.findByRole('link', { name: 'Luis Canché' });
    await user.click(screen.getByRole('combobox', { name: 'Buscar a la persona' }));
    await user.click(await screen.findByRole('option', { name: /Rosa Ibáñez/ }));
    expect(
      screen.getByText(/Podrá hacer todo lo que puede una clave.*Primero debe vincularse/),
    ).toBeVisible();
    expect(writes()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Hacer miembro' }));
    expect(await screen.findByText('Rosa Ibáñez ya es miembro')).toBeVisible();
    const input = { subject: rosa.id, organization: organization.id };
    expect(writes()).toEqual([{ method: 'POST', path: '/organization-member', body: { input } }]);
  });

  it('OM-2 says why the last one stays', async () => {
    const { user } = await open('members', members);
    await user.click(await screen.findByRole('button', { name: 'Quitar a Luis Canché' }));
    await user.click(screen.getByRole('button', { name: 'Quitar miembro' }));
    expect(await screen.findByText(/Es el último miembro/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Luis Canché' })).toBeVisible();
  });
});

describe('The links of the organization', () => {
  it('OL-3 says how many invites wait before a link is removed, and finds people without accents', async () => {
    let links = [luis, rosa].map((subject) => ({ id: `${subject.id.slice(1)}7`, subject }));
    const { user, writes } = await open('links', ({ method, url }, path) => {
      if (path === '/organization-links') return list(links);
      if (path === '/signature-request-invites')
        return list([
          {
            id: '5'.repeat(24),
            status: 'PENDING',
            subject: rosa,
            signatureRequest: { id: '4'.repeat(24), name: 'Contrato de obra' },
          },
          { id: '6'.repeat(24), status: 'SIGNED', subject: rosa },
        ]);
      if (method !== 'DELETE') return undefined;
      links = links.filter(({ id }) => id !== url.searchParams.get('id'));
      return json({});
    });
    await user.type(await screen.findByRole('searchbox'), 'ibanez');
    await waitFor(() => {
      expect(screen.queryByText('Luis Canché')).toBeNull();
    });
    await user.click(screen.getByRole('button', { name: 'Quitar el vínculo de Rosa Ibáñez' }));
    expect(await screen.findByText(/1 invitación espera su respuesta: sigue en pie/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Contrato de obra' })).toHaveAttribute(
      'href',
      `/requests/${'4'.repeat(24)}`,
    );
    expect(writes()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Quitar vínculo' }));
    await waitFor(() => {
      expect(screen.queryByRole('link', { name: 'Rosa Ibáñez' })).toBeNull();
    });
    expect(writes()).toMatchObject([{ method: 'DELETE', path: '/organization-link' }]);
  });

  it('OL-2 shows a code that holds an address and no secret, as text, for copying and on paper', async () => {
    const at = 'https://testigo.example';
    const { user } = await open(
      'links',
      (_, path) => (path === '/organization-links' ? list([]) : undefined),
      at,
    );
    const address = `${at}/link?organization=${organization.id}`;
    const code = await screen.findByRole('img', { name: 'Código de vínculo con Grupo Ceibal' });
    await waitFor(() => {
      expect(code.querySelector('path')).not.toBeNull();
    });
    expect(screen.getByRole('link', { name: address })).toBeVisible();
    expect(screen.getByText(/puedes imprimirlo y exhibirlo/)).toBeVisible();
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await user.click(screen.getByRole('button', { name: 'Imprimir' }));
    await waitFor(() => {
      expect(print).toHaveBeenCalledOnce();
    });
    const sheet = document.querySelector('[data-print-sheet]');
    expect(sheet?.textContent).toContain(address);
    expect(sheet?.querySelector('svg path')?.getAttribute('d')).toBe(
      code.querySelector('path')?.getAttribute('d'),
    );
    expect(sheet?.innerHTML).not.toContain('good-key');
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => {
      expect(document.querySelector('[data-print-sheet]')).toBeNull();
    });
    print.mockRestore();
  });

  it('OL-2 offers no paper with an address that works on this computer alone, and says so', async () => {
    await open('links', (_, path) => (path === '/organization-links' ? list([]) : undefined));
    expect(await screen.findByText(/solo funciona en este equipo/)).toBeVisible();
    expect(
      screen.getByRole('link', { name: `${origin}/link?organization=${organization.id}` }),
    ).toBeVisible();
    expect(screen.queryByText(/imprimirlo/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Imprimir' })).toBeNull();
  });

  it('OL-1 opens one by its id, also where the service lists none', async () => {
    const id = 'c'.repeat(24);
    const { user, where } = await open('links', (_, path) => {
      if (path === '/organization-links') return refusal(404, 'Not here');
      return path === `/organization-link/${id}`
        ? json({ id, subject: rosa, organization, createdAt: '2026-05-01T00:00:00Z' })
        : undefined;
    });
    await user.type(await screen.findByRole('textbox', { name: 'ID del vínculo' }), id);
    await user.click(screen.getByRole('button', { name: 'Abrir' }));
    expect(await screen.findByRole('link', { name: 'Rosa Ibáñez' })).toBeVisible();
    expect(where()).toBe(`/organization?tab=links&link=${id}`);
    // Without links there is nothing that a code could make.
    expect(screen.queryByRole('img', { name: /Código de vínculo/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Quitar el vínculo de Rosa Ibáñez' }));
    expect(await screen.findByText(/Ya no se le podrá invitar/)).toBeVisible();
  });
});
