import { CancelledError, type QueryClient } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import { isAbsent, offers, type Capabilities } from '#client/session/capabilities.ts';
import type { Client } from '#client/http/client.ts';
import { ApiError } from '#client/http/errors.ts';
import { content } from '#client/families/requests/content.ts';
import { endorseEvents } from '#client/families/tokens/endorse-events.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { stamps } from '#client/families/requests/stamps.ts';
import { isStub, loadById, type HydratedList } from '#client/queries/hydration.ts';
import { contentKeyOf, isUnread, strategies, unreadFields } from '#client/queries/reading.ts';
import type {
  SignatureRequest,
  SignatureRequestInvite,
  Subject,
  Witness,
} from '#contract/resources/resources.ts';
import { readHex, toBase64, toHex } from '#proofs/encoding/bytes.ts';
import { ProofError, unreadable } from '#proofs/errors.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { unloadedPieces, type InviteFacts, type WitnessFacts } from '#proofs/evidence/facts.ts';
import { sha256 } from '#proofs/encoding/hash.ts';
import type { Json } from '#proofs/encoding/json.ts';
import { readEventFacts, readInviteFacts, readWitnessFacts } from '#proofs/evidence/read-facts.ts';
import type { Piece as UnreadPiece } from '../../report/unread.ts';
import { follow, type Collecting } from './collecting.ts';

/** What a service gave of a case, and what of it could not be had. */
export interface Collected {
  readonly evidence: Evidence;
  /** The witnessed document's bytes, where the service gives them. */
  readonly document: Blob | undefined;
  readonly request: SignatureRequest | undefined;
  /** Invites in the order of `evidence.invites`. */
  readonly invites: readonly SignatureRequestInvite[];
  readonly gaps: readonly Gap[];
}

/** Evidence that the service names and did not give, or that came in a form that cannot be read. */
export interface Gap {
  readonly what: UnreadPiece;
  /** Whose, where it is one of several. */
  readonly id?: string;
  /** The signer whom it is of, by their place in the request. */
  readonly at?: number;
  readonly error: unknown;
}

export interface Source {
  readonly client: Client;
  readonly capabilities: Capabilities;
  /** What was read once is not requested again. */
  readonly cache: QueryClient;
}

export interface CollectOptions {
  readonly withDocument?: boolean;
  /** Given what has arrived, each time that more has. */
  readonly onProgress?: (sofar: Collecting) => void;
}

/**
 * Everything that a service has about a witness, of a document or of a signature: its request, signatures with their certificates and
 * witnesses, time-stamp tokens, events of its token. Reading establishes nothing: all of it is evidence to be checked.
 * A piece that fails is a gap and stops nothing else.
 */
