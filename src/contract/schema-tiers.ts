import type * as resources from './resources.ts';
import type { Tier } from './tiers.ts';

/** The tier of every resource: whether a service that we did not write is known to send it. */
export const schemaTiers: Readonly<Record<keyof typeof resources, Tier>> = {
  Subject: 'documented',
  Certificate: 'documented',
  Issuer: 'documented',
  Organization: 'documented',
  OrganizationLink: 'documented',
  OrganizationMember: 'documented',
  ApiKey: 'published',
  Witness: 'documented',
  Content: 'documented',
  SignatureRequest: 'documented',
  SignatureRequestInvite: 'documented',
  PageInfo: 'documented',
  EndorsablePage: 'documented',
  EndorseEventPage: 'documented',
  Wallet: 'documented',
  Endorsable: 'documented',
  EndorseEvent: 'documented',
};
