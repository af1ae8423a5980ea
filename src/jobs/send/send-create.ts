import { currentMillis } from '#clock/clock.ts';
import { contentTypeByKind } from '#contract/resources/kinds.ts';
import type { CreateSignatureRequestInput } from '#contract/operations/inputs.ts';
import type { ContentInput } from '#contract/resources/signature-request.ts';
import { isRecord } from '#contract/schema/is-record.ts';
import { isAbsent } from '#client/session/capabilities.ts';
import { documentedContentForm, type ContentForm } from '#client/http/content-form.ts';
import { ApiError } from '#client/http/errors.ts';
import { serviceFacts } from '#client/session/service-facts.ts';
import {
  Ambiguous,
  answerToChange,
  idOf,
  isRefusedArgument,
  isUnclear,
  lookUp,
  madeIdOf,
  unreadable,
  type LookUpResult,
} from './send-outcome.ts';
import type { SendHost } from './send-job.ts';
import type { Candidate, SendJob, SendPlan } from './send-record.ts';

const wrappers = ['createSignatureRequest', 'signatureRequest'];

/**
 * Creates the request as a draft. The form of the content is the one that this service is known to take, or that the
 * document says that it serves; where nothing says it, the other form is tried once after a sure refusal of the first.
 *
 * @param first the form that is tried first where nothing says which one the service takes
 * @returns its id: whatever else the answer holds, that is the request
 * @throws ApiError; `unreadable` is neither yes nor no
 */
export async function create(job: SendJob, key: string, host: SendHost, first: ContentForm): Promise<string> {
  const facts = serviceFacts(host.connection.baseUrl);
  const { client, connection } = host;
  const known =
    connection.contentForm === 'wrapped'
      ? 'wrapped'
      : (facts.contentForm() ?? (await documentedContentForm(client)));
  const createIn = async (form: ContentForm): Promise<string> => {
    const id = await createAs(form, job, key, host);
    facts.noteContentForm(form);
    return id;
  };
  try {
    return await createIn(known ?? first);
  } catch (error) {
    if (known !== undefined || !isRefusedArgument(error)) throw error;
    try {
      return await createIn(first === 'flat' ? 'wrapped' : 'flat');
    } catch (other) {
      // Refused in both forms, it was not for its form: the first answer says why.
      throw isRefusedArgument(other) ? error : other;
    }
  }
}

async function createAs(
  form: ContentForm,
  { id: send, plan }: SendJob,
  key: string,
  host: SendHost,
): Promise<string> {
  const flat = contentOf(plan, key);
  const wrapped = { [contentTypeByKind[plan.kind]]: flat };
  const input: CreateSignatureRequestInput = {
    draft: true,
    name: plan.name,
    // The wrapper's name and its content are of one kind by construction.
    content: (form === 'wrapped' ? wrapped : flat) as CreateSignatureRequestInput['content'],
    organization: plan.organizationId,
    nom151: plan.nom151,
  };
  const idempotencyKey = form === 'wrapped' ? `send-${send}-wrapped` : `send-${send}`;
  const made: unknown = await answerToChange(
    host.client.call('createSignatureRequest', { input, idempotencyKey, signal: host.signal }),
  );
  const id = madeIdOf(made, wrappers);
  if (id === undefined) throw unreadable('POST', '/signature-request', 'The answer names no request.');
  return id;
}

function contentOf(plan: SendPlan, key: string): ContentInput {
  switch (plan.kind) {
    case 'pdf':
      return { pdf: key };
    case 'json':
      return { json: key };
    case 'raw':
      return { raw: key };
    case 'IOU':
      if (!plan.iou) throw new Error('An IOU was planned without its fields.');
      return { ...plan.iou, raw: key };
  }
}

/**
 * Looks up the request that a create without a readable id made, by organization, time and name. A request that also
 * has the content key of this upload is the one; a different content proves nothing, because services need not answer
 * the key (gaps of the interface: content).
 *
 * @returns undefined when the service shows that there is none
 * @throws Ambiguous when the service has no list, when several requests match, or when too many were made meanwhile to
 *   be searched
 */
export async function findCreated(
  job: SendJob,
  key: string,
  host: SendHost,
  wasAnswered = false,
): Promise<string | undefined> {
  try {
    return await lookUp(() => look(job, key, host), job, host, wasAnswered);
  } catch (error) {
    if (!(error instanceof Ambiguous) || error.candidates.length > 0) throw error;
    throw new Ambiguous(await listRecentDrafts(job, host));
  }
}

const pageSize = 100;
const mostPages = 50;
const mostCandidates = 10;
/** Milliseconds by which the user's clock may be ahead: whole time zones, if the clock was set by hand. */
const clockAhead = 26 * 60 * 60_000;
/** Milliseconds by which two clocks that are synchronized over a network may differ. */
const clockApart = 5 * 60_000;

