import type { OperationName } from '#contract/operations.ts';
import { m } from '#words/words.ts';

/** What a service does not offer, of what was asked, in words: «la lista de solicitudes». */
export function absentWords(absent: readonly OperationName[]): string[] {
  return absent.flatMap((name) => {
    switch (name) {
      case 'listSignatureRequests':
        return m.connect_absent_requests();
      case 'listInvites':
        return m.connect_absent_invites();
      case 'listOrganizations':
        return m.connect_absent_organizations();
      case 'listOrganizationLinks':
        return m.connect_absent_links();
      case 'listOrganizationMembers':
        return m.connect_absent_members();
      case 'listCertificates':
        return m.connect_absent_certificates();
      default:
        // Of the rest the settings tell.
        return [];
    }
  });
}
