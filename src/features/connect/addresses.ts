import { z } from 'zod/mini';
import { readAddress, type AddressIssue, type Connection } from '#client/session/connection.ts';
import { localPreferences } from '#client/session/preferences.ts';
import { m } from '#i18n/messages.ts';

export type ServiceChoice = Connection['id'];

// There is no public host to name: what the reader typed the last time is offered again.
const slot = (choice: ServiceChoice): string => `address.${choice}`;

export function lastAddress(choice: ServiceChoice): string {
  return localPreferences.get(slot(choice)) ?? '';
}

export function keepAddress(choice: ServiceChoice, address: string): void {
  if (choice !== 'embedded') localPreferences.set(slot(choice), address);
}

/** What a person types as a service's address, read as its base URL. */
export const ServiceAddress = z.pipe(
  z.string(),
  z.transform((typed, { issues }) => {
    const read = readAddress(typed);
    if ('baseUrl' in read) return read.baseUrl;
    issues.push({ code: 'custom', input: typed, message: addressFault(read.issue) });
    return z.NEVER;
  }),
);

function addressFault(fault: AddressIssue): string {
  switch (fault) {
    case 'not-an-address':
      return m.connect_address_not_an_address();
    case 'not-https':
      return m.connect_address_not_https();
    case 'has-credentials':
      return m.connect_address_has_credentials();
    case 'has-query':
      return m.connect_address_has_query();
  }
}
