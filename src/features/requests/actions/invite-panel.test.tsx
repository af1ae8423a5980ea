import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { list, organization, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { RequestPage } from '../detail/request-page.tsx';

const id = 'e'.repeat(24);
const ana = { id: 'a1'.repeat(12), commonName: 'Ana Sofía Pech Uc' };
const other = { id: 'c'.repeat(24), subject: { id: 'b2'.repeat(12) } };

it.each([
  [1, 'Ana Sofía Pech Uc no tiene vínculo con tu organización'],
  [9, '¿Invitar a Ana Sofía Pech Uc?'],
])('a person is called unlinked only where all links were read: 1 of %i', async (count, title) => {
  const { fetch } = smallService((_, path) => {
    if (path === `/signature-request/${id}`)
      return json({
        id,
        name: 'Contrato',
        draft: false,
        finalized: false,
        content: {},
        organization,
        invites: [],
      });
    if (path === '/organization-links') return list([other], count);
    return path === '/subjects' ? list([ana]) : undefined;
  });
  const page = (
    <Routes>
      <Route path="/requests/:id" element={<RequestPage />} />
    </Routes>
  );
  await renderInHost(page, { fetch, open: true, path: `/requests/${id}?open=invite` });
  const user = userEvent.setup();
  await user.type(await screen.findByRole('combobox', { name: 'A quién' }), 'Ana');
  await user.click(await screen.findByRole('option', { name: /Ana Sofía/ }));
  expect(await screen.findByText(title)).toBeVisible();
});