async function look(job: SendJob, key: string, host: SendHost): Promise<LookUpResult> {
  const { plan, progress, startedAt } = job;
  const { now = currentMillis } = host;
  const since = Date.parse(progress.since ?? progress.begunAt ?? startedAt);
  /** Milliseconds by which the service's clock is ahead, read once it matters; null when it does not report it. */
  let ahead: number | null | undefined;
  const others = (await host.others?.()) ?? new Set<string>();
  /** The same name, at about the time; and the same name at a time that only a clock set wrongly would explain. */
  const near = new Map<string, Candidate>();
  const far = new Map<string, Candidate>();
  let unclear = false;
  for (let page = 1; page <= mostPages; page += 1) {
    const rows = await listPage(job, page, pageSize, host);
    if (typeof rows === 'string') return rows;
    for (const row of rows) {
      const id = idOf(row);
      const name = isRecord(row) && typeof row.name === 'string' ? row.name : undefined;
      // A row with another name is another request, even if its other fields cannot be read.
      if (name !== undefined && !sameName(name, plan.name)) continue;
      if (id !== undefined && (id === progress.after || others.has(id))) continue;
      const content = compareContentKey(row, key);
      if (content === 'another' || isOfOther(row, plan)) continue;
      if (id === undefined || name === undefined) {
        unclear = true;
        continue;
      }
      if (content === 'this') return { found: id };
      const candidate = candidateOf(row, id);
      if (candidate.createdAt !== undefined) ahead ??= await clockOf(host);
      const made = Date.parse(candidate.createdAt ?? '') - (ahead ?? 0);
      // A service that reports no time was queried for newer requests alone.
      const inTime = Number.isNaN(made) || (made >= since - clockApart && made <= now() + clockApart);
      // Both clocks are known, so a request made at another time is another one.
      if (!inTime && ahead != null) continue;
      (inTime && isRecord(row) && row.draft !== false ? near : far).set(id, candidate);
    }
    const isPast = progress.after !== undefined && rows.some((row) => idOf(row) === progress.after);
    if (rows.length < pageSize || isPast) {
      if (unclear) return 'unclear';
      const [only] = near.keys();
      // A refused create made nothing: a single match by name would be the request of somebody else.
      if (only !== undefined && near.size === 1 && !progress.refused) return { found: only };
      const candidates = [...near.values(), ...far.values()].slice(0, mostCandidates);
      return candidates.length > 0 && !(progress.refused && near.size === 0) ? { candidates } : 'none';
    }
  }
  // Not every request could be searched.
  return 'unclear';
}

/** A page of the requests made since this send began, newest first; or why there is none. */
async function listPage(
  { plan, startedAt }: SendJob,
  page: number,
  size: number,
  host: SendHost,
): Promise<readonly unknown[] | 'unclear' | 'no-list'> {
  const query = {
    organization: { eq: plan.organizationId },
    createdAt: { gte: new Date(Date.parse(startedAt) - clockAhead).toISOString() },
    sort: { field: 'createdAt', order: 'desc' } as const,
    pagination: { page, size },
  };
  try {
    const answer: unknown = await host.client.call('listSignatureRequests', { query, signal: host.signal });
    return isRecord(answer) && Array.isArray(answer.results) ? answer.results : 'unclear';
  } catch (error) {
    if (isUnclear(error)) return 'unclear';
    if (isAbsent(error)) return 'no-list';
    throw error;
  }
}

/** The newest drafts that no other job made: a person may find the one in doubt among them. */
export async function listRecentDrafts(job: SendJob, host: SendHost): Promise<readonly Candidate[]> {
  const rows = await listPage(job, 1, 50, host).catch((error: unknown) => {
    if (error instanceof ApiError && error.kind !== 'cancelled') return 'unclear' as const;
    throw error;
  });
  if (typeof rows === 'string') return [];
  const others = (await host.others?.()) ?? new Set<string>();
  const drafts = rows.flatMap((row) => {
    const id = idOf(row);
    const isDraft = isRecord(row) && row.draft !== false;
    return id !== undefined && isDraft && !others.has(id) ? [candidateOf(row, id)] : [];
  });
  return drafts.slice(0, mostCandidates);
}

function candidateOf(row: unknown, id: string): Candidate {
  const { name, createdAt } = isRecord(row) ? row : {};
  return {
    id,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof createdAt === 'string' ? { createdAt } : {}),
  };
}

const sameName = (a: string, b: string): boolean => a.normalize().trim() === b.normalize().trim();

/** Milliseconds by which the service's clock is ahead of this one; null when the service does not report its time. */
async function clockOf({ client, now = currentMillis, signal }: SendHost): Promise<number | null> {
  try {
    const { time } = await client.call('readServerTime', { signal });
    const ahead = Date.parse(time ?? '') - now();
    return Number.isNaN(ahead) ? null : ahead;
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'cancelled') return null;
    throw error;
  }
}

/** Whether a row belongs to another organization. Services may ignore the filter. */
function isOfOther(row: unknown, { organizationId }: SendPlan): boolean {
  const organization = isRecord(row) ? row.organization : undefined;
  const id = typeof organization === 'string' ? organization : idOf(organization);
  return id !== undefined && id !== organizationId;
}

/**
 * Compares the content key of a request with the one of this upload; undefined when the request does not show its key.
 * An address, a text or a part of the key shows nothing.
 */
function compareContentKey(request: unknown, key: string): 'this' | 'another' | undefined {
  if (!isRecord(request) || !isRecord(request.content)) return undefined;
  const values = Object.entries(request.content).flatMap(([name, value]) =>
    name === 'pdf' || name === 'json' || name.startsWith('raw') ? [value] : [],
  );
  if (values.includes(key)) return 'this';
  const root = key.split('/', 1)[0] ?? '';
  const isKey = (value: unknown): boolean =>
    typeof value === 'string' &&
    root !== key &&
    value.startsWith(`${root}/`) &&
    !value.startsWith(key) &&
    !key.startsWith(value);
  return values.length > 0 && values.every(isKey) ? 'another' : undefined;
}
