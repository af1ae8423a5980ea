import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { serviceFacts } from '#client/session/service-facts.ts';
import { json } from '#client/testing/answers.ts';
import { DirectoryFilters } from '#features/directory/people/directory-filters.tsx';
import { directoryList } from '#features/directory/people/filter.ts';
import { FilterBuilder } from '#features/endorsements/builder/filter-builder.tsx';
import type { Saying } from '#features/endorsements/filter/sentence.ts';
import { everything } from '#features/endorsements/filter/tree.ts';
import { RequestsPage } from '#features/requests/list/requests-page.tsx';
import { WitnessesPage } from '#features/witnesses/list/witnesses-page.tsx';
import { list, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';

const reason = 'Este servicio no admite este filtro.';
const say: Saying = {
  language: 'es-MX',
  timeZone: 'America/Mexico_City',
  day: String,
  dayTime: String,
  person: String,
  network: String,
};
const facts = serviceFacts(`${origin}/rest/v1`);

afterEach(() => {
  sessionStorage.removeItem('testigo.service-facts');
});

describe('The control of an argument that the service refused', () => {
  it('says so and opens nothing, and what is set is taken off by it', async () => {
    let calls = 0;
    const { fetch } = smallService(({ url }, path) => {
      if (path !== '/witnesses' || !url.searchParams.has('claimable')) return undefined;
      calls += 1;
      const message = 'Variable "$claimable" got invalid value true; it is not defined by type "F".';
      return json({ errors: [{ message }] }, 500);
    });
    const { user, where } = await renderInHost(<WitnessesPage />, {
      fetch,
      path: '/witnesses?claimable=yes',
      open: true,
    });
    const chip = await screen.findByRole('button', { name: /^Se puede reclamar: / });
    await waitFor(() => expect(chip).toHaveAccessibleDescription(reason), { timeout: 10_000 });
    expect(chip).toHaveAttribute('aria-disabled', 'true');
    await user.click(chip);
    expect(screen.queryByRole('dialog')).toBeNull();
    const before = calls;
    await user.click(await screen.findByRole('button', { name: 'Quitar el filtro Se puede reclamar' }));
    expect(where()).not.toContain('claimable');
    expect(calls).toBe(before);
    expect(await screen.findByRole('button', { name: 'Se puede reclamar' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  }, 30_000);

  it('is of every list alike: requests, directory, endorsements, and the search', async () => {
    for (const name of ['search', 'type', 'sort']) facts.noteRefused('/signature-requests', name);
    for (const name of ['country', 'search']) facts.noteRefused('/subjects', name);
    facts.noteRefused('/endorse-events', 'where');
    const { fetch } = smallService();
    await renderInHost(
      <>
        <RequestsPage />
        <DirectoryFilters view={directoryList.read(new URLSearchParams())} onChange={() => undefined} />
        <FilterBuilder list="events" tree={everything} own={undefined} say={say} onChange={() => undefined} />
      </>,
      { fetch, path: '/requests', open: true },
    );
    for (const name of [/^Tipo/, /^País/])
      expect(await screen.findByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'RFC' })).not.toHaveAttribute('aria-disabled');
    const searches = screen.getAllByRole('searchbox');
    expect(searches).toHaveLength(2);
    for (const search of searches) expect(search).toHaveAccessibleDescription(reason);
    for (const search of searches) expect(search).toHaveAttribute('readonly');
    for (const button of screen.getAllByRole('button', { name: /^Agregar/ })) expect(button).toBeDisabled();
  }, 30_000);
});

it('an option whose value the service does not know is disabled with the reason, the others go on', async () => {
  facts.noteRefused('/signature-requests', 'type=IOUContent');
  const { fetch } = smallService();
  const { user } = await renderInHost(<RequestsPage />, { fetch, path: '/requests', open: true });
  const chip = await screen.findByRole('button', { name: /^Tipo/ });
  expect(chip).not.toHaveAttribute('aria-disabled');
  await user.click(chip);
  const option = await screen.findByRole('button', { name: /Pagaré|IOU/ });
  expect(option).toBeDisabled();
  expect(option).toHaveAccessibleDescription(reason);
  expect(screen.getByRole('button', { name: /^PDF/ })).toBeEnabled();
}, 30_000);

it('the provider of a filter is chosen from what the service sent, and any other can be typed', async () => {
  const { fetch } = smallService((_, path) =>
    path === '/witnesses'
      ? list([{ id: 'c'.repeat(24), hash: 'ab'.repeat(32), nom151: { provider: 'PSC-UNO' } }])
      : undefined,
  );
  const { user, container } = await renderInHost(<WitnessesPage />, {
    fetch,
    path: '/witnesses',
    open: true,
  });
  await waitFor(() => expect(container.querySelector('tbody tr')).not.toBeNull(), { timeout: 10_000 });
  await user.click(await screen.findByRole('button', { name: 'NOM-151' }));
  const field = await screen.findByRole('combobox', { name: 'Proveedor' }, { timeout: 10_000 });
  const offered = document.getElementById(field.getAttribute('list') ?? '');
  expect([...(offered?.querySelectorAll('option') ?? [])].map(({ value }) => value)).toEqual(['PSC-UNO']);
  await user.type(field, 'PSC-DOS');
  expect(field).toHaveValue('PSC-DOS');
}, 30_000);
