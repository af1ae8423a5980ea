import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { watchPolicy } from '#client/http/policy-watch.ts';
import { embeddedConnection } from '#client/session/connection.ts';
import { json } from '#client/testing/answers.ts';
import { list, memoryTab, origin, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { ConnectPage } from './connect-page.tsx';
import { KeyAgain } from './key-again.tsx';

beforeEach(() => {
  window.localStorage.clear();
});

const typeKey = async (user: Awaited<ReturnType<typeof renderInHost>>['user'], key: string) => {
  await user.type(await screen.findByLabelText('Clave de la organización'), key);
  await user.click(screen.getByRole('button', { name: 'Conectar' }));
};

describe('Connecting', () => {
  it('enters the demo with one click and goes where the reader wanted to be', async () => {
    const service = smallService((seen, path) => {
      if (path !== '/sandbox/session') return undefined;
      const organizations = [{ id: 'a'.repeat(24), name: 'Grupo Ceibal', apiKey: 'good-key' }];
      return json({ organizations, subjects: [] });
    });
    const { user, where, session } = await renderInHost(<ConnectPage />, {
      fetch: service.fetch,
      path: '/connect?to=%2Frequests%3Fq%3Dx',
    });
    await user.click(await screen.findByRole('button', { name: 'Entrar a la demostración' }));
    await waitFor(() => {
      expect(where()).toBe('/requests?q=x');
    });
    expect(session.snapshot()).toMatchObject({ phase: 'open', demo: true });
  });

  it('presents the organization of the test cases as known failures, and enters as it by its own button', async () => {
    const service = smallService((_, path) => {
      if (path === '/sandbox/session') {
        const organizations = [
          { id: 'b'.repeat(24), name: 'Grupo Ceibal', apiKey: 'another-key' },
          { id: 'a'.repeat(24), name: 'Casos de prueba', apiKey: 'good-key', testCases: true },
        ];
        return json({ organizations, subjects: [] });
      }
      return path === '/organizations' ? list([{ id: 'a'.repeat(24), name: 'Casos de prueba' }]) : undefined;
    });
    const { user, session, where } = await renderInHost(<ConnectPage />, {
      fetch: service.fetch,
      path: '/connect',
    });
    expect(
      await screen.findByText(
        /«Casos de prueba» no es una empresa: reúne evidencia, casi toda con un defecto conocido/,
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Entrar como Casos de prueba' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Abrir los casos de prueba' }));
    await waitFor(() => expect(session.snapshot().organization?.name).toBe('Casos de prueba'));
    await waitFor(() => expect(where()).toBe('/sandbox'));
  });

  it('says what the product is worth, and offers the verifier, which needs no key', async () => {
    await renderInHost(<ConnectPage />, { fetch: smallService().fetch, path: '/connect' });
    expect(screen.getByText(/obtén una prueba duradera .* Cualquiera puede verificarla/)).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Abrir el verificador' })).toHaveAttribute(
      'href',
      '/verify',
    );
  });

  it('checks the key at once, shows what was found, and goes on', async () => {
    const service = smallService();
    const { user, where, container } = await renderInHost(<ConnectPage />, {
      fetch: service.fetch,
      path: '/connect',
    });
    await typeKey(user, 'good-key');
    expect(await screen.findByText('Grupo Ceibal')).toBeVisible();
    expect(screen.getByText('Este servicio ofrece todas las secciones.')).toBeVisible();
    expect(container.outerHTML).not.toContain('good-key');
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    expect(where()).toBe('/');
  });

  it('names the lists that could not be read, and does not say that the service offers every list', async () => {
    const service = smallService((_, path) =>
      path === '/signature-request-invites' ? refusal(503, 'Later') : undefined,
    );
    const { user } = await renderInHost(<ConnectPage />, { fetch: service.fetch, path: '/connect' });
    await typeKey(user, 'good-key');
    expect(
      await screen.findByText('No se pudo comprobar si el servicio ofrece: la lista de invitaciones.'),
    ).toBeVisible();
    expect(screen.queryByText(/todas las secciones/)).toBeNull();
    expect(screen.queryByText(/no ofrece/)).toBeNull();
  });

  it('remembers which service stands behind the server of the page', async () => {
    const service = smallService((_, path) =>
      path === '/readyz' ? json({ ready: true, sandbox: false, upstream: 'api.example.com' }) : undefined,
    );
    const { user, session } = await renderInHost(<ConnectPage />, { fetch: service.fetch, path: '/connect' });
    expect(await screen.findByText(/api\.example\.com/)).toBeVisible();
    await typeKey(user, 'good-key');
    await waitFor(() => expect(session.snapshot().phase).toBe('open'));
    expect(session.snapshot().connection).toMatchObject({ id: 'embedded', upstream: 'api.example.com' });
  });

  it('says at its field that a key is refused, and keeps the key out of the markup', async () => {
    const { user, container, session } = await renderInHost(<ConnectPage />, { fetch: smallService().fetch });
    await typeKey(user, 'wrong-key');
    expect(await screen.findByText(/El servicio no acepta esta clave/)).toBeVisible();
    const field = screen.getByLabelText<HTMLInputElement>('Clave de la organización');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('wrong-key');
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'wrong-key'.length]);
    expect(container.outerHTML).not.toContain('wrong-key');
    expect(session.snapshot().phase).toBe('none');
  });

  it('names a wrong address when it is left, and address and key when it is submitted, first the address', async () => {
    const service = smallService();
    const { user } = await renderInHost(<ConnectPage />, { fetch: service.fetch });
    await user.click(await screen.findByRole('radio', { name: 'Otra dirección' }));
    const address = screen.getByLabelText('Dirección del servicio');
    await user.type(address, 'https://api.example.com/?x=1');
    expect(address).not.toHaveAttribute('aria-invalid', 'true');
    await user.tab();
    expect(await screen.findByText(m.connect_address_has_query())).toBeVisible();
    expect(screen.queryByText(m.common_key_missing())).toBeNull();
    await user.clear(address);
    await user.click(screen.getByRole('button', { name: 'Conectar' }));
    expect(await screen.findByText(m.common_key_missing())).toBeVisible();
    expect(screen.getByText(m.connect_address_not_an_address())).toBeVisible();
    expect(address).toHaveFocus();
    await user.type(address, 'api.example.com');
    await user.click(screen.getByRole('button', { name: 'Conectar' }));
    await waitFor(() => expect(screen.getByLabelText('Clave de la organización')).toHaveFocus());
    expect(service.seen.filter(({ url }) => url.hostname === 'api.example.com')).toEqual([]);
  });

  it('forgets the key once it is accepted', async () => {
    const tab = memoryTab();
    const { user } = await renderInHost(<ConnectPage />, {
      fetch: smallService().fetch,
      path: '/connect',
      tab,
    });
    await typeKey(user, 'good-key');
    await user.click(await screen.findByRole('button', { name: m.common_key_other_service() }));
    expect(await screen.findByLabelText('Clave de la organización')).toHaveValue('');
    expect(JSON.stringify([...tab.values, { ...window.localStorage }])).not.toContain('good-key');
  });

  it('sends nothing to an address over which a key must not travel', async () => {
    const service = smallService();
    const { user } = await renderInHost(<ConnectPage />, { fetch: service.fetch });
    await user.click(await screen.findByRole('radio', { name: 'Otra dirección' }));
    await user.type(screen.getByLabelText('Dirección del servicio'), 'http://api.example.com');
    await typeKey(user, 'good-key');
    expect(await screen.findByText(/La clave se enviaría sin cifrar/)).toBeVisible();
    expect(service.seen.filter(({ url }) => url.hostname === 'api.example.com')).toEqual([]);
  });

  it('UP-1 says before anything is sent that documents go where this page may not reach, with the setting', async () => {
    watchPolicy(document);
    for (const [url, said] of [
      ['https://store.example/bucket/x?signature=s', /Los documentos se suben a store\.example/],
      ['http://store.example/bucket/x', /sin https/],
    ] as const) {
      const service = smallService((seen, path) => {
        if (path === '/sign-file-url') return json({ url, key: 'k' });
        if (seen.url.hostname !== 'store.example') return undefined;
        document.dispatchEvent(
          Object.assign(new Event('securitypolicyviolation'), {
            effectiveDirective: 'connect-src',
            blockedURI: 'https://store.example/',
          }),
        );
        throw new TypeError('Failed to fetch');
      });
      const { user, container, unmount } = await renderInHost(<ConnectPage />, { fetch: service.fetch });
      await typeKey(user, 'good-key');
      expect(await screen.findByText(said)).toBeVisible();
      if (url.startsWith('https'))
        expect(await screen.findByText('TESTIGO_CONNECT=https://store.example')).toBeVisible();
      expect(container.outerHTML).not.toContain('signature');
      // Where it leads alone is used of an address that is a secret, and no key goes there.
      const [there] = service.seen.filter((seen) => seen.url.hostname === 'store.example');
      expect(there?.url.pathname ?? '/').toBe('/');
      expect(there?.headers.get('authorization') ?? null).toBeNull();
      unmount();
    }
  });

  it('explains in place that this page may not reach an origin, with the setting that lets it', async () => {
    watchPolicy(document);
    const service = smallService((seen) => {
      if (seen.url.hostname !== 'api.example.com') return undefined;
      const violation = Object.assign(new Event('securitypolicyviolation'), {
        effectiveDirective: 'connect-src',
        blockedURI: 'https://api.example.com/rest/v1/witnesses',
      });
      document.dispatchEvent(violation);
      throw new TypeError('Failed to fetch');
    });
    const { user } = await renderInHost(<ConnectPage />, { fetch: service.fetch });
    await user.click(await screen.findByRole('radio', { name: 'Producción' }));
    await user.type(screen.getByLabelText('Dirección del servicio'), 'api.example.com');
    await typeKey(user, 'good-key');
    expect(
      await screen.findByText('Esta página no tiene permiso para conectarse a api.example.com'),
    ).toBeVisible();
    expect(screen.getByText('TESTIGO_CONNECT=https://api.example.com')).toBeVisible();
    expect(screen.getByText('TESTIGO_UPSTREAM=https://api.example.com')).toBeVisible();
  });

  it('says that the demo could not be loaded, beside the form', async () => {
    const service = smallService((_, path) =>
      path === '/sandbox/session' ? refusal(500, 'No disk') : undefined,
    );
    await renderInHost(<ConnectPage />, { fetch: service.fetch });
    expect(await screen.findByText(/^No se pudo cargar la demostración\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible();
    expect(await screen.findByRole('radio', { name: 'Otra dirección' })).toBeInTheDocument();
  });

  it.each([
    ['does not answer', undefined, 'service.example.org no respondió'],
    [
      'is not a service',
      () => refusal(404, 'No such page'),
      'En esa dirección no hay un servicio compatible',
    ],
    ['answers a page', () => new Response('<html></html>'), 'En esa dirección no hay un servicio compatible'],
  ] as const)('tells a host that %s from every other failure', async (_what, answer, words) => {
    const service = smallService((seen) => {
      if (seen.url.hostname !== 'service.example.org') return undefined;
      if (answer) return answer();
      throw new TypeError('Failed to fetch');
    });
    const { user } = await renderInHost(<ConnectPage />, { fetch: service.fetch });
    await user.click(await screen.findByRole('radio', { name: 'Otra dirección' }));
    await user.type(screen.getByLabelText('Dirección del servicio'), 'service.example.org');
    await typeKey(user, 'good-key');
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('asks for the organization where the service cannot say it, and names what it does not offer', async () => {
    const service = smallService((seen, path) =>
      path === '/witnesses'
        ? list([])
        : path.startsWith('/o') || path.startsWith('/s')
          ? refusal(404, 'x')
          : undefined,
    );
    const { user, session, where } = await renderInHost(<ConnectPage />, {
      fetch: service.fetch,
      path: '/connect',
    });
    await typeKey(user, 'good-key');
    expect(await screen.findByText(/El servicio no ofrece: la lista de solicitudes/)).toBeVisible();
    await user.type(screen.getByLabelText('ID de la organización'), 'nope');
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    expect(await screen.findByText(/Tiene 24 caracteres/)).toBeVisible();
    expect(screen.getByLabelText('ID de la organización')).toHaveFocus();
    await user.clear(screen.getByLabelText('ID de la organización'));
    await user.type(screen.getByLabelText('ID de la organización'), 'B'.repeat(24));
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    await waitFor(() => expect(where()).toBe('/'));
    expect(session.snapshot().organization?.id).toBe('b'.repeat(24));
  });
});

describe('The key after a reload', () => {
  const unsaved = /La clave no está guardada en esta pestaña/;
  const remembered = (key?: string) =>
    memoryTab({
      'testigo.session': JSON.stringify({ connection: embeddedConnection(origin), demo: false, at: 1, key }),
    });

  it('says that the key is not saved where the tab has none', async () => {
    await renderInHost(<KeyAgain onOther={() => undefined} />, {
      fetch: smallService().fetch,
      tab: remembered(),
    });
    expect(await screen.findByText(unsaved)).toBeVisible();
  });

  it('names a missing key at its field, and selects one that is refused', async () => {
    const { user, container } = await renderInHost(<KeyAgain onOther={() => undefined} />, {
      fetch: smallService().fetch,
      tab: remembered(),
    });
    const submit = await screen.findByRole('button', { name: m.connect_again_submit() });
    const field = screen.getByLabelText<HTMLInputElement>('Clave de la organización');
    await user.click(submit);
    expect(await screen.findByText(m.common_key_missing())).toBeVisible();
    expect(field).toHaveFocus();
    await user.type(field, 'wrong-key');
    await user.click(submit);
    expect(await screen.findByText(m.connect_key_refused())).toBeVisible();
    expect(field).toHaveFocus();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'wrong-key'.length]);
    expect(container.outerHTML).not.toContain('wrong-key');
  });

  it('says what stopped a saved key, and not that none is saved', async () => {
    const service = smallService((_, path) => (path === '/witnesses' ? refusal(503, 'Later') : undefined));
    await renderInHost(<KeyAgain onOther={() => undefined} />, {
      fetch: service.fetch,
      tab: remembered('good-key'),
    });
    const retry = await screen.findByRole('button', { name: 'Reintentar' });
    const other = screen.getByRole('button', { name: m.connect_again_submit() });
    expect(retry).toBeVisible();
    expect(screen.queryByText(unsaved)).toBeNull();
    // Two ways out of one failure, the same in height; only the first is filled.
    expect(getComputedStyle(retry).minHeight).not.toBe('');
    expect(getComputedStyle(retry).minHeight).toBe(getComputedStyle(other).minHeight);
    expect(retry).toHaveClass('MuiButton-contained');
    expect(other).toHaveClass('MuiButton-outlined');
  });
});
