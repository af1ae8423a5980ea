/**
 * Facts from JSON as the interface sends it: unknown members are passed over, known ones have their type or the
 * whole cannot be read. `witnessExternal` is also read under its other name `witnessCo`.
 */
import {
  child,
  count,
  flag,
  optionalMember,
  list,
  member,
  place,
  required,
  text,
  texts,
  wholeNumber,
  type Place,
} from '../encoding/fields.ts';
import { unreadable } from '../errors.ts';
import type {
  ReportedCertificate,
  ClaimingFacts,
  EndorsableFacts,
  EventListFacts,
  ExternalFacts,
  InviteFacts,
  MerkleizedFacts,
  Nom151Facts,
  SubjectFacts,
  UnloadedPiece,
  WitnessFacts,
} from './facts.ts';
import { unloadedPieces } from './facts.ts';
import type { Json } from '../encoding/json.ts';

const maxHashes = 512;
const maxEvents = 100_000;

export function readWitnessFacts(value: Json, name = 'witness'): WitnessFacts {
  const at = place(value, name);
  const external = child(at, 'witnessExternal') ?? child(at, 'witnessCo') ?? child(at, 'external');
  return {
    ...optionalMember('id', text(at, 'id')),
    hash: required(text(at, 'hash'), `${name}.hash`),
    ...optionalMember('algorithm', text(at, 'algorithm')),
    ...optionalMember('createdAt', text(at, 'createdAt')),
    ...optionalMember('timestampedAt', text(at, 'timestampedAt')),
    ...optionalMember('nom151', mapped(child(at, 'nom151'), readNom151)),
    ...optionalMember('merkleized', mapped(child(at, 'merkleized'), readMerkleized)),
    ...optionalMember('external', mapped(external, readExternal)),
    ...optionalMember('claiming', mapped(child(at, 'claiming'), readClaiming)),
    ...optionalMember('claimed', flag(at, 'claimed')),
    ...optionalMember('initialOwner', walletOf(at, 'initialOwner')),
    ...optionalMember('endorsable', mapped(child(at, 'endorsable'), readEndorsable)),
  };
}

function readNom151(at: Place): Nom151Facts {
  return {
    ...optionalMember('createdAt', text(at, 'createdAt')),
    ...optionalMember('provider', text(at, 'provider')),
    ...optionalMember('token', text(at, 'token')),
  };
}

function readMerkleized(at: Place): MerkleizedFacts {
  return {
    ...optionalMember('createdAt', text(at, 'createdAt')),
    ...optionalMember('merkleProof', texts(at, 'merkleProof', maxHashes)),
    ...optionalMember('merkleRoot', text(at, 'merkleRoot')),
    ...optionalMember('txHash', text(at, 'txHash')),
    ...optionalMember('network', network(at)),
    ...optionalMember('leafIndex', numberOrText(at, 'leafIndex')),
    ...optionalMember('treeSize', numberOrText(at, 'treeSize')),
    ...optionalMember('nom151Provider', text(at, 'nom151Provider')),
    ...optionalMember('token', text(at, 'token')),
  };
}

function readExternal(at: Place): ExternalFacts {
  return {
    ...optionalMember('createdAt', text(at, 'createdAt')),
    ...optionalMember('timestamp', time(at, 'timestamp')),
    ...optionalMember('leafIndex', numberOrText(at, 'leafIndex')),
    ...optionalMember('treeSize', numberOrText(at, 'treeSize')),
    ...optionalMember('leftHashes', texts(at, 'leftHashes', maxHashes)),
    ...optionalMember('rightHashes', texts(at, 'rightHashes', maxHashes)),
    ...optionalMember('targetRootHash', text(at, 'targetRootHash')),
  };
}

/** A value that is not a whole number stays text, so that the shape check can report it. */
function numberOrText(at: Place, key: string): bigint | string | undefined {
  const value = member(at, key);
  if (typeof value === 'string') return text(at, key, 200);
  return typeof value === 'number' && !Number.isSafeInteger(value) ? String(value) : wholeNumber(at, key);
}

