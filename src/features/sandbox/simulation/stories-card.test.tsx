import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { list, organization, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { StoriesCard } from './stories-card.tsx';

const owner = { id: 'c'.repeat(24), name: 'Casos de prueba', apiKey: 'story-key' };
const organizations = [
  { ...organization, apiKey: 'good-key' },
  { id: 'b'.repeat(24), name: 'Nube', apiKey: 'k' },
  owner,
];
const witness = 'd'.repeat(24);
const story = { organization: owner.id, request: 'f'.repeat(24), expected: [], baseline: [] };
const expectation = { check: 'merkleized.root', status: 'FAILED', reason: 'X_PROOF_ROOT_MISMATCH' };
const stories = [
  { ...story, name: 'clean-contract', title: 'Contrato limpio', witness: 'e'.repeat(24) },
  {
    ...story,
    name: 'wrong-sibling',
    title: 'Contrato con ruta alterada',
    witness,
    expected: [{ ...expectation, section: 'witness' }],
  },
  {
    ...story,
    name: 'of-a-later-build',
    witness,
    expected: [{ check: 'case.times', status: 'INDETERMINATE', reason: 'X_LATER', section: 'case' }],
  },
];

function service(answer: () => Response) {
  return smallService((seen, path) => {
    if (path === '/sandbox/stories') return answer();
    if (seen.headers.get('authorization') !== 'Bearer story-key') return undefined;
    if (path === '/organizations') return list([{ id: owner.id, name: owner.name }]);
    return list([]);
  });
}

const page = (
  <Routes>
    <Route path="/sandbox" element={<StoriesCard organizations={organizations} />} />
    <Route path="/witnesses/:id" element={<p>the inspector</p>} />
  </Routes>
);
const render = (answer: () => Response) => {
  const { fetch } = service(answer);
  return renderInHost(page, { fetch, path: '/sandbox', open: true, demo: true });
};

describe('The stories of the sandbox', () => {
  it('says what is wrong in each and what is expected to fall, and shows none of it as a verdict', async () => {
    const { container } = await render(() => json(stories));
    expect(await screen.findByText(/Casos para aprender: .*«Casos de prueba», que no/)).toBeVisible();
    const wrong = (await screen.findByText('Contrato con ruta alterada')).closest('li') ?? document.body;
    expect(within(wrong).getByText(/Se cambió un hermano de la ruta de Merkle/)).toBeVisible();
    expect(within(wrong).getByText('X_PROOF_ROOT_MISMATCH').parentElement).toHaveTextContent(
      'No válido: La ruta llega a la raíz X_PROOF_ROOT_MISMATCH',
    );
    expect(screen.getByText('Se espera que todo sea válido')).toBeVisible();
    // The shapes of verdicts are images with a name: there is none.
    expect(screen.queryByRole('img', { name: /Verificad|Falla|Indetermin/i })).toBeNull();
    expect(
      container.querySelector('[data-verdict], [data-state="PASSED"], [data-state="FAILED"]'),
    ).toBeNull();
  });

  it('shows one that it does not know by its name', async () => {
    await render(() => json(stories));
    expect((await screen.findAllByText('of-a-later-build')).length).toBeGreaterThan(0);
  });

  it('goes to the organization of the story, with its own key, and opens the witness', async () => {
    const { user, session, where } = await render(() => json(stories));
    await user.click(await screen.findByRole('button', { name: 'Inspeccionar Contrato con ruta alterada' }));
    expect(await screen.findByText('the inspector')).toBeVisible();
    expect(where()).toBe(`/witnesses/${witness}`);
    expect(session.snapshot().organization?.name).toBe('Casos de prueba');
  });

  it('says where the sandbox has none, and where they cannot be read', async () => {
    const heading = { name: 'Casos de prueba' };
    const { unmount } = await render(() => refusal(404, 'Not here'));
    expect(await screen.findByText('Este simulador no lo ofrece')).toBeVisible();
    unmount();
    await render(() => refusal(500, 'Broken'));
    expect(await screen.findByRole('heading', heading)).toBeVisible();
    expect(await screen.findByText(/Broken/)).toBeVisible();
  });
});
