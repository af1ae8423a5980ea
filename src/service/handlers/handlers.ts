import { apiKeyHandlers } from './people/api-keys.ts';
import type { Handlers } from './call.ts';
import { certificateHandlers } from './people/certificates.ts';
import { certificationHandlers, readNom151Token } from './witnesses/certification.ts';
import { inviteHandlers } from './requests/invites.ts';
import { linkAndMemberHandlers } from './people/links-and-members.ts';
import { ownSigningHandlers } from './signing/own-signing.ts';
import { organizationHandlers } from './people/organizations.ts';
import type { Service } from './ports.ts';
import { preservationHandlers } from './witnesses/preservation.ts';
import { weeklyRateHandler } from './rates.ts';
import { signatureRequestHandlers } from './requests/signature-requests.ts';
import { subjectHandlers } from './people/subjects.ts';
import { tokenHandlers } from './tokens.ts';
import { createUploadAddress, openContent } from './content/uploads.ts';
import { witnessHandlers } from './witnesses/witnesses.ts';

/**
 * What answers each operation of the contract; the other rate series are in `rateHandlers`, and the description
 * of the interface is the binding's own. Two answer bytes: `readContent` an `OpenedContent`, `readNom151Token`
 * the DER.
 */
export function createHandlers(service: Service): Handlers {
  return {
    readServerTime: () => Promise.resolve({ time: service.now().toISOString() }),
    signFileUrl: (call) =>
      createUploadAddress(service, call.caller, {
        filePath: call.query.filePath ?? '',
        md5Checksum: call.query.md5Checksum ?? '',
      }),
    readContent: (call) => openContent(service, call.params.key ?? '', call.caller, call.query.anonymousKey),
    readNom151Token: (call) => readNom151Token(service, call.caller, call.query.hash ?? ''),
    ...signatureRequestHandlers(service),
    ...inviteHandlers(service),
    ...ownSigningHandlers(service),
    ...witnessHandlers(service),
    ...certificationHandlers(service),
    ...preservationHandlers(service),
    ...subjectHandlers(service),
    ...organizationHandlers(service),
    ...linkAndMemberHandlers(service),
    ...apiKeyHandlers(service),
    ...certificateHandlers(service),
    ...tokenHandlers(service),
    ...weeklyRateHandler(service),
  };
}
