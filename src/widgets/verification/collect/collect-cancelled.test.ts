import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { clientOf } from '#client/testing/answers.ts';
import { caseService, ids } from '../../testing/case-service.ts';
import { collectWitness } from './collect-evidence.ts';

it('a reading that somebody else on the page gave up is read again, and leaves no gap', async () => {
  let requested = 0;
  const service = caseService({}, async (_, path) => {
    if (path !== `/signature-request/${ids.request}`) return undefined;
    requested += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return undefined;
  });
  const client = clientOf(service.fetch);
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const witness = { id: ids.witness, hash: 'a'.repeat(64), signatureRequest: { id: ids.request } };
  const leave = new QueryObserver(cache, signatureRequests(client).one(ids.request)).subscribe(
    () => undefined,
  );
  const collecting = collectWitness(
    { client, capabilities: { absent: [], present: [], foundAt: '' }, cache },
    witness,
  );
  await new Promise((resolve) => setTimeout(resolve, 10));
  leave();
  const { gaps, request } = await collecting;
  expect(gaps).toEqual([]);
  expect(request?.name).toBe('Contrato de compraventa');
  expect(requested).toBe(2);
});
