import { screen, waitFor } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { list, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import type { RequestFields } from './request-form.ts';
import { SignersSection, useSigners } from './signers-section.tsx';

const people = ['1', '2'].map((digit) => ({ id: digit.repeat(24), name: `Person ${digit}` }));
const link = { id: 'c'.repeat(24), subject: { id: people[0]?.id } };

function LinkedOf() {
  const signers = useSigners(people);
  return <p>{signers.map(({ linked }) => String(linked)).join(' ')}</p>;
}

it.each([
  [1, 'true false'],
  [9, 'true undefined'],
])('a signer is without a link only where all links were read: 1 of %i', async (count, words) => {
  const { fetch } = smallService((_, path) =>
    path === '/organization-links' ? list([link], count) : undefined,
  );
  await renderInHost(<LinkedOf />, { fetch, open: true });
  expect(await screen.findByText(words)).toBeVisible();
});

function Section() {
  const form = useForm<RequestFields>({ defaultValues: { kind: 'text', signers: [] } });
  return (
    <FormProvider {...form}>
      <SignersSection signers={[]} parties={{ debtor: undefined, creditor: undefined }} refused={undefined} />
    </FormProvider>
  );
}

it('says on the row of a person without a link that choosing opens the code, which it does', async () => {
  const [linked, unlinked] = people.map(({ id, name }) => ({ id, commonName: name }));
  const { fetch } = smallService((_, path) => {
    if (path === '/organization-links') return list([link]);
    return path === '/subjects' ? list([linked, unlinked]) : undefined;
  });
  const { user } = await renderInHost(<Section />, { fetch, open: true });
  const field = screen.getByRole('combobox');
  await user.click(field);
  const words = m.compose_choosing_shows_code();
  expect(await screen.findByRole('option', { name: /Person 2/ })).toHaveTextContent(words);
  expect(screen.getByRole('option', { name: /Person 1/ })).not.toHaveTextContent(words);
  await user.click(screen.getByRole('option', { name: /Person 1/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(
    await screen.findByRole('dialog', { name: m.compose_code_title({ name: 'Person 2' }) }),
  ).toBeVisible();
  // Nobody else's device opens the address of this one.
  expect(await screen.findByText(m.linking_code_loopback())).toBeVisible();
  expect(screen.queryByText(/escanea/)).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field).toHaveFocus());
  expect(screen.queryByRole('option')).toBeNull();
});

it('offers who has a link first, and says on each row how the certificate stands', async () => {
  const certificates = [
    { notBefore: '2020-01-01T00:00:00Z', notAfter: '2091-05-04T18:00:00Z' },
    { notBefore: '2016-01-01T00:00:00Z', notAfter: '2020-03-02T18:00:00Z' },
    null,
  ];
  const [linked, expired, none] = certificates.map((certificate, at) => ({
    id: String(at + 1).repeat(24),
    commonName: `Person ${at + 1}`,
    certificate,
  }));
  const { fetch } = smallService((_, path) => {
    if (path === '/organization-links') return list([link]);
    return path === '/subjects' ? list([expired, none, linked]) : undefined;
  });
  const { user } = await renderInHost(<Section />, { fetch, open: true });
  await user.click(screen.getByRole('combobox'));
  await screen.findAllByText(m.directory_not_linked());
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Person 1.*Con vínculo.*Certificado vigente hasta .* 2091$/),
    expect.stringMatching(/^Person 2.*Sin vínculo.*Certificado vencido el .* 2020$/),
    expect.stringMatching(/^Person 3.*Sin vínculo.*Sin certificado conocido$/),
  ]);
});

it.each([
  ['nobody', [], 0, true],
  ['somebody', [link], 1, false],
  ['nobody on a page of several', [], 9, false],
] as const)('says what to do where %s has a link', async (_, links, count, isSaid) => {
  const { fetch } = smallService((_seen, path) =>
    path === '/organization-links' ? list([...links], count) : undefined,
  );
  const { queries } = await renderInHost(<Section />, { fetch, open: true });
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(screen.queryAllByText(m.compose_none_linked())).toHaveLength(isSaid ? 1 : 0);
});