function readClaiming(at: Place): ClaimingFacts {
  return {
    ...optionalMember('authorizer', text(at, 'authorizer')),
    ...optionalMember('claimer', text(at, 'claimer')),
    ...optionalMember('signature', text(at, 'signature')),
    ...optionalMember('network', network(at)),
  };
}

function readEndorsable(at: Place): EndorsableFacts {
  return {
    ...optionalMember('id', wholeNumber(at, 'id')),
    // A service may name the owner by its wallet alone.
    ...optionalMember('ownerId', text(at, 'ownerId') ?? walletId(at, 'owner')),
    ...optionalMember('network', network(at)),
    ...optionalMember('timestamp', count(at, 'timestamp')),
  };
}

export function readInviteFacts(value: Json, name = 'invite'): InviteFacts {
  const at = place(value, name);
  const witness = child(at, 'witness');
  const request = child(at, 'signatureRequest');
  const document = request === undefined ? undefined : child(request, 'witness');
  return {
    ...optionalMember('id', text(at, 'id')),
    ...optionalMember('status', text(at, 'status')),
    ...optionalMember('createdAt', text(at, 'createdAt')),
    ...optionalMember('updatedAt', text(at, 'updatedAt')),
    ...optionalMember('signedAt', text(at, 'signedAt')),
    ...optionalMember('rejectedAt', text(at, 'rejectedAt')),
    ...optionalMember('signature', text(at, 'signature')),
    ...optionalMember('certificate', mapped(child(at, 'certificate'), readReportedCertificate)),
    ...optionalMember('ocspResponse', text(at, 'ocspResponse')),
    ...optionalMember('subject', mapped(child(at, 'subject'), readSubjectFacts)),
    // A nested witness may be a stub that tells its id alone.
    ...optionalMember(
      'witness',
      witness?.object.hash == null ? undefined : readWitnessFacts(witness.object, witness.name),
    ),
    ...optionalMember('unloaded', unloadedParts(at)),
    ...optionalMember('documentHash', text(at, 'documentHash') ?? (document && text(document, 'hash'))),
  };
}

/** Pieces that the evidence names as not loaded; undefined: none. */
export function readUnloaded(value: Json): readonly UnloadedPiece[] | undefined {
  const named = texts(place(value, 'unloaded'), 'items', unloadedPieces.length) ?? [];
  const known = unloadedPieces.filter((piece) => named.includes(piece));
  return known.length > 0 ? known : undefined;
}

/** Named as not loaded, or by an id where what it is about should be. */
function unloadedParts(at: Place): InviteFacts['unloaded'] {
  const named = texts(at, 'unloaded', 2) ?? [];
  const isStub = { subject: isBareId(child(at, 'subject')), witness: isBareWitness(child(at, 'witness')) };
  const parts = (['subject', 'witness'] as const).filter((part) => named.includes(part) || isStub[part]);
  return parts.length > 0 ? parts : undefined;
}

function isBareId(at: Place | undefined): boolean {
  return at !== undefined && membersOf(at).join() === 'id';
}

/** A witness that is named without what it is of. */
export function isBareWitness(at: Place | undefined): boolean {
  return at !== undefined && at.object.hash == null && membersOf(at).length > 0;
}

function membersOf({ object }: Place): string[] {
  return Object.keys(object).filter((key) => object[key] != null);
}

export function readReportedCertificate(at: Place): ReportedCertificate {
  const key = child(at, 'publicKey') ?? at;
  const issuer = child(at, 'issuer');
  return {
    ...optionalMember('pem', text(at, 'certificatePem') ?? text(at, 'pem')),
    ...optionalMember('serialNumber', text(at, 'serialNumber')),
    ...optionalMember('notBefore', text(at, 'notBefore')),
    ...optionalMember('notAfter', text(at, 'notAfter')),
    ...optionalMember('hash', text(at, 'hash')),
    ...optionalMember('version', textOrNumber(at, 'version')),
    ...optionalMember('modulus', text(key, 'modulus')),
    ...optionalMember('exponent', text(key, 'exponent')),
    ...optionalMember('issuer', issuer && issuerFields(issuer)),
    ...optionalMember('revoked', flag(at, 'revoked')),
    ...optionalMember('issuerPem', text(at, 'issuerPem') ?? (issuer && text(issuer, 'certificatePem'))),
  };
}

