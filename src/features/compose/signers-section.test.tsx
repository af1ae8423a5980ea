import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { list, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { useSigners } from './signers-section.tsx';

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
