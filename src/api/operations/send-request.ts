import type { CreateSignatureRequestInput } from '#contract/operations.ts';
import type { ContentKind } from '#contract/kinds.ts';
import type { ContentInput } from '#contract/signature-request.ts';
import { contentTypeByKind } from '#contract/kinds.ts';
import { isAbsent } from '../capabilities.ts';
import type { Client } from '../client.ts';
import type { Connection } from '../connection.ts';
import { ApiError, type ErrorKind, type RequestLine, type ServiceMessage } from '../errors.ts';
import { putFile } from '../files/upload.ts';

/** What is to be sent. Everything that a repeat needs, except the file's bytes. */
export interface SendPlan {
  readonly name: string;
  readonly organizationId: string;
  readonly kind: ContentKind;
  /** Path under which the service files the bytes. */
  readonly filePath: string;
  readonly md5: string;
  readonly size: number;
  readonly iou?: Omit<Extract<ContentInput, { debtor: string }>, 'raw'>;
  /** Why an IOU was sent whose text does not agree with its fields: kept with the operation, not sent. */
  readonly disagreement?: string;
  readonly nom151: boolean;
  /** Leave it as a draft on the service. */
  readonly keepAsDraft: boolean;
  readonly signers: readonly { id: string; name: string }[];
}

/** How far it came. Only facts that the service acknowledged stand here. */
export interface SendProgress {
  readonly key?: string;
  /** Creating was begun: an answer that never came is looked up before it is repeated. */
  readonly creating?: true;
  readonly requestId?: string;
  /** Invite ids by subject id. */
  readonly invited: Readonly<Record<string, string>>;
  /** Whose invite was begun: an answer that never came is looked up before it is repeated. */
  readonly inviting?: string;
  readonly sent?: true;
}

export type SendStep = 'upload' | 'create' | 'invite' | 'send';

export interface SendFailure {
  readonly step: SendStep;
  /** `ambiguous`: a create whose answer never came, on a service that cannot be asked what became of it. */
  readonly kind: ErrorKind | 'file-missing' | 'ambiguous' | 'defect';
  readonly subjectId?: string;
  readonly messages: readonly ServiceMessage[];
  readonly request?: RequestLine;
}

/** One send: a journal entry that survives reload. */
export interface SendOperation {
  readonly id: string;
  readonly scope: string;
  readonly plan: SendPlan;
  readonly progress: SendProgress;
  readonly status: 'running' | 'failed' | 'done';
  readonly step: SendStep;
  readonly failure?: SendFailure;
  readonly startedAt: string;
  readonly updatedAt: string;
}

/** What the machine needs of its surroundings. */
export interface SendHost {
  readonly client: Client;
  readonly connection: Connection;
  readonly fetch: typeof fetch;
  /** The bytes, by operation id. */
  readonly readFile: (id: string) => Promise<Blob | undefined>;
  /** Keeps the entry before anything that follows from it is done. */
  readonly write: (operation: SendOperation) => Promise<void>;
  readonly signal?: AbortSignal;
}

export function beginSend(id: string, scope: string, plan: SendPlan): SendOperation {
  const now = new Date().toISOString();
  return {
    id,
    scope,
    plan,
    progress: { invited: {} },
    status: 'running',
    step: 'upload',
    startedAt: now,
    updatedAt: now,
  };
}

/**
 * Runs a send to its end or to its first failure, from wherever it stands: upload, create as a draft,
 * invite everyone, then send. Signers see nothing until the last step, so a send that stops half-way has
 * invited nobody by accident. Calling it again after a failure repeats nothing that was acknowledged.
 */
export async function runSend(begun: SendOperation, host: SendHost): Promise<SendOperation> {
  let operation: SendOperation = { ...withoutFailure(begun), status: 'running' };
  const keep = async (part: Partial<SendOperation>): Promise<void> => {
    operation = { ...operation, ...part, updatedAt: new Date().toISOString() };
    await host.write(operation);
  };
  const advance = (progress: Partial<SendProgress>): Promise<void> =>
    keep({ progress: { ...operation.progress, ...progress } });
  let subjectId: string | undefined;
  try {
    await keep({ step: 'upload' });
    if (operation.progress.key === undefined) await advance({ key: await upload(operation, host) });
    await keep({ step: 'create' });
    if (operation.progress.requestId === undefined) {
      const settled = operation.progress.creating ? await findCreated(operation, host) : undefined;
      if (settled === undefined) await advance({ creating: true });
      await advance({ requestId: settled ?? (await create(operation, host)) });
    }
    await keep({ step: 'invite' });
    for (const signer of operation.plan.signers) {
      if (operation.progress.invited[signer.id] !== undefined) continue;
      subjectId = signer.id;
      const begun = operation.progress.inviting === signer.id;
      const lookup = begun ? await findInvite(operation, signer.id, host) : undefined;
      const settled = typeof lookup === 'object' ? lookup.found : undefined;
      if (!begun) await advance({ inviting: signer.id });
      const invite = settled ?? (await inviteOnce(operation, signer.id, host));
      await advance({ invited: { ...operation.progress.invited, [signer.id]: invite } });
    }
    subjectId = undefined;
    if (!operation.plan.keepAsDraft) {
      await keep({ step: 'send' });
      await host.client.call('updateSignatureRequest', {
        params: { id: operation.progress.requestId ?? '' },
        input: { draft: false },
        signal: host.signal,
      });
      await advance({ sent: true });
    }
    await keep({ status: 'done' });
  } catch (error) {
    await keep({ status: 'failed', failure: failureOf(operation.step, error, subjectId) });
  }
  return operation;
}

