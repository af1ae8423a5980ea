import type { OperationName } from '#contract/operations.ts';
import { m } from '#words/words.ts';

/** What the product does on a service that lacks an operation. */
export function withoutWords(name: OperationName): string {
  switch (name) {
    case 'listWitnesses':
      return m.settings_without_witnesses();
    case 'signFileUrl':
    case 'createSignatureRequest':
    case 'createInvite':
      return m.settings_without_send();
    case 'updateSignatureRequest':
      return m.settings_without_draft();
    case 'listSignatureRequests':
      return m.settings_without_requests();
    case 'readSignatureRequest':
      return m.settings_without_request();
    case 'readSignatureRequestTimeseries':
      return m.settings_without_timeseries();
    case 'listInvites':
    case 'readInvite':
      return m.settings_without_invites();
    case 'listSubjects':
    case 'readSubject':
      return m.settings_without_subjects();
    case 'readSubjectByEvmAddress':
      return m.settings_without_address();
    case 'listOrganizationLinks':
      return m.settings_without_links();
    case 'createOrganizationLink':
    case 'deleteOrganizationLink':
      return m.settings_without_linking();
    case 'listOrganizationMembers':
      return m.settings_without_members();
    case 'createOrganizationMember':
    case 'deleteOrganizationMember':
      return m.settings_without_membership();
    case 'certifyWitness':
      return m.settings_without_certify();
    case 'scheduleGroupedCertification':
      return m.settings_without_grouped();
    case 'createWitness':
      return m.settings_without_witness();
    case 'updateWitness':
      return m.settings_without_owner();
    case 'listEndorseEvents':
    case 'listEndorsables':
    case 'readEndorsable':
    case 'listWallets':
    case 'readWallet':
      return m.settings_without_tokens();
    case 'readWeeklyRate':
      return m.settings_without_rates();
    case 'listCertificates':
    case 'readCertificate':
    case 'listIssuers':
      return m.settings_without_certificates();
    case 'listOrganizations':
    case 'readOrganization':
      return m.settings_without_organization();
    case 'updateOrganization':
      return m.settings_without_profile();
    case 'listApiKeys':
    case 'createApiKey':
    case 'updateApiKey':
    case 'deleteApiKey':
      return m.settings_without_keys();
    case 'readContent':
      return m.settings_without_content();
    case 'readNom151Token':
      return m.settings_without_stamp();
    case 'updateSignatureRequestByBody':
    case 'findSubjects':
    case 'readOrganizationLink':
    case 'readEndorseEvent':
    case 'readWitnessByHash':
    case 'readIssuer':
      return m.settings_without_other();
    case 'signInvite':
    case 'rejectInvite':
      return m.settings_without_own_signing();
    case 'readServerTime':
      return m.settings_without_clock();
    case 'readOpenApi':
      return m.settings_without_description();
  }
}