export async function collectWitness(
  source: Source,
  witness: Witness,
  { withDocument = true, onProgress }: CollectOptions = {},
): Promise<Collected> {
  const progress = follow(onProgress ?? (() => undefined));
  // What needs no answer of another question is requested at once; gaps are put in one order, whatever came first.
  const ofRequest: Gap[] = [];
  const ofFacts: Gap[] = [];
  const ofInvites: Gap[] = [];
  const ofEvents: Gap[] = [];
  const ofDocument: Gap[] = [];
  progress.expect('witness');
  if (witness.signatureRequest?.id) progress.expect('request');
  const hasEvents = (witness.endorsable?.id ?? undefined) !== undefined;
  if (hasEvents) progress.expect('events');
  const reading = {
    facts: witnessFacts(source, witness, ofFacts).then((facts) => {
      progress.arrive('witness', facts && { witnessFacts: facts });
      return facts;
    }),
    events: eventsOf(source, witness, ofEvents).then((events) => {
      if (hasEvents) progress.arrive('events', events && {});
      return events;
    }),
  };
  const request = await requestOf(source, witness, ofRequest);
  progress.arrive('request', ofRequest.length === 0 ? {} : undefined);
  const given = request?.invites ?? [];
  const wholeInvite = (reported: SignatureRequestInvite, at: number) =>
    whole(source, 'listInvites', reported, { what: 'invite', at }, ofInvites);
  let of = request ? subjectOf(witness, request, given) : { is: 'document' as const };
  let requested: readonly SignatureRequestInvite[] | undefined;
  if (of.is !== 'signature') given.forEach((_, at) => progress.expect('invite', at));
  if (request && of.is === 'unknown') {
    requested = await Promise.all(given.map(wholeInvite));
    of = subjectOf(witness, request, requested, true);
  }
  progress.know(of.is === 'signature' ? 'signature' : 'document');
  if (request) noteUnreadInvites(request, ofRequest);
  if (of.is === 'signature') {
    // Its request is the document's: neither the document nor the other signatures are about this hash.
    const [facts, ofSignature] = await Promise.all([
      reading.facts,
      signatureFacts(source, of.own, ofInvites),
    ]);
    const { hasSigner, ...witnessed } = ofSignature;
    const isSignerUnloaded = of.own ? !hasSigner : (requested ?? given).some(isStub);
    const absent = unloadedOf(hasFailed(ofRequest), isSignerUnloaded, !facts);
    const evidence = { ...(facts && { witness: facts }), ...witnessed, ...absent };
    const gaps = [...ofRequest, ...ofInvites, ...ofFacts];
    return { evidence, document: undefined, request: undefined, invites: [], gaps };
  }
  const readOne = async (reported: SignatureRequestInvite, at: number) => {
    const whole = requested?.[at] ?? (await wholeInvite(reported, at));
    const one = await readInvite(source, whole, at, ofInvites);
    const { invite, facts } = one;
    progress.arrive('invite', facts && { signed: [{ at, invite, facts }] }, at);
    return one;
  };
  const readDocument = async () => {
    if (!withDocument || !request || contentKeyOf(request) === undefined) return undefined;
    progress.expect('document');
    const bytes = await documentOf(source, request, ofDocument);
    progress.arrive('document', bytes && { bytes });
    return bytes;
  };
  const [facts, read, events, document] = await Promise.all([
    reading.facts,
    Promise.all(given.map(readOne)),
    reading.events,
    readDocument(),
  ]);
  const invites = read.map(({ invite }) => invite);
  // One that cannot be read keeps its place: nothing is known of it but who it is.
  const inviteFacts = read.map(({ invite, facts }) => facts ?? { ...(invite.id && { id: invite.id }) });
  const gaps = [...ofRequest, ...ofInvites, ...ofFacts, ...ofEvents, ...ofDocument];
  const isNamed = [witness, request?.witness].some((one) => one?.id ?? one?.hash);
  const isWitnessUnread =
    isUnread(witness, 'hash') || (request !== undefined && isUnread(request, 'witness'));
  return {
    evidence: {
      ...(facts && { witness: facts }),
      ...(inviteFacts.length > 0 && { invites: inviteFacts }),
      ...unloadedOf(hasFailed(ofRequest), false, !facts && (isNamed || isWitnessUnread)),
      ...(events && { events }),
    },
    document,
    request,
    invites,
    gaps,
  };
}

/** Which of the pieces, in their order, is not here. */
function unloadedOf(...absent: readonly boolean[]): Pick<Evidence, 'unloaded'> {
  const unloaded = unloadedPieces.filter((_, at) => absent[at]);
  return unloaded.length > 0 ? { unloaded } : {};
}

/** What a witness is of; unknown while the invites of its request are known by their ids alone. */
type WitnessSubject =
  | { readonly is: 'document' | 'unknown' }
  /** @param own the invite of the signature, where it was found */
  | { readonly is: 'signature'; readonly own: SignatureRequestInvite | undefined };

/**
 * The signature that a witness is of, where it is of one: the request's document has another witness, or the hash is that
 * of an invite's signature. A request that is still open has no witness of its document yet, so its absence says nothing.
 *
 * @param areWhole nothing more can be learnt about the invites
 */
function subjectOf(
  witness: Witness,
  request: SignatureRequest,
  invites: readonly SignatureRequestInvite[],
  areWhole = !invites.some(isStub),
): WitnessSubject {
  const documentId = request.witness?.id;
  if (documentId && documentId === witness.id) return { is: 'document' };
  const own = invites.find(
    (invite) =>
      (invite.witness?.id !== undefined && invite.witness.id === witness.id) ||
      isHashOf(witness.hash, invite.signature),
  );
  if (own) return { is: 'signature', own };
  if (!areWhole) return { is: 'unknown' };
  return documentId ? { is: 'signature', own } : { is: 'document' };
}

/** Whose signature it is: the time-stamp of the witness must be by somebody else. */
async function signatureFacts(
  source: Source,
  own: SignatureRequestInvite | undefined,
  gaps: Gap[],
): Promise<Pick<Evidence, 'signature' | 'signers'> & { hasSigner: boolean }> {
  if (!own) return { signature: {}, hasSigner: false };
  const { witness: _, ...unwitnessed } = own;
  const certified = await withCertificate(source, unwitnessed, gaps);
  const facts = await inviteFactsOf(certified, undefined, gaps);
  return {
    signature: own.signature ? { signature: own.signature } : {},
    hasSigner: facts !== undefined && !isStub(certified.certificate),
    ...(facts?.certificate && { signers: [facts.certificate] }),
  };
}

