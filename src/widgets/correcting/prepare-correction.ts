import type { QueryClient } from '@tanstack/react-query';
import { invalidate } from '#client/queries/invalidate.ts';
import { currentTime } from '#clock/clock.ts';
import { isAbsent } from '#client/session/capabilities.ts';
import type { Client } from '#client/http/client.ts';
import { ApiError } from '#client/http/errors.ts';
import { content, documentDigest } from '#client/families/requests/content.ts';
import { loadById } from '#client/queries/hydration.ts';
import { contentKeyOf, inviteStatus, rejectionDate } from '#client/queries/reading.ts';
import { newDraft, type Corrects, type Draft, type NotCopied } from '#jobs/drafts/draft-shape.ts';
import { drafts } from '#jobs/drafts/drafts.ts';
import { underLock } from '#jobs/engine/locks.ts';
import { faults } from '#contract/operations/errors.ts';
import { contentKind } from '#contract/resources/kinds.ts';
import type { SignatureRequest, Subject } from '#contract/resources/resources.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { documentFileName } from '../files/document-file-name.ts';

/** People of a request by their ids, where its invites name them by id alone. */
type People = Readonly<Record<string, Subject>>;

/**
 * Makes a draft in this browser that corrects a rejected request, filled from it; or finds the one that does already,
 * as it stands. What cannot be copied is noted in the draft, and nothing else is lost by it.
 *
 * @returns its id
 * @throws what the browser says when it stores nothing
 */
export function prepareCorrection(
  client: Client,
  queries: QueryClient,
  rejected: SignatureRequest,
  people: People = {},
): Promise<string> {
  const { scope } = client;
  const store = drafts(scope);
  const id = rejected.id ?? '';
  // Two presses, also in two tabs, make one draft.
  return underLock(`testigo-correct ${scope} ${id}`, 'exclusive', async () => {
    const known = await queries.query(store.list());
    const begun = known.find(({ corrects }) => corrects?.id === id);
    if (begun) return begun.id;
    const draft = await draftFrom(client, queries, rejected, people);
    await store.write(draft);
    await invalidate(queries, store.key);
    return draft.id;
  });
}

async function draftFrom(
  client: Client,
  queries: QueryClient,
  rejected: SignatureRequest,
  known: People,
): Promise<Draft> {
  const people = await withNames(client, rejected, known);
  const fresh = newDraft(client.scope);
  const name = visibleName(rejected.name) ?? '';
  const document = await documentOf(client, queries, rejected, fresh);
  const signers = signersOf(rejected, people);
  return {
    ...fresh,
    ...document.part,
    name,
    signers: signers.known,
    nom151: rejected.nom151 === true,
    corrects: {
      id: rejected.id ?? '',
      name,
      ...rejectionOf(rejected, people),
      ...(document.sha256 === undefined ? {} : { sha256: document.sha256 }),
      notCopied: [...document.notCopied, ...(signers.areAll ? [] : (['signers'] as const))],
    },
    updatedAt: currentTime().toISOString(),
  };
}

interface Copied {
  readonly part: Partial<Draft>;
  readonly notCopied: readonly NotCopied[];
  /** Of the file that was copied. */
  readonly sha256?: string | undefined;
}

async function documentOf(
  client: Client,
  queries: QueryClient,
  rejected: SignatureRequest,
  { scope }: Draft,
): Promise<Copied> {
  const kind = contentKind(rejected.content);
  const iou = kind === 'IOU' ? iouOf(rejected) : undefined;
  const empty: Copied['part'] = iou ? { kind: 'iou', iou: iou.fields } : {};
  const fieldsMissing: readonly NotCopied[] = iou && !iou.isWhole ? ['iou'] : [];
  const without = (reason: NotCopied): Copied => ({ part: empty, notCopied: [reason, ...fieldsMissing] });
  const read = await readBytes(client, queries, rejected);
  if (typeof read === 'string') return without(read);
  const text = kind === 'IOU' || kind === 'raw' ? await textOf(read) : undefined;
  if (iou && text === undefined) return without('document-unread');
  if (iou)
    return { part: { kind: 'iou', iou: { ...iou.fields, text: text ?? '' } }, notCopied: fieldsMissing };
  if (text !== undefined) return { part: { kind: 'text', text }, notCopied: [] };
  const fileId = crypto.randomUUID();
  const fileName = documentFileName(visibleName(rejected.name) ?? '', rejected.content);
  const type = kind === 'pdf' ? 'application/pdf' : kind === 'json' ? 'application/json' : read.type;
  const file = new File([read], fileName, { type });
  try {
    await drafts(scope).writeFile(fileId, file);
  } catch {
    return without('document-no-room');
  }
  return {
    part: { kind: 'file', file: { name: file.name, type, size: file.size }, fileId },
    notCopied: [],
    // Without it, the composer only cannot say that the document is the same.
    sha256: await queries.query(documentDigest(read)).catch(() => undefined),
  };
}