function withoutFailure(operation: SendOperation): SendOperation {
  const { failure: _old, ...rest } = operation;
  return rest;
}

async function upload({ id, plan }: SendOperation, host: SendHost): Promise<string> {
  const file = await host.readFile(id);
  if (!file) throw new FileMissing();
  const { url, key } = await host.client.call('signFileUrl', {
    query: { filePath: plan.filePath, md5Checksum: plan.md5 },
    signal: host.signal,
  });
  const ownOrigin = new URL(host.connection.baseUrl).origin;
  await putFile(host.fetch, url, file, plan.md5, { ownOrigin, signal: host.signal });
  return key;
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

async function create({ plan, progress }: SendOperation, host: SendHost): Promise<string> {
  const flat = contentOf(plan, progress.key ?? '');
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
  const made = await host.client.call('createSignatureRequest', { input, signal: host.signal });
  if (!made.id)
    throw new ApiError('unreadable', {
      method: 'POST',
      path: '/signature-request',
      at: new Date().toISOString(),
    });
  return made.id;
}

/**
 * Whether a create whose answer never came did happen: the content key is of this send alone, so a request
 * that carries it is the one.
 *
 * @returns undefined when the service says that there is none
 */
async function findCreated(
  { plan, progress, startedAt }: SendOperation,
  host: SendHost,
): Promise<string | undefined> {
  const since = new Date(Date.parse(startedAt) - 10 * 60_000).toISOString();
  for (let page = 1; page <= mostPages; page += 1) {
    const query = {
      organization: { eq: plan.organizationId },
      createdAt: { gte: since },
      sort: { field: 'createdAt', order: 'desc' } as const,
      pagination: { page, size: pageSize },
    };
    const { results } = await host.client
      .call('listSignatureRequests', { query, signal: host.signal })
      .catch((error: unknown) => {
        throw isAbsent(error) ? new Ambiguous() : error;
      });
    const found = results?.find(({ content }) => content && Object.values(content).includes(progress.key));
    if (found?.id) return found.id;
    if ((results?.length ?? 0) < pageSize) return undefined;
  }
  // More was made meanwhile than can be looked through: that none is this one is not known.
  throw new Ambiguous();
}

const pageSize = 100;
const mostPages = 50;

type Lookup = { readonly found: string | undefined } | 'no-list';

/** The invite of this person to the request, where the service has a list to look it up in. */
async function findInvite({ progress }: SendOperation, subject: string, host: SendHost): Promise<Lookup> {
  const query = { signatureRequest: { eq: progress.requestId ?? '' }, subject: { eq: subject } };
  try {
    const { results } = await host.client.call('listInvites', { query, signal: host.signal });
    return { found: results?.[0]?.id ?? undefined };
  } catch (error) {
    if (isAbsent(error)) return 'no-list';
    throw error;
  }
}

/** Invites, or finds the invite that an unanswered earlier try made. */
async function inviteOnce(operation: SendOperation, subject: string, host: SendHost): Promise<string> {
  const signatureRequest = operation.progress.requestId ?? '';
  try {
    const invite = await host.client.call('createInvite', {
      input: { signatureRequest, subject },
      signal: host.signal,
    });
    return invite.id ?? '';
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'conflict') throw error;
    const lookup = await findInvite(operation, subject, host);
    // This request is our own draft, so the only conflict it can have is that the invite exists.
    if (lookup === 'no-list') return 'unknown';
    if (lookup.found === undefined) throw error;
    return lookup.found;
  }
}

class FileMissing extends Error {}
class Ambiguous extends Error {}

/** The reader looked and says that the request was not made: creating it again is then right. */
export function createAgain(operation: SendOperation): SendOperation {
  const { creating: _begun, ...progress } = operation.progress;
  return { ...operation, progress };
}

/** Goes on without these people, unless they are invited already: that cannot be taken back. */
export function leaveOut(operation: SendOperation, subjects: readonly string[]): SendOperation {
  const { plan, progress } = operation;
  const signers = plan.signers.filter(
    ({ id }) => !subjects.includes(id) || progress.invited[id] !== undefined,
  );
  return { ...operation, plan: { ...plan, signers } };
}

function failureOf(step: SendStep, error: unknown, subjectId: string | undefined): SendFailure {
  const about = { step, ...(subjectId === undefined ? {} : { subjectId }) };
  if (error instanceof ApiError)
    return { ...about, kind: error.kind, messages: error.messages, request: error.request };
  if (error instanceof Ambiguous) return { ...about, kind: 'ambiguous', messages: [] };
  if (error instanceof FileMissing) return { ...about, kind: 'file-missing', messages: [] };
  return {
    ...about,
    kind: 'defect',
    messages: [{ message: error instanceof Error ? error.message : String(error) }],
  };
}