/** An invite with its certificate and issuer, filled in where the service gives them apart. */
async function withCertificate<T extends SignatureRequestInvite>(
  source: Source,
  invite: T,
  gaps: Gap[],
): Promise<T> {
  const certificate =
    invite.certificate &&
    (await whole(source, 'listCertificates', invite.certificate, { what: 'certificate' }, gaps));
  const issuer =
    certificate?.issuer && (await whole(source, 'listIssuers', certificate.issuer, { what: 'issuer' }, gaps));
  return { ...invite, ...(certificate && { certificate: { ...certificate, ...(issuer && { issuer }) } }) };
}

/** Whether the hash is the SHA-256 of a signature; what is no hex is no signature. */
function isHashOf(hash: string | null | undefined, signature: string | null | undefined): boolean {
  if (!hash || !signature) return false;
  try {
    return toHex(sha256(readHex(signature, 'signature', maxSignature))) === hash.toLowerCase();
  } catch (error) {
    if (error instanceof ProofError) return false;
    throw error;
  }
}

/** Bytes of the signature of the longest key that is checked, 16384 bits, and a few more. */
const maxSignature = 2100;

/** Runs one reading; what goes wrong with it becomes a gap. */
export async function piece<T>(
  gaps: Gap[],
  gap: Omit<Gap, 'error'>,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    // Somebody on the page had requested the same and left: that stops their reading, not this one.
    if (error instanceof CancelledError) return piece(gaps, gap, read);
    gaps.push({ ...gap, error });
    return undefined;
  }
}

async function requestOf(
  { client, capabilities, cache }: Source,
  witness: Witness,
  gaps: Gap[],
): Promise<SignatureRequest | undefined> {
  const { signatureRequest: reported } = witness;
  const id = reported?.id;
  if (!id) {
    if (isUnread(witness, 'signatureRequest') || (reported && isUnread(reported, 'id')))
      gaps.push({ what: 'request', error: unreadable('signatureRequest', 'as the interface says') });
    return undefined;
  }
  if (!offers(capabilities, 'listSignatureRequests')) return reported;
  const whole = await piece(gaps, { what: 'request', id }, () =>
    cache.query({ ...signatureRequests(client).one(id), staleTime: 5_000 }),
  );
  return whole ?? reported;
}

function noteUnreadInvites(request: SignatureRequest, gaps: Gap[]): void {
  if (isUnread(request, 'invites'))
    gaps.push({
      what: 'request',
      ...(request.id && { id: request.id }),
      error: unreadable('invites', 'a list, as the interface says'),
    });
}

/** An invite with what it names, and what it establishes. Its witness is read on while its certificate is. */
async function readInvite(
  source: Source,
  invite: SignatureRequestInvite,
  at: number,
  gaps: Gap[],
): Promise<{ invite: SignatureRequestInvite; facts: InviteFacts | undefined }> {
  const own: Gap[] = [];
  const ofSubject: Gap[] = [];
  const ofItsWitness: Gap[] = [];
  const ofWitness = async () => {
    const witness =
      invite.witness &&
      (await whole(source, 'listWitnesses', invite.witness, { what: 'witness' }, ofItsWitness));
    return { witness, facts: witness ? await witnessFacts(source, witness, ofItsWitness) : undefined };
  };
  const [{ witness, facts: witnessed }, subject, certified] = await Promise.all([
    ofWitness(),
    invite.subject && whole(source, 'listSubjects', invite.subject, { what: 'subject' }, ofSubject),
    withCertificate(source, invite, own),
  ]);
  const read = { ...certified, ...(witness && { witness }), ...(subject && { subject }) };
  own.push(...ofItsWitness, ...ofSubject);
  const facts = await inviteFactsOf(read, witnessed, own);
  gaps.push(...own.map((gap) => ({ ...gap, at })));
  return { invite: read, facts };
}

/** Something could not be read; what the service says that it does not have is not there. */
const hasFailed = (gaps: readonly Gap[]): boolean => gaps.some(({ error }) => !isAbsent(error));

/** A nested resource that came as `{id}`, filled in where the service lists its kind (Rule WI-14). */
async function whole<T extends object>(
  { client, capabilities }: Source,
  list: HydratedList,
  reported: T,
  gap: Pick<Gap, 'what' | 'at'>,
  gaps: Gap[],
): Promise<T> {
  if (!isStub(reported) || !offers(capabilities, list)) return reported;
  const { id } = reported;
  const found = await piece(gaps, { ...gap, id }, async () => {
    const one = await loadById(client, list, id);
    if (one) return one;
    throw new ApiError('not-found', { method: '', path: '', at: currentTime().toISOString() });
  });
  // The list that is read holds resources of the kind that was reported.
  return (found as T | null | undefined) ?? reported;
}

