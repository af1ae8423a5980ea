import { isAbsent } from '../capabilities.ts';
import { ApiError } from '../errors.ts';
import {
  asked,
  idOf,
  isNamedThere,
  isRecord,
  isUnclear,
  lookUp,
  unreadable,
  type Sight,
} from './send-outcome.ts';
import type { SendHost, SendOperation } from './send-request.ts';

/**
 * Invites somebody, or finds the invite that an unanswered earlier try made.
 *
 * @returns its id, or `unknown` where the service says that it exists and has no list to read it from
 */
export async function invite(
  operation: SendOperation,
  signatureRequest: string,
  subject: string,
  host: SendHost,
): Promise<string> {
  try {
    const input = { signatureRequest, subject };
    const id = idOf(await asked(host.client.call('createInvite', { input, signal: host.signal })));
    if (id === undefined)
      throw unreadable('POST', '/signature-request-invite', 'The answer names no invite.');
    return id;
  } catch (error) {
    const exists = error instanceof ApiError && error.kind === 'conflict';
    if (!exists && !isUnclear(error)) throw error;
    const sight = await look(signatureRequest, subject, host);
    if (typeof sight === 'object') return sight.found;
    // This request is our own draft, so the only conflict it can have is that the invite exists.
    if (exists && sight === 'no-list') return 'unknown';
    if (exists || sight === 'none') throw error;
    const found = await findInvite(operation, signatureRequest, subject, host);
    if (found === undefined) throw error;
    return found;
  }
}

/**
 * The invite of this person to the request.
 *
 * @returns undefined when the service says that there is none
 * @throws Ambiguous when the service has no way to look it up
 */
export function findInvite(
  operation: SendOperation,
  signatureRequest: string,
  subject: string,
  host: SendHost,
): Promise<string | undefined> {
  // Our own service refuses a second invite of one person, so that asking again makes no other.
  return lookUp(() => look(signatureRequest, subject, host), operation, host, isNamedThere(host.connection));
}

async function look(request: string, subject: string, host: SendHost): Promise<Sight> {
  try {
    const query = { signatureRequest: { eq: request }, subject: { eq: subject } };
    const { results } = await host.client.call('listInvites', { query, signal: host.signal });
    return sightOf(results, request, subject);
  } catch (error) {
    if (isUnclear(error)) return 'unclear';
    if (!isAbsent(error)) throw error;
  }
  try {
    const whole = await host.client.call('readSignatureRequest', {
      params: { id: request },
      signal: host.signal,
    });
    // Without its list of invites, a request says nothing of them.
    return Array.isArray(whole.invites) ? sightOf(whole.invites, request, subject) : 'no-list';
  } catch (error) {
    if (isUnclear(error)) return 'unclear';
    if (isAbsent(error)) return 'no-list';
    throw error;
  }
}

/** A service need not know the filters: whose invite it is and to what is looked at here. */
function sightOf(results: unknown, request: string, subject: string): Sight {
  if (!Array.isArray(results)) return 'unclear';
  const rows: readonly unknown[] = results;
  let unclear = false;
  for (const row of rows) {
    const of = isRecord(row)
      ? { to: told(row.signatureRequest, request), whom: told(row.subject, subject) }
      : {};
    if (of.to === false || of.whom === false) continue;
    const id = idOf(row);
    // The request of an invite that stands in the request itself need not be said again.
    if (of.whom && id !== undefined) return { found: id };
    unclear = true;
  }
  return unclear ? 'unclear' : 'none';
}

/** Whether the resource that is told is the one; undefined: it is not told. */
function told(resource: unknown, id: string): boolean | undefined {
  const found = typeof resource === 'string' ? resource : idOf(resource);
  return found === undefined ? undefined : found === id;
}
