import { readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { m } from '#i18n/messages.ts';
import { preferenceKey, readPreferences, usePreferences } from './preferences.tsx';
import { Instant } from '../data/instant.tsx';
import { memoryStore, renderUi } from '../testing/render.tsx';
import { TextInput } from '../inputs/text-input.tsx';

const storeOf = (text: string) => ({ get: () => text, set: () => undefined });

describe('stored preferences', () => {
  it('default to Spanish for a Spanish browser, English for others, Mexico City and the system theme', () => {
    expect(readPreferences(storeOf('{}'), 'es-ES')).toEqual({
      theme: 'system',
      language: 'es-MX',
      density: 'comfortable',
      utc: false,
      timeZone: 'America/Mexico_City',
    });
    expect(readPreferences(storeOf('{}'), 'fr').language).toBe('en');
    expect(readPreferences(storeOf('{}'), 'est').language).toBe('en');
  });

  it.each([
    '',
    'null',
    '[]',
    '7',
    '{',
    '{"theme":"pink","language":"xx","density":1,"utc":"yes","timeZone":"Mars/Base"}',
  ])('are not trusted: %s gives the defaults', (text) => {
    expect(readPreferences(storeOf(text), 'en')).toEqual(readPreferences(storeOf('{}'), 'en'));
  });
});

describe('The first script, before the first paint', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const run = (stored: string | null, dark: boolean, language: string) => {
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key === preferenceKey ? stored : null) });
    vi.stubGlobal('matchMedia', () => ({ matches: dark }));
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
    // The file as it is served, run as the browser runs it.
    window.eval(readFileSync('src/app/first-script.js', 'utf8'));
    const root = document.documentElement;
    return { theme: root.dataset.theme, density: root.dataset.density, language: root.lang };
  };

  it.each([
    [null, false, 'es-MX'],
    [null, true, 'en-US'],
    ['{"theme":"dark","language":"en","density":"compact"}', false, 'es'],
    ['{"theme":"light"}', true, 'es'],
    ['{"theme":"system"}', true, 'en'],
    ['not json', false, 'est'],
    ['null', true, 'es-AR'],
  ])('chooses what the app will choose: %s, dark %s, %s', (stored, dark, language) => {
    const expected = readPreferences({ get: () => stored, set: () => undefined }, language);
    expect(run(stored, dark, language)).toEqual({
      theme: expected.theme === 'system' ? (dark ? 'dark' : 'light') : expected.theme,
      density: expected.density,
      language: expected.language,
    });
  });

  const key = { connection: {}, key: 'secret-key' };
  it.each([
    ['/', undefined, 'connect', '/connect'],
    ['/requests', { connection: {}, demo: true }, 'shell', '/requests'],
    ['/witnesses/0123456789abcdef01234567', key, 'shell', '/witnesses/*'],
    ['/verify', undefined, 'verify', '/verify'],
    ['/verify', key, 'shell', '/verify'],
    // The key is to be typed again, or none is needed.
    ['/requests', { connection: {} }, '', '/requests'],
    ['/sandbox', undefined, '', undefined],
    ['/link', undefined, '', undefined],
  ])('paints the frame of %s, and requests its files, with the session %j', (path, session, frame, page) => {
    window.history.replaceState(null, '', path);
    vi.stubGlobal('sessionStorage', { getItem: () => (session ? JSON.stringify(session) : null) });
    const pages = ['/connect', '/requests', '/witnesses/*', '/verify', 'shell', 'verify'];
    const data = document.createElement('script');
    data.type = 'application/json';
    data.id = 'parts';
    data.textContent = JSON.stringify({
      files: pages.map((name) => `assets/${encodeURIComponent(name)}.js`),
      parts: Object.fromEntries(pages.map((name, index) => [name, [index]])),
    });
    document.head.append(data);
    run(null, false, 'es');
    expect(document.documentElement.dataset.first).toBe(frame);
    const wanted = [page, frame === 'connect' ? undefined : frame].filter(Boolean);
    const links = [...document.querySelectorAll('link[rel="modulepreload"]')];
    expect(links.map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))).toEqual(
      wanted.map((name) => `/assets/${name}.js`),
    );
    expect(document.documentElement.outerHTML).not.toContain('secret-key');
    for (const element of [data, ...links]) element.remove();
    window.history.replaceState(null, '', '/');
  });
});

function Settings() {
  const { set } = usePreferences();
  return (
    <>
      <p>{m.common_retry()}</p>
      <TextInput label="x" />
      <Instant at="2026-11-18T23:41:07Z" />
      <button
        onClick={() => {
          set({ language: 'en' });
        }}
      >
        en
      </button>
      <button
        onClick={() => {
          set({ utc: true, theme: 'dark', density: 'compact' });
        }}
      >
        utc
      </button>
    </>
  );
}

describe('changing preferences', () => {
  it('renders the app in the other language at once, and keeps what was typed', async () => {
    const { user, store } = renderUi(() => <Settings />);
    expect(screen.getByText('Reintentar')).toBeVisible();
    expect(document.documentElement.lang).toBe('es-MX');
    await user.type(screen.getByRole('textbox'), 'Ucú');
    await user.click(screen.getByText('en'));
    expect(screen.getByText('Try again')).toBeVisible();
    expect(screen.getByText(/18 Nov 2026/)).toBeVisible();
    expect(document.documentElement.lang).toBe('en');
    expect(screen.getByRole('textbox')).toHaveValue('Ucú');
    expect(JSON.parse(store.values.get(preferenceKey) ?? '')).toMatchObject({ language: 'en' });
  });

  it('turns every instant to UTC, and sets theme and density on the root', async () => {
    const { user } = renderUi(() => <Settings />);
    await user.click(screen.getByText('utc'));
    expect(screen.getByText(/23:41:07/).closest('time')).toHaveTextContent('UTC');
    expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', density: 'compact' });
  });

  it('leaves what another tab changed meanwhile as that tab stored it', async () => {
    const { user, store } = renderUi(() => <Settings />);
    store.set(preferenceKey, JSON.stringify({ language: 'es-MX', timeZone: 'America/Tijuana' }));
    await user.click(screen.getByText('utc'));
    expect(JSON.parse(store.values.get(preferenceKey) ?? '')).toEqual({
      theme: 'dark',
      language: 'es-MX',
      density: 'compact',
      utc: true,
      timeZone: 'America/Tijuana',
    });
  });

  it('touches no storage but the one it was given', async () => {
    const spy = vi.spyOn(Storage.prototype, 'setItem');
    const { user } = renderUi(() => <Settings />);
    await user.click(screen.getByText('utc'));
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });

  it('reads what it wrote', () => {
    const store = memoryStore({
      theme: 'dark',
      language: 'en',
      density: 'compact',
      utc: true,
      timeZone: 'UTC',
    });
    expect(readPreferences(store, 'es')).toEqual({
      theme: 'dark',
      language: 'en',
      density: 'compact',
      utc: true,
      timeZone: 'UTC',
    });
  });
});
