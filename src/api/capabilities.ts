import type { OperationName } from '#contract/operations.ts';
import type { Organization } from '#contract/resources.ts';
import type { Client } from './client.ts';
import { ApiError } from './errors.ts';

/** What a service was found to offer. An operation that was not asked about counts as present. */
export interface Capabilities {
  readonly absent: readonly OperationName[];
}

export function offers(capabilities: Capabilities | undefined, name: OperationName): boolean {
  return !capabilities?.absent.includes(name);
}

/** Cheap reads that tell whether an operation exists: 404 or 405 on a list means that it does not. */
export const probes = [
  'listSignatureRequests',
  'listInvites',
  'listOrganizations',
  'listOrganizationLinks',
  'listOrganizationMembers',
  'listCertificates',
] as const;

/**
 * Finds out what the service offers and which organizations the caller acts for. The witness list is the
 * documented read that every service has: it tells whether the key is taken at all.
 *
 * @throws ApiError when the service cannot be reached or refuses the key
 */
export async function discover(
  client: Client,
): Promise<{ capabilities: Capabilities; organizations: { id: string; name: string | undefined }[] }> {
  const one = { pagination: { size: 1 } } as const;
  const witnesses = await client.call('listWitnesses', { query: one });
  const answers = await Promise.all(
    probes.map(async (name) => {
      try {
        const query = name === 'listOrganizations' ? { pagination: { size: 100 } } : one;
        return { name, results: (await client.call(name, { query })).results ?? [] };
      } catch (error) {
        if (isAbsent(error)) return { name, results: undefined };
        // Present but refused or failing is not absent: the screen that needs it will say so.
        return { name, results: [] };
      }
    }),
  );
  const answered = <N extends (typeof probes)[number]>(name: N) =>
    answers.find((answer) => answer.name === name)?.results;
  const absent = answers.flatMap(({ name, results }) => (results === undefined ? [name] : []));
  // Every result of that list is an organization: the contract says so for its operation.
  const listed = (answered('listOrganizations') ?? []) as Organization[];
  const newest = [...(answered('listSignatureRequests') ?? []), ...(witnesses.results ?? [])] as {
    organization?: Organization | null;
  }[];
  const organizations: Organization[] =
    listed.length > 0 ? listed : newest.flatMap(({ organization }) => (organization ? [organization] : []));
  const seen = new Map<string, { id: string; name: string | undefined }>();
  for (const { id, name } of organizations)
    if (id && !seen.has(id)) seen.set(id, { id, name: name ?? undefined });
  return { capabilities: { absent }, organizations: [...seen.values()] };
}

export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'absent' || error.kind === 'not-found');
}
