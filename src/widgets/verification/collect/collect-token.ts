import { parseInteger } from '#clock/instants.ts';
import { offers } from '#client/session/capabilities.ts';
import { isNotFound } from '#client/http/errors.ts';
import { endorseEvents, type MissingEvents } from '#client/families/tokens/endorse-events.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { isStub, loadById } from '#client/queries/hydration.ts';
import { sleep } from '#client/http/sleep.ts';
import type { Endorsable, EndorseEvent, Subject, Witness } from '#contract/resources/resources.ts';
import type { EventListFacts } from '#proofs/evidence/facts.ts';
import { readEventFacts, readWitnessFacts } from '#proofs/evidence/read-facts.ts';
import { jsonOf, piece, refuseUnreadMember, type Gap, type Source } from './collect-evidence.ts';
import type { TokenEvidence } from '../worker/tasks.ts';

/** What a service gave of a token, and what of it could not be had. */
export interface CollectedToken {
  readonly token: Endorsable;
  /** Undefined where none was found: what only a witness says cannot be checked then. */
  readonly witness: Witness | undefined;
  /** As they were reported, in no order that counts. */
  readonly events: readonly EndorseEvent[];
  /** Why not every page was read. */
  readonly missing: MissingEvents | undefined;
  /** Undefined where nothing of the token can be checked: the gaps say why. */
  readonly evidence: TokenEvidence | undefined;
  readonly gaps: readonly Gap[];
}

/** Everything that a service has about a token: its witness and every page of its events. */
export async function collectToken(source: Source, token: Endorsable): Promise<CollectedToken> {
  const gaps: Gap[] = [];
  const [witness, reported] = await Promise.all([
    witnessOf(source, token, gaps),
    eventsOf(source, token, gaps),
  ]);
  const { items = [], complete = false, missing } = reported ?? {};
  const evidence = await piece(gaps, { what: 'events' }, () => evidenceOf(token, witness, items, complete));
  return { token, witness, events: items, missing, evidence, gaps };
}

/** The hash whose number the id of a token is, 64 hex digits. */
export const hashOfToken = (id: bigint | number | string): string =>
  parseInteger(id)?.toString(16).padStart(64, '0') ?? String(id);

/** The one that the token tells, whole; else the one of its hash, which everybody may look up (Rule WI-8). */
async function witnessOf(source: Source, token: Endorsable, gaps: Gap[]): Promise<Witness | undefined> {
  const { client, cache } = source;
  const { witness: reported, id } = token;
  const found = await piece(gaps, { what: 'witness', ...(reported?.id && { id: reported.id }) }, async () => {
    const own = reported?.id ? await orNull(cache.query(witnesses(client).one(reported.id))) : null;
    const hash = reported?.hash ?? (id == null ? undefined : hashOfToken(id));
    if (own || !hash) return own;
    return cache.query(witnesses(client).ofAnybody(hash.toLowerCase().replace(/^0x/, '')));
  });
  const witness = found ?? (reported?.hash ? reported : undefined);
  if (!witness) return undefined;
  const owner = await ownerOf(source, witness.initialOwner, gaps);
  return { ...witness, ...(owner && { initialOwner: owner }) };
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

async function ownerOf(
  { client, capabilities }: Source,
  reported: Subject | null | undefined,
  gaps: Gap[],
): Promise<Subject | null | undefined> {
  if (!isStub(reported) || !offers(capabilities, 'listSubjects')) return reported;
  const found = await piece(gaps, { what: 'owner', id: reported.id }, () =>
    loadById(client, 'listSubjects', reported.id),
  );
  return found ?? reported;
}

async function eventsOf({ client, cache }: Source, { id }: Endorsable, gaps: Gap[]) {
  if (id == null) return undefined;
  return piece(gaps, { what: 'events' }, () =>
    cache.query({ ...endorseEvents(client).ofToken(id.toString()), staleTime: 0 }),
  );
}

/** @throws ProofError where what was reported is of no readable form */
async function evidenceOf(
  { witness: _reported, owner, endorseEvents: _events, ...token }: Endorsable,
  witness: Witness | undefined,
  items: readonly EndorseEvent[],
  complete: boolean,
): Promise<TokenEvidence | undefined> {
  const ownerId = token.ownerId ?? owner?.id;
  if (witness) refuseUnreadMember(witness, (field) => countsOfWitness.has(field));
  const { id, hash, algorithm, claiming, claimed, initialOwner, createdAt } = witness ?? {};
  const facts = readWitnessFacts(
    jsonOf({
      id,
      hash: hash ?? '',
      algorithm,
      createdAt,
      claiming,
      claimed,
      initialOwner,
      endorsable: jsonOf({ ...token, ownerId }),
    }),
  );
  const events = await eventFacts(items);
  const { endorsable, ...ofWitness } = facts;
  return (
    endorsable && {
      token: endorsable,
      events: { items: events, complete },
      ...(hash && { witness: ofWitness }),
    }
  );
}

/** What is checked of a witness beside its token, and of an event; `*` stands for all of it. */
const countsOfWitness = new Set([
  '*',
  'id',
  'hash',
  'algorithm',
  'createdAt',
  'claiming',
  'claimed',
  'initialOwner',
]);
const countsOfEvent = new Set(['*', 'id', 'timestamp', 'from', 'to', 'fromId', 'toId', 'digest', 'network']);

/** Events read between two frames of the page. */
const atOnce = 500;

/** Thousands of events are read in parts, so that the page answers in between. */
async function eventFacts(items: readonly EndorseEvent[]): Promise<EventListFacts['items']> {
  const facts: EventListFacts['items'][number][] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    if (from > 0) await sleep(0);
    // What stands behind the addresses is no evidence.
    const reported = items.slice(from, from + atOnce).map((event) => {
      refuseUnreadMember(event, (field) => countsOfEvent.has(field));
      const { id, timestamp, from, to, fromId, toId, digest, network } = event;
      return jsonOf({ id, timestamp, fromId: fromId ?? from?.id, toId: toId ?? to?.id, digest, network });
    });
    facts.push(...readEventFacts(reported).items);
  }
  return facts;
}
