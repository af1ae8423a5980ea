import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import { list, refusal, renderInHost, smallService } from '../testing/host.tsx';
import { HolderName } from './holder-name.tsx';
import { shownAddress } from './shown-address.ts';

const addressOf = (digit: string): string => `0x${digit.repeat(40)}`;
const person = (digit: string, name: string) => ({
  id: digit.repeat(24),
  commonName: name,
  RFC: 'FSU0907229N1',
  EVMAddress: addressOf(digit),
});
const requested = (seen: readonly RecordedRequest[], path: string) =>
  seen.filter(({ url }) => url.pathname.endsWith(path) && url.searchParams.has('EVMAddress'));

test('names on one screen are one question, each address once, in any spelling; no request is sent about nobody', async () => {
  const { fetch, seen } = smallService((_, path) =>
    path === '/subjects' ? list([person('a', 'Financiera Sureste')]) : undefined,
  );
  const upper = `0x${'A'.repeat(40)}`;
  const view = await renderInHost(
    <>
      <HolderName of={addressOf('a')} />
      <HolderName of={upper} />
      <HolderName of={addressOf('b')} />
      <HolderName of={addressOf('0')} end="from" />
      <HolderName of={addressOf('0')} end="to" />
      <HolderName of={{}} />
    </>,
    { fetch, open: true },
  );
  const [name] = await screen.findAllByRole('link', { name: 'Financiera Sureste' });
  expect(name).toHaveAttribute('href', `/directory/${'a'.repeat(24)}`);
  expect(screen.getAllByRole('link', { name: `Cartera ${shownAddress(addressOf('a'))}` })[0]).toHaveAttribute(
    'href',
    `/endorsements/wallets/${addressOf('a')}`,
  );
  expect(await screen.findByText('No está en el directorio de este servicio')).toBeVisible();
  expect(screen.getByRole('link', { name: shownAddress(addressOf('b')) })).toHaveAttribute(
    'href',
    `/endorsements/wallets/${addressOf('b')}`,
  );
  expect(screen.getByText('Token nuevo')).toBeVisible();
  expect(screen.getByText('Destruido')).toBeVisible();
  expect(screen.getByText('No enviado')).toBeVisible();
  const questions = requested(seen, '/subjects');
  expect(questions).toHaveLength(1);
  expect(JSON.parse(questions[0]?.url.searchParams.get('EVMAddress') ?? '')).toEqual({
    in: ['a'.repeat(40), 'b'.repeat(40)],
  });
  view.unmount();
});

test('WI-14 a wallet with its person as {id} is completed by id; a whole one asks nothing', async () => {
  const { fetch, seen } = smallService((_, path) =>
    path === '/subjects' ? list([person('c', 'Fondo Peninsular')]) : undefined,
  );
  await renderInHost(
    <>
      <HolderName of={{ id: addressOf('c'), subject: { id: 'c'.repeat(24) } }} />
      <HolderName of={{ id: addressOf('d'), subject: person('d', 'Comercializadora Istmo') }} links={false} />
    </>,
    { fetch, open: true },
  );
  expect(await screen.findByRole('link', { name: 'Fondo Peninsular' })).toBeVisible();
  expect(await screen.findByText('Comercializadora Istmo')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Comercializadora Istmo' })).toBeNull();
  expect(requested(seen, '/subjects')).toHaveLength(0);
});

test('where the list of subjects does not take addresses, wallets are requested; a failure is said as one', async () => {
  // Answers everybody whatever is requested.
  const ignoring = smallService((seen, path) =>
    path === '/subjects'
      ? list(
          seen.url.searchParams.has('_id')
            ? [person('e', 'Ricardo Beltrán')]
            : [person('f', 'Somebody else')],
        )
      : path === '/wallets'
        ? json({ items: [{ id: addressOf('e'), subject: { id: 'e'.repeat(24) } }] })
        : undefined,
  );
  const view = await renderInHost(<HolderName of={addressOf('e')} />, { fetch: ignoring.fetch, open: true });
  expect(await screen.findByRole('link', { name: 'Ricardo Beltrán' })).toBeVisible();
  expect(screen.queryByText('Somebody else')).toBeNull();
  view.unmount();

  const failing = smallService((_, path) => (path === '/subjects' ? refusal(500, 'no') : undefined));
  await renderInHost(<HolderName of={addressOf('e')} />, { fetch: failing.fetch, open: true });
  expect(await screen.findByText('No se pudo cargar el nombre')).toBeVisible();
});