const issuerKeys = [
  'commonName',
  'RFC',
  'organization',
  'organizationalUnitName',
  'emailAddress',
  'streetAddress',
  'postalCode',
  'country',
  'stateOrProvinceName',
  'localityName',
];

function issuerFields(at: Place): Record<string, string> {
  const reported = issuerKeys.map((key) => [key, textOrNumber(at, key)] as const);
  return Object.fromEntries(
    reported.filter((pair): pair is readonly [string, string] => pair[1] !== undefined),
  );
}

function textOrNumber(at: Place, key: string): string | undefined {
  const value = member(at, key);
  return typeof value === 'string' ? text(at, key) : wholeNumber(at, key)?.toString();
}

function readSubjectFacts(at: Place): SubjectFacts {
  return {
    ...optionalMember('commonName', text(at, 'commonName')),
    ...optionalMember('serialNumber', text(at, 'serialNumber')),
    ...optionalMember('rfc', rfcOf(at)),
    ...optionalMember('country', text(at, 'country')),
    ...optionalMember('emailAddress', text(at, 'emailAddress')),
  };
}

/** The RFC in either spelling of its key; two that differ name no one. */
function rfcOf(at: Place): string | undefined {
  const [upper, lower] = [text(at, 'RFC'), text(at, 'rfc')];
  if (upper !== undefined && lower !== undefined && upper !== lower)
    throw unreadable(`${at.name}.RFC`, 'the same RFC as beside it under rfc');
  return upper ?? lower;
}

/** Events of a token: a list, or a page `{items, pageInfo}` that is complete when it has neighbours on neither side. */
export function readEventFacts(value: Json, name = 'endorseEvents'): EventListFacts {
  const at = place(Array.isArray(value) ? { items: value, complete: false } : value, name);
  const page = child(at, 'pageInfo');
  const items = (list(at, 'items', maxEvents) ?? []).map((item, index) => {
    const event = place(item, `${name}.items[${index}]`);
    const the = <T>(value: T | undefined, key: string): T => required(value, `${event.name}.${key}`);
    return {
      id: the(text(event, 'id'), 'id'),
      timestamp: the(count(event, 'timestamp'), 'timestamp'),
      from: the(text(event, 'fromId') ?? walletId(event, 'from'), 'fromId'),
      to: the(text(event, 'toId') ?? walletId(event, 'to'), 'toId'),
      digest: the(wholeNumber(event, 'digest'), 'digest'),
      network: the(network(event), 'network'),
    };
  });
  const onlyPage =
    page !== undefined && flag(page, 'hasNextPage') === false && flag(page, 'hasPreviousPage') !== true;
  return { items, complete: flag(at, 'complete') ?? onlyPage };
}

/** A number, or decimal text of one; another name of a network is not known here and left out. */
function network(at: Place): number | undefined {
  const value = member(at, 'network');
  if (typeof value === 'string' && !/^\d{1,15}$/.test(value)) return undefined;
  return count(at, 'network');
}

/** RFC 3339 text, or epoch seconds, which are turned into it. */
function time(at: Place, key: string): string | undefined {
  const value = member(at, key);
  if (typeof value !== 'number' && typeof value !== 'bigint') return text(at, key);
  const seconds = count(at, key) ?? 0;
  if (seconds > 253_402_300_799) throw unreadable(`${at.name}.${key}`, 'a time before the year 10000');
  return new Date(seconds * 1000).toISOString();
}

/** An address as text, or of a subject its wallet or the address reported for it. */
function walletOf(at: Place, key: string): string | undefined {
  if (typeof member(at, key) === 'string') return text(at, key);
  const subject = child(at, key);
  if (subject === undefined) return undefined;
  const wallet = child(subject, 'wallet');
  return (wallet && text(wallet, 'id')) ?? text(subject, 'EVMAddress');
}

/** A wallet as text, or its id. */
function walletId(at: Place, key: string): string | undefined {
  if (typeof member(at, key) === 'string') return text(at, key);
  const wallet = child(at, key);
  return wallet && text(wallet, 'id');
}

function mapped<T>(at: Place | undefined, read: (at: Place) => T): T | undefined {
  return at === undefined ? undefined : read(at);
}
