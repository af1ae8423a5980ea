import type { Capabilities } from '#client/session/capabilities.ts';
import type { OperationName } from '#contract/operations/operations.ts';
import { m } from '#i18n/messages.ts';

/** The lists that connecting requests, in words: «la lista de solicitudes». The settings show every operation. */
const words: Partial<Record<OperationName, () => string>> = {
  listSignatureRequests: () => m.connect_absent_requests(),
  listInvites: () => m.connect_absent_invites(),
  listOrganizations: () => m.connect_absent_organizations(),
  listOrganizationLinks: () => m.connect_absent_links(),
  listOrganizationMembers: () => m.connect_absent_members(),
  listCertificates: () => m.connect_absent_certificates(),
};

const wordsWhere = (isMeant: (name: OperationName) => boolean): string[] =>
  (Object.keys(words) as OperationName[]).filter(isMeant).flatMap((name) => words[name]?.() ?? []);

/** Names of the lists that a service does not offer, in one order, whichever answered first. */
export const absentListWords = ({ absent }: Capabilities): string[] =>
  wordsWhere((name) => absent.includes(name));

/** Names of the lists of which it is not known whether the service offers them. */
export const unknownListWords = ({ absent, present }: Capabilities): string[] =>
  wordsWhere((name) => !absent.includes(name) && !present.includes(name));
