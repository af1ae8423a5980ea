import { isRecord } from '#contract/schema/is-record.ts';
import { isAbsent } from '#client/session/capabilities.ts';
import type { ApiError } from '#client/http/errors.ts';
import {
  answerToChange,
  idOf,
  isUnclear,
  lookUp,
  madeIdOf,
  unreadable,
  type LookUpResult,
} from './send-outcome.ts';
import type { SendHost } from './send-job.ts';
import type { SendJob } from './send-record.ts';

const wrappers = ['createSignatureRequestInvite', 'signatureRequestInvite'];

/**
 * Invites somebody.
 *
 * @returns the invite's id
 * @throws ApiError; `unreadable` is neither yes nor no
 */
export async function invite(signatureRequest: string, subject: string, host: SendHost): Promise<string> {
  const input = { signatureRequest, subject };
  const made: unknown = await answerToChange(
    host.client.call('createInvite', { input, signal: host.signal }),
  );
  const id = madeIdOf(made, wrappers);
  if (id === undefined) throw unreadable('POST', '/signature-request-invite', 'The answer names no invite.');
  return id;
}

/**
 * Looks up the invite after an unreadable answer or a 409.
 *
 * @returns its id, or `unknown` where the service reports that it exists and has no list to read it from
 */
export async function inviteAfter(
  { kind }: ApiError,
  job: SendJob,
  signatureRequest: string,
  subject: string,
  host: SendHost,
): Promise<string | undefined> {
  if (kind !== 'conflict') return findInvite(job, signatureRequest, subject, host, true);
  const sight = await look(signatureRequest, subject, host);
  // This request is our own draft, so the only conflict it can have is that the invite exists.
  if (sight === 'no-list') return 'unknown';
  return typeof sight === 'object' && 'found' in sight ? sight.found : undefined;
}

/**
 * Looks up the invite of this person to the request.
 *
 * @returns undefined when the service shows that there is none
 * @throws Ambiguous when the service has no way to look it up
 */
export function findInvite(
  job: SendJob,
  signatureRequest: string,
  subject: string,
  host: SendHost,
  wasAnswered = false,
): Promise<string | undefined> {
  return lookUp(() => look(signatureRequest, subject, host), job, host, wasAnswered);
}

async function look(request: string, subject: string, host: SendHost): Promise<LookUpResult> {
  try {
    const query = {
      signatureRequest: { eq: request },
      subject: { eq: subject },
      pagination: { page: 1, size: 100 },
    };
    const { results } = await host.client.call('listInvites', { query, signal: host.signal });
    return findInRows(results, request, subject);
  } catch (error) {
    if (isUnclear(error)) return 'unclear';
    if (!isAbsent(error)) throw error;
  }
  try {
    const signatureRequest = await host.client.call('readSignatureRequest', {
      params: { id: request },
      signal: host.signal,
    });
    // A request without a list of invites does not show whether the invite exists.
    return Array.isArray(signatureRequest.invites)
      ? findInRows(signatureRequest.invites, request, subject)
      : 'no-list';
  } catch (error) {
    if (isUnclear(error)) return 'unclear';
    if (isAbsent(error)) return 'no-list';
    throw error;
  }
}

/** Finds the invite among rows. Services may ignore the filters, so the request and the subject are compared here. */
function findInRows(results: unknown, request: string, subject: string): LookUpResult {
  if (!Array.isArray(results)) return 'unclear';
  const rows: readonly unknown[] = results;
  let unclear = false;
  for (const row of rows) {
    const of = isRecord(row)
      ? { to: matchesId(row.signatureRequest, request), whom: matchesId(row.subject, subject) }
      : {};
    if (of.to === false || of.whom === false) continue;
    const id = idOf(row);
    // An invite inside a request need not name that request again.
    if (of.whom && id !== undefined) return { found: id };
    unclear = true;
  }
  return unclear ? 'unclear' : 'none';
}

/** Whether a reported resource has this id; undefined when none is reported. */
function matchesId(resource: unknown, id: string): boolean | undefined {
  const found = typeof resource === 'string' ? resource : idOf(resource);
  return found === undefined ? undefined : found === id;
}
