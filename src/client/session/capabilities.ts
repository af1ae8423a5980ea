import { hashKey } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import type { OperationName } from '#contract/operations/operations.ts';
import type {
  Certificate,
  Organization,
  OrganizationLink,
  SignatureRequest,
  SignatureRequestInvite,
  Witness,
} from '#contract/resources/resources.ts';
import type { Client } from '../http/client.ts';
import { ApiError, isTransientError } from '../http/errors.ts';

/** Operations that a service offers. An operation that was not probed counts as present. */
export interface Capabilities {
  readonly absent: readonly OperationName[];
  /** Operations that answered, even with a refusal. Operations in neither list are unknown. */
  readonly present: readonly OperationName[];
  /** When the capabilities were discovered (RFC 3339). */
  readonly foundAt: string;
}

export function offers(capabilities: Capabilities | undefined, name: OperationName): boolean {
  return !capabilities?.absent.includes(name);
}

/** The arguments for one row of a list. */
export const oneRow = { query: { pagination: { page: 1, size: 1 } } } as const;

/** One resource of each kind that a service answered; its other reads are probed with their ids. */
interface Examples {
  readonly witness?: Witness | undefined;
  readonly request?: SignatureRequest | undefined;
  readonly invite?: SignatureRequestInvite | undefined;
  readonly organization?: Organization | undefined;
  readonly link?: OrganizationLink | undefined;
  readonly certificate?: Certificate | undefined;
}

export interface Discovery {
  readonly capabilities: Capabilities;
  readonly organizations: { id: string; name: string | undefined }[];
  readonly examples: Examples;
}

/** Every organization of the caller; undefined where the service does not list them, or not to this key. */
export async function organizationsOf(client: Client): Promise<readonly Organization[] | undefined> {
  try {
    const { results, info } = await client.call('listOrganizations', {
      query: { pagination: { page: 1, size: 100 } },
    });
    const isWhole = (info?.count ?? results?.length ?? 0) <= (results?.length ?? 0);
    return results && results.length > 0 && isWhole ? results : undefined;
  } catch (error) {
    if (error instanceof ApiError && !isTransientError(error)) return undefined;
    throw error;
  }
}

/**
 * Finds out what the service offers and which organizations the caller acts for. The witness list is the
 * documented read that every service has: it tells whether the key is taken at all.
 *
 * @throws ApiError when the service cannot be reached or refuses the key
 */
export async function discover(client: Client): Promise<Discovery> {
  const witnesses = await client.call('listWitnesses', oneRow);
  const probe = new CapabilityProbe();
  probe.note('listWitnesses', 'present');
  // A refused or failed probe does not mean that the operation is absent: the screen that needs it reports the error.
  const [requests, invites, organized, links, , certificates] = await Promise.all([
    probe.try('listSignatureRequests', client.call('listSignatureRequests', oneRow)),
    probe.try('listInvites', client.call('listInvites', oneRow)),
    probe.try(
      'listOrganizations',
      client.call('listOrganizations', { query: { pagination: { page: 1, size: 100 } } }),
    ),
    probe.try('listOrganizationLinks', client.call('listOrganizationLinks', oneRow)),
    probe.try('listOrganizationMembers', client.call('listOrganizationMembers', oneRow)),
    probe.try('listCertificates', client.call('listCertificates', oneRow)),
  ]);
  const listed = organized?.results ?? [];
  const newest = [...(requests?.results ?? []), ...(witnesses.results ?? [])];
  const organizations: readonly Organization[] =
    listed.length > 0 ? listed : newest.flatMap(({ organization }) => (organization ? [organization] : []));
  const uniqueOrganizations = new Map<string, { id: string; name: string | undefined }>();
  for (const { id, name } of organizations)
    if (id && !uniqueOrganizations.has(id)) uniqueOrganizations.set(id, { id, name: name ?? undefined });
  const examples = {
    witness: witnesses.results?.[0],
    request: requests?.results?.[0],
    invite: invites?.results?.[0],
    organization: listed[0],
    link: links?.results?.[0],
    certificate: certificates?.results?.[0],
  };
  return { capabilities: probe.capabilities(), organizations: [...uniqueOrganizations.values()], examples };
}

/** The capabilities discovered first, completed by the later ones. */
export function joined(first: Capabilities, besides: Capabilities): Capabilities {
  const known = new Set([...first.absent, ...first.present]);
  const others = (names: readonly OperationName[]) => names.filter((name) => !known.has(name));
  return {
    absent: [...first.absent, ...others(besides.absent)].sort(),
    present: [...first.present, ...others(besides.present)].sort(),
    foundAt: first.foundAt,
  };
}

/** Whether the same operations are there, whenever each was found. */
export const offersSame = (some: Capabilities, others: Capabilities | undefined): boolean =>
  hashKey([some.absent, some.present]) === hashKey([others?.absent, others?.present]);

/** Calls operations and records which of them the service has. */
export class CapabilityProbe {
  readonly #known = new Map<OperationName, 'present' | 'absent'>();

  note(name: OperationName, presence: 'present' | 'absent'): void {
    this.#known.set(name, presence);
  }

  /** The answer, or undefined where there was none; why tells whether the operation is there. */
  async try<T>(name: OperationName, answer: Promise<T>): Promise<T | undefined> {
    try {
      const value = await answer;
      this.note(name, 'present');
      return value;
    } catch (error) {
      // 200 with null says that there is no such thing, not that nobody is there to ask.
      if (isAbsent(error))
        this.note(name, error instanceof ApiError && error.request.status === 200 ? 'present' : 'absent');
      else if (
        error instanceof ApiError &&
        !isTransientError(error) &&
        error.kind !== 'cancelled' &&
        error.kind !== 'blocked'
      )
        this.note(name, 'present');
      return undefined;
    }
  }

  capabilities(): Capabilities {
    const those = (presence: 'present' | 'absent') =>
      [...this.#known].flatMap(([name, known]) => (known === presence ? [name] : [])).sort();
    return { absent: those('absent'), present: those('present'), foundAt: currentTime().toISOString() };
  }
}

export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'absent' || error.kind === 'not-found');
}
