import type { AddressFault, Connection } from '#api/connection.ts';
import { localPreferences } from '#api/store/preferences.ts';
import { m } from '#words/words.ts';

export type ServiceChoice = Connection['id'];

// There is no public host to name: what the reader typed the last time is offered again.
const slot = (choice: ServiceChoice): string => `address.${choice}`;

export function lastAddress(choice: ServiceChoice): string {
  return localPreferences.get(slot(choice)) ?? '';
}

export function keepAddress(choice: ServiceChoice, address: string): void {
  if (choice !== 'embedded') localPreferences.set(slot(choice), address);
}

export function addressFault(fault: AddressFault): string {
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
