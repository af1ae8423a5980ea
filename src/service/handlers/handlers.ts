import { apiKeyHandlers } from './people/api-keys.ts';
import type { Handlers } from './call.ts';
import { certificateHandlers } from './people/certificates.ts';
import { certificationHandlers, readNom151Token } from './witnesses/certification.ts';
import { ServiceError } from '../service-error.ts';
import { inviteHandlers } from './requests/invites.ts';
import { linkAndMemberHandlers } from './people/links-and-members.ts';
import { ownSigningHandlers } from './signing/own-signing.ts';
import { organizationHandlers } from './people/organizations.ts';
import type { Service } from './ports.ts';
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
  const handlers: Handlers = {
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
    ...subjectHandlers(service),
    ...organizationHandlers(service),
    ...linkAndMemberHandlers(service),
    ...apiKeyHandlers(service),
    ...certificateHandlers(service),
    ...tokenHandlers(service),
    ...weeklyRateHandler(service),
  };
  // Each handler keeps its own call; only what every call has is looked at.
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      (call: Parameters<typeof handler>[0]) => {
        refuseNul(call);
        return (handler as (call: unknown) => Promise<unknown>)(call);
      },
    ]),
  );
}

/** The database holds no NUL in text, so nothing is found by one and nothing is stored with one (Rule ER-3). */
function refuseNul(call: {
  readonly params: Readonly<Record<string, string>>;
  readonly query: object;
  readonly input: unknown;
}): void {
  if (Object.values(call.params).some(hasNul))
    throw new ServiceError('not-found', 'The address holds a NUL character; nothing is named so.');
  for (const [name, value] of Object.entries(call.query)) {
    // A file's path has its own rule.
    if (name !== 'filePath' && hasNul(value))
      throw new ServiceError('malformed-argument', `${name} holds a NUL character.`, {
        path: [name],
        rule: 'WI-1',
      });
  }
  const input = (call.input ?? {}) as Readonly<Record<string, unknown>>; // inputs are objects by the contract
  for (const [name, value] of Object.entries(input)) {
    if (hasNul(value))
      throw new ServiceError('unprocessable', `${name} holds a NUL character.`, {
        path: ['input', name],
        rule: 'ER-3',
      });
  }
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul);
}