async function witnessFacts(
  source: Source,
  witness: Witness,
  gaps: Gap[],
): Promise<WitnessFacts | undefined> {
  if (!witness.hash && !isUnread(witness, 'hash')) return undefined;
  const id = { ...(witness.id && { id: witness.id }) };
  const { nom151, merkleized } = strategies(witness);
  const hash = isHex(witness.hash) ? witness.hash : undefined;
  const root = isHex(merkleized?.merkleRoot) ? merkleized.merkleRoot : undefined;
  // The owner and the tokens do not depend on each other.
  const [owner, individual, ofRoot]: [Subject | null | undefined, string | undefined, string | undefined] =
    await Promise.all([
      witness.initialOwner && whole(source, 'listSubjects', witness.initialOwner, { what: 'owner' }, gaps),
      hash && nom151?.createdAt ? stampOver(source, hash, gaps) : undefined,
      hash && merkleized?.nom151Provider && root ? stampOver(source, root, gaps) : undefined,
    ]);
  const facts = await piece(gaps, { what: 'witness', ...id }, () =>
    Promise.resolve(readWitnessFacts(jsonOf({ ...witness, ...(owner && { initialOwner: owner }) }))),
  );
  if (facts === undefined) return undefined;
  return {
    ...facts,
    ...(facts.nom151 && individual && { nom151: { ...facts.nom151, token: individual } }),
    ...(facts.merkleized && ofRoot && { merkleized: { ...facts.merkleized, token: ofRoot } }),
  };
}

/** What is no hash has no token, and none is requested. */
const isHex = (text: string | null | undefined): text is string => /^(?:0x)?[0-9a-f]+$/i.test(text ?? '');

/** Base64 of the token over a hash; undefined: the service gives none. */
async function stampOver({ client, cache }: Source, hash: string, gaps: Gap[]): Promise<string | undefined> {
  const bare = hash.toLowerCase().replace(/^0x/, '');
  const token = await piece(gaps, { what: 'stamp', id: bare }, () => cache.query(stamps(client).over(bare)));
  return token ? toBase64(token) : undefined;
}

async function inviteFactsOf(
  { witness, ...rest }: SignatureRequestInvite,
  witnessed: WitnessFacts | undefined,
  gaps: Gap[],
): Promise<InviteFacts | undefined> {
  // Of a witness that did not come or cannot be read, only that it is named.
  const named = witness &&
    !witnessed &&
    Object.keys(witness).length > 0 && { witness: { id: witness.id ?? '' } };
  const facts = await piece(gaps, { what: 'invite', ...(rest.id && { id: rest.id }) }, () =>
    Promise.resolve(readInviteFacts(jsonOf({ ...rest, ...named }))),
  );
  return facts && { ...facts, ...(witnessed && { witness: witnessed }) };
}

async function eventsOf(
  { client, cache }: Source,
  witness: Witness,
  gaps: Gap[],
): Promise<Evidence['events']> {
  const token = witness.endorsable?.id;
  if (token === null || token === undefined) return undefined;
  return piece(gaps, { what: 'events' }, async () => {
    const { items, complete } = await cache.query(endorseEvents(client).ofToken(token.toString()));
    return readEventFacts(jsonOf({ items, complete }));
  });
}

async function documentOf(
  { client, cache }: Source,
  request: SignatureRequest,
  gaps: Gap[],
): Promise<Blob | undefined> {
  const key = contentKeyOf(request);
  if (key === undefined) return undefined;
  return piece(gaps, { what: 'document' }, () => cache.query(content(client).bytes(key)));
}

/** What of a resource is no evidence about it. */
const beside: readonly string[] = ['signatureRequest', 'organization', 'updatedAt'];

/** Evidence without a part that could not be read is other evidence: it is not checked as if it were whole. */
function refuseUnread(value: unknown, at: string): void {
  if (typeof value !== 'object' || value === null) return;
  refuseUnreadMember(value, (field) => !beside.includes(field), at);
  for (const [name, member] of Object.entries(value))
    if (!beside.includes(name)) refuseUnread(member, `${at}${name}.`);
}

/** @throws ProofError where a member that counts could not be read */
export function refuseUnreadMember(value: object, counts: (field: string) => boolean, at = ''): void {
  const gone = unreadFields(value).find(counts);
  if (gone !== undefined) throw unreadable(`${at}${gone}`, 'of the kind that the interface says');
}

/**
 * Resources came as JSON; what a spread left undefined is what JSON leaves out.
 *
 * @throws ProofError where a part of it came as something else and was left out
 */
export function jsonOf(value: object): Json {
  refuseUnread(value, '');
  const clean = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(clean); // see above
}

/** Whether a gap is evidence in a form that cannot be read, rather than evidence that did not come. */
export function isUnreadable({ error }: Gap): boolean {
  return error instanceof ProofError;
}
