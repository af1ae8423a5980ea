import { mutationOptions } from '@tanstack/react-query';
import type { Client } from '../../http/client.ts';
import { invalidatesOnSettled } from '../../queries/invalidate.ts';
import { signatureRequests } from '../requests/signature-requests.ts';
import { witnesses } from '../requests/witnesses.ts';

/**
 * Names the subject who may claim the token of a witness first: members set it once (Rule WN-6), and naming the same
 * subject again changes nothing. Apart from what is read of witnesses: lists do without it.
 */
export const setInitialOwner = (client: Client, witnessId: string) =>
  mutationOptions({
    mutationFn: (initialOwner: string) =>
      client.call('updateWitness', { input: { id: witnessId, initialOwner } }),
    ...invalidatesOnSettled(witnesses(client).key, signatureRequests(client).key),
  });
