import { screen } from '@testing-library/react';
import { QueryObserver } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { json } from '#client/testing/answers.ts';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { DemoNextStep } from './demo-next-step.tsx';

const ana = { id: 'a'.repeat(24), commonName: 'Ana Pech' };
const luis = { id: 'b'.repeat(24), commonName: 'Luis Canché' };

test('the next signer signs by a press while the page still reads what the one before changed', async () => {
  const signed: string[] = [];
  const { fetch } = smallService((_, path) => {
    const invite = /^\/sandbox\/invites\/(\w+)\/sign$/.exec(path)?.[1];
    if (invite === undefined) return undefined;
    signed.push(invite);
    return json({ id: invite, status: 'SIGNED' });
  });
  const pending = { id: '2', subject: luis, status: 'PENDING' };
  const request: SignatureRequest = {
    id: 'c'.repeat(24),
    invites: [{ id: '1', subject: ana, status: 'PENDING' }, pending],
  };
  const read = { ...request, invites: [{ id: '1', subject: ana, status: 'SIGNED' }, pending] };
  const Step = () => {
    const [shown, setShown] = useState(request);
    return (
      <>
        <DemoNextStep request={shown} people={{}} />
        <button type="button" onClick={() => setShown(read)}>
          Read again
        </button>
      </>
    );
  };
  const { user, queries } = await renderInHost(<Step />, { fetch, open: true });
  // Something on the page takes long to be read again.
  new QueryObserver(queries, { queryKey: ['slow'], queryFn: () => new Promise(() => undefined) }).subscribe(
    () => undefined,
  );
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  await press('Firmar como Ana Pech');
  await press('Firmar como Ana Pech');
  expect(signed).toEqual(['1']);
  await press('Read again');
  await press('Firmar como Luis Canché');
  await expect.poll(() => signed).toEqual(['1', '2']);
});

test('nobody signs next where somebody rejected: the request is to be corrected', async () => {
  const invites = [
    { id: '1', subject: ana, status: 'REJECTED' },
    { id: '2', subject: luis, status: 'PENDING' },
  ] as const;
  const { fetch } = smallService();
  const step = (first: 'REJECTED' | 'SIGNED') => (
    <div data-testid={first}>
      <DemoNextStep
        request={{ id: 'c'.repeat(24), invites: [{ ...invites[0], status: first }, invites[1]] }}
        people={{}}
      />
    </div>
  );
  await renderInHost(
    <>
      {step('SIGNED')}
      {step('REJECTED')}
    </>,
    { fetch, open: true },
  );
  expect(screen.getByTestId('SIGNED')).toHaveTextContent('Firmar como Luis Canché');
  expect(screen.getByTestId('REJECTED')).toBeEmptyDOMElement();
});
