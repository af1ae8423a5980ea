import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Witness } from '#contract/resources/resources.ts';
import { json } from '#client/testing/answers.ts';
import { list, organization, refusal, renderInHost, smallService } from '../testing/host.tsx';
import { OwningOfWitness } from './owning-card.tsx';
import { owningState, tokenIdOf } from './owning-state.ts';

const hash = '1b'.repeat(32);
const id = 'b'.repeat(24);
const person = (digit: string, commonName: string) => ({
  id: digit.repeat(24),
  commonName,
  RFC: `RFC${digit}`,
  EVMAddress: `0x${digit.repeat(40)}`,
  certificate: { id: digit.repeat(24), notAfter: '2028-03-04T00:00:00Z', revoked: false },
});
const signed = person('1', 'Elsa Herrera');
const rejected = person('2', 'Jorge Treviño');
const outsider = person('3', 'Ana Sofía Pech');
const request = {
  id: 'c'.repeat(24),
  name: 'Pagaré',
  invites: [
    { id: 'd'.repeat(24), status: 'REJECTED', subject: rejected },
    { id: 'e'.repeat(24), status: 'WITNESSED', subject: signed },
  ],
};

interface Setup {
  readonly request?: object;
  readonly answer?: (path: string) => Response | Promise<Response> | undefined;
}

function owningService(refuse?: () => Response | undefined, setup: Setup = {}) {
  let owner: object | null = null;
  const service = smallService((seen, path) => {
    const own = setup.answer?.(path);
    if (own) return own;
    if (path === '/witness' && seen.method === 'PUT') {
      const refused = refuse?.();
      if (refused) return refused;
      owner = signed;
      return json({ id });
    }
    if (path === '/witnesses' && seen.url.searchParams.has('_id'))
      return list([
        {
          id,
          hash,
          organization,
          claimed: false,
          claiming: null,
          initialOwner: owner,
          signatureRequest: setup.request,
        },
      ]);
    if (path === '/subjects') return list([signed, rejected, outsider]);
    return undefined;
  });
  return service;
}
const open = async (refuse?: () => Response | undefined, setup?: Setup) => {
  const service = owningService(refuse, setup);
  const view = await renderInHost(<OwningOfWitness id={id} request={setup ? undefined : request} />, {
    fetch: service.fetch,
    open: true,
  });
  await view.user.click(await screen.findByRole('button', { name: 'Designar al titular inicial' }));
  const dialog = await screen.findByRole('dialog', { hidden: true });
  return { ...view, service, dialog: within(dialog) };
};
const hidden = { hidden: true } as const;

it('dates every step, the token by the time at which it was created', async () => {
  const { fetch } = smallService((_, path) =>
    path === '/witnesses'
      ? list([
          {
            id,
            hash,
            organization,
            claimed: true,
            claiming: { createdAt: '2026-10-15T18:00:00Z', network: 421614 },
            initialOwner: signed,
            endorsable: { id: '7', network: 421614, timestamp: Date.parse('2026-10-18T09:17:34Z') / 1000 },
          },
        ])
      : undefined,
  );
  const { container } = await renderInHost(<OwningOfWitness id={id} />, { fetch, open: true });
  await waitFor(() => expect(screen.getByText('Token en la cadena de bloques')).toBeVisible());
  const times = [...container.querySelectorAll('time')].map((one) => one.getAttribute('datetime'));
  expect(times.at(-1)).toBe('2026-10-18T09:17:34Z');
  // All of it is the service's word: nothing of it was computed.
  expect(screen.queryByTestId('CheckIcon')).toBeNull();
  expect(screen.getAllByTestId('FormatQuoteIcon').length).toBeGreaterThan(2);
});

