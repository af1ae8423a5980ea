import { contentTypeByKind } from '#contract/kinds.ts';
import type { CreateSignatureRequestInput } from '#contract/operations.ts';
import type { ContentInput } from '#contract/signature-request.ts';
import { isAbsent } from '../capabilities.ts';
import { asked, idOf, isRecord, isUnclear, lookUp, unreadable, type Sight } from './send-outcome.ts';
import type { SendHost, SendOperation, SendPlan } from './send-operation.ts';

/**
 * Creates the request as a draft.
 *
 * @returns its id
 * @throws ApiError; `unreadable` is neither yes nor no
 */
export async function create(operation: SendOperation, key: string, host: SendHost): Promise<string> {
  const { plan } = operation;
  const flat = contentOf(plan, key);
  const wrapped = { [contentTypeByKind[plan.kind]]: flat };
  const input: CreateSignatureRequestInput = {
    draft: true,
    name: plan.name,
    // The wrapper's name and its content are of one kind by construction.
    content: (host.connection.contentForm === 'wrapped'
      ? wrapped
      : flat) as CreateSignatureRequestInput['content'],
    organization: plan.organizationId,
    nom151: plan.nom151,
  };
  const idempotencyKey = `send-${operation.id}`;
  const made: unknown = await asked(
    host.client.call('createSignatureRequest', { input, idempotencyKey, signal: host.signal }),
  );
  const id = idOf(made);
  if (id === undefined) throw unreadable('POST', '/signature-request', 'The answer names no request.');
  if (keySaid(made, key) === 'another')
    throw unreadable('POST', '/signature-request', 'The answer is of another content.');
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
 * Whether a create whose answer never came did happen: the content key is of this send alone, so a request
 * that carries it is the one.
 *
 * @returns undefined when the service says that there is none
 * @throws Ambiguous when the service has no list, or more was made meanwhile than can be looked through
 */
export function findCreated(
  operation: SendOperation,
  key: string,
  host: SendHost,
  wasAnswered = false,
): Promise<string | undefined> {
  return lookUp(() => look(operation, key, host), operation, host, wasAnswered);
}

const pageSize = 100;
const mostPages = 50;
/** How far the reader's clock may be ahead: whole time zones, where the clock was set by hand. */
const clockAhead = 26 * 60 * 60_000;

async function look(
  { plan, progress, startedAt }: SendOperation,
  key: string,
  host: SendHost,
): Promise<Sight> {
  let unclear = false;
  for (let page = 1; page <= mostPages; page += 1) {
    const query = {
      organization: { eq: plan.organizationId },
      createdAt: { gte: new Date(Date.parse(startedAt) - clockAhead).toISOString() },
      sort: { field: 'createdAt', order: 'desc' } as const,
      pagination: { page, size: pageSize },
    };
    let results: unknown;
    try {
      ({ results } = await host.client.call('listSignatureRequests', { query, signal: host.signal }));
    } catch (error) {
      if (isUnclear(error)) return 'unclear';
      if (isAbsent(error)) return 'no-list';
      throw error;
    }
    if (!Array.isArray(results)) return 'unclear';
    const rows: readonly unknown[] = results;
    for (const row of rows) {
      const said = keySaid(row, key);
      const found = said === 'this' ? idOf(row) : undefined;
      if (found !== undefined) return { found };
      // What has another name is another request, whatever else cannot be read of it.
      if (said === 'this' || (said === undefined && mayBe(row, plan))) unclear = true;
    }
    const isPast = progress.after !== undefined && rows.some((row) => idOf(row) === progress.after);
    if (rows.length < pageSize || isPast) return unclear ? 'unclear' : 'none';
  }
  // That none is this one is not known.
  return 'unclear';
}

/** Whose content a request says that it has; undefined: it does not say. */
function keySaid(request: unknown, key: string): 'this' | 'another' | undefined {
  if (!isRecord(request) || !isRecord(request.content)) return undefined;
  const values = Object.entries(request.content).flatMap(([name, value]) =>
    name === 'pdf' || name === 'json' || name.startsWith('raw') ? [value] : [],
  );
  if (values.includes(key)) return 'this';
  return values.length > 0 && values.every((value) => typeof value === 'string') ? 'another' : undefined;
}

function mayBe(row: unknown, { name }: SendPlan): boolean {
  return !isRecord(row) || typeof row.name !== 'string' || row.name === name;
}
