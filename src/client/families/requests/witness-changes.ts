import { mutationOptions } from '@tanstack/react-query';
import type { Client } from '../../http/client.ts';
import { invalidatesOnSettled } from '../../queries/invalidate.ts';
import { signatureRequests } from './signature-requests.ts';
import { witnesses } from './witnesses.ts';

/** Changes of witnesses. Apart from what is read of them: lists do without it. */
export function witnessChanges(client: Client) {
  return {
    /** Has a hash witnessed that belongs to no request (Rule WN-5). */
    create: (organization: string) =>
      mutationOptions({
        mutationFn: (hash: string) =>
          client.call('createWitness', { input: { hash, algorithm: 'SHA256', organization } }),
        ...invalidatesOnSettled(witnesses(client).key),
      }),
    certify: (witnessId: string) =>
      mutationOptions({
        mutationFn: () => client.call('certifyWitness', { query: { witnessId }, body: { witnessId } }),
        ...invalidatesOnSettled(witnesses(client).key, signatureRequests(client).key),
      }),
  };
}