describe('Naming the initial owner (WN-6)', () => {
  it('offers the signers, who signed first, and says what follows and that it is done once', async () => {
    const { dialog, user, service } = await open();
    const names = dialog.getAllByRole('radio', hidden).map((radio) => radio.getAttribute('aria-label'));
    expect(names).toEqual(['Elsa Herrera', 'Jorge Treviño']);
    expect(dialog.getByText(/Se designa una sola vez/)).toBeInTheDocument();
    await user.click(dialog.getByRole('radio', { name: 'Jorge Treviño', ...hidden }));
    expect(dialog.getByText(/Jorge Treviño rechazó este documento/)).toBeInTheDocument();
    await user.click(dialog.getByRole('radio', { name: 'Elsa Herrera', ...hidden }));
    expect(dialog.queryByText(/rechazó este documento/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Designar a Elsa Herrera', ...hidden }));
    expect(await screen.findByText(/Elsa Herrera es el titular inicial\. La prueba/)).toBeVisible();
    const put = service.seen.find(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ input: { id, initialOwner: signed.id } });
  });

  it('takes anybody by search with a warning, and keeps the choice when it is refused, with the reason beside it', async () => {
    let refusals = 0;
    const { dialog, user } = await open(() => {
      refusals += 1;
      return refusals === 1
        ? refusal(409, `The initial owner is ${rejected.id} and is set once.`)
        : undefined;
    });
    await user.type(dialog.getByRole('combobox', hidden), 'Ana');
    await user.click(await dialog.findByRole('option', { name: /Ana Sofía Pech/, ...hidden }));
    expect(dialog.getByText(/Ana Sofía Pech no firmó este documento/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Designar a Ana Sofía Pech', ...hidden }));
    const alert = await dialog.findByText(/Ya se había designado a alguien/);
    expect(alert).toHaveAttribute('role', 'alert');
    expect(within(alert).getByText(/is set once/)).toHaveAttribute('lang', 'en');
    expect(dialog.getByRole('radio', { name: 'Ana Sofía Pech', ...hidden })).toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Designar a Ana Sofía Pech', ...hidden }));
    await waitFor(() => expect(screen.queryByRole('dialog', hidden)).toBeNull());
  });
});

describe('While it is not known who signs', () => {
  const stub = { id: request.id };
  it.each<readonly [string, Setup]>([
    [
      'they are loading',
      {
        request: stub,
        answer: (path) =>
          path === `/signature-request/${request.id}` ? new Promise<Response>(() => undefined) : undefined,
      },
    ],
    [
      'they could not be read',
      {
        request: stub,
        answer: (path) => (path === `/signature-request/${request.id}` ? refusal(500, 'Down') : undefined),
      },
    ],
    [
      'the service gives invites without their subjects',
      { request: { ...stub, invites: [{ id: 'd'.repeat(24) }] } },
    ],
  ])('nobody is said not to be a signer: %s', async (_, setup) => {
    const { dialog, user } = await open(undefined, setup);
    await user.type(dialog.getByRole('combobox', hidden), 'Ana');
    await user.click(await dialog.findByRole('option', { name: /Ana Sofía Pech/, ...hidden }));
    expect(dialog.getByText('No se sabe si es firmante de este documento')).toBeInTheDocument();
    expect(dialog.getByText(/No se sabe si Ana Sofía Pech firmó este documento/)).toBeInTheDocument();
    expect(dialog.queryByText('No es firmante de este documento')).toBeNull();
    expect(dialog.queryByText(/Nada aquí relaciona/)).toBeNull();
    expect(dialog.queryByText(/no se conocen firmantes/)).toBeNull();
  });
});

describe('How far a document is on its way to a token', () => {
  const owned: Witness = { id, hash, organization, initialOwner: signed };
  const proof = { witnessExternal: { timestamp: '2026-11-20T10:00:00Z' } };
  const claiming = { id: 'f'.repeat(24) };
  it.each([
    ['free', { organization }, organization.id],
    ['free', { organization }, undefined],
    ['foreign', { organization }, 'f'.repeat(24)],
    ['proving', owned, organization.id],
    ['authorizing', { ...owned, ...proof }, organization.id],
    ['claimable', { ...owned, ...proof, claiming }, organization.id],
    ['minted', { ...owned, ...proof, claiming, claimed: true }, organization.id],
    ['token', { ...owned, ...proof, claiming, claimed: true, endorsable: { id: '7' } }, organization.id],
  ] as const)('is %s', (state, witness, own) => {
    expect(owningState(witness, own)).toBe(state);
  });

  it('EN-1 knows the id of a token that is not there yet', () => {
    expect(tokenIdOf({ hash })).toBe(BigInt(`0x${hash}`));
    expect(tokenIdOf({ hash: 'no hash' })).toBeUndefined();
    expect(tokenIdOf({ hash, endorsable: { id: '7' } })).toBe(7n);
  });
});