/** The document's bytes, checked against the hash that was witnessed where there is one; or why there are none. */
async function readBytes(
  client: Client,
  queries: QueryClient,
  rejected: SignatureRequest,
): Promise<Blob | NotCopied> {
  const key = contentKeyOf(rejected);
  if (key === undefined) return 'document-missing';
  try {
    const bytes = await queries.query(content(client).bytes(key));
    if (bytes.size === 0) return 'document-missing';
    const witnessed = rejected.witness?.hash?.toLowerCase();
    if (witnessed === undefined) return bytes;
    return (await queries.query(documentDigest(bytes))) === witnessed ? bytes : 'document-damaged';
  } catch (error) {
    if (!(error instanceof ApiError)) return 'document-unread';
    // The service compares what it stores with the digest of the upload, and says so itself (Rule CO-3).
    const codes = error.messages.map(({ code }) => code);
    if (codes.includes(faults['content-damaged'].code)) return 'document-damaged';
    const isGone = isAbsent(error) || codes.includes(faults['content-missing'].code);
    return isGone ? 'document-missing' : 'document-unread';
  }
}

/** Texts beyond this are taken over as files: nobody edits them in a form. */
const longestText = 200_000;

/** Bytes that a text field gives back as they are. */
async function textOf(bytes: Blob): Promise<string | undefined> {
  if (bytes.size > longestText) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await bytes.arrayBuffer());
    // A form writes line ends its own way.
    return text.includes('\r') || text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function iouOf({ content: given }: SignatureRequest): {
  fields: NonNullable<Draft['iou']>;
  isWhole: boolean;
} {
  const { amount, currency, latitude, longitude, debtor, creditor } = given ?? {};
  const idOf = (party: typeof debtor): string | undefined =>
    (typeof party === 'string' ? party : party?.id) ?? undefined;
  const decimal = (value: typeof amount): string => (value == null ? '' : String(value));
  const fields = {
    amount: decimal(amount),
    currency: currency ?? 'MXN',
    debtor: idOf(debtor),
    creditor: idOf(creditor),
    latitude: decimal(latitude),
    longitude: decimal(longitude),
    text: '',
  };
  const known = [amount, currency, latitude, longitude, fields.debtor, fields.creditor];
  return { fields, isWhole: known.every((value) => value != null) };
}

/** A press may come before the names of a list: those that are missing are read, as far as the service gives them. */
async function withNames(client: Client, { invites }: SignatureRequest, known: People): Promise<People> {
  const nameless = (invites ?? []).flatMap(({ subject }) =>
    subject?.id && nameIn(known, subject) === undefined ? [subject.id] : [],
  );
  const read = await Promise.all(
    nameless.map((id) => loadById(client, 'listSubjects', id).catch(() => null)),
  );
  const found = read.flatMap((subject) => (subject?.id ? [[subject.id, subject] as const] : []));
  return { ...known, ...Object.fromEntries(found) };
}

const nameIn = (people: People, subject: Subject | null | undefined): string | undefined =>
  visibleName(people[subject?.id ?? '']?.commonName ?? subject?.commonName) ?? undefined;

function signersOf(
  { invites }: SignatureRequest,
  people: People,
): { known: Draft['signers']; areAll: boolean } {
  const known = (invites ?? []).flatMap(({ subject }) =>
    subject?.id ? [{ id: subject.id, name: nameIn(people, subject) ?? '' }] : [],
  );
  return { known, areAll: known.length === invites?.length };
}

function rejectionOf(request: SignatureRequest, people: People): Pick<Corrects, 'by' | 'rejectedAt'> {
  const rejecting = (request.invites ?? []).filter((invite) => inviteStatus(invite) === 'REJECTED');
  const at = rejectionDate(request);
  return {
    by: rejecting.flatMap(({ subject }) => nameIn(people, subject) ?? []),
    ...(at ? { rejectedAt: at } : {}),
  };
}
