/**
 * Facts from JSON as the interface sends it: unknown members are passed over, known ones have their type or the
 * whole cannot be read. `witnessExternal` is also read under its other name `witnessCo`.
 */
import {
  child,
  count,
  flag,
  given,
  list,
  member,
  place,
  required,
  text,
  texts,
  whole,
  type Place,
} from '../encoding/fields.ts';
import { unreadable } from '../errors.ts';
import type {
  CertificateTold,
  ClaimingFacts,
  EndorsableFacts,
  EventListFacts,
  ExternalFacts,
  InviteFacts,
  MerkleizedFacts,
  Nom151Facts,
  SubjectFacts,
  WitnessFacts,
} from './facts.ts';
import type { Json } from '../encoding/json.ts';

const maxHashes = 512;
const maxEvents = 100_000;

export function readWitnessFacts(value: Json, name = 'witness'): WitnessFacts {
  const at = place(value, name);
  const external = child(at, 'witnessExternal') ?? child(at, 'witnessCo') ?? child(at, 'external');
  return {
    ...given('id', text(at, 'id')),
    hash: required(text(at, 'hash'), `${name}.hash`),
    ...given('algorithm', text(at, 'algorithm')),
    ...given('createdAt', text(at, 'createdAt')),
    ...given('timestampedAt', text(at, 'timestampedAt')),
    ...given('nom151', mapped(child(at, 'nom151'), readNom151)),
    ...given('merkleized', mapped(child(at, 'merkleized'), readMerkleized)),
    ...given('external', mapped(external, readExternal)),
    ...given('claiming', mapped(child(at, 'claiming'), readClaiming)),
    ...given('claimed', flag(at, 'claimed')),
    ...given('initialOwner', walletOf(at, 'initialOwner')),
    ...given('endorsable', mapped(child(at, 'endorsable'), readEndorsable)),
  };
}

function readNom151(at: Place): Nom151Facts {
  return {
    ...given('createdAt', text(at, 'createdAt')),
    ...given('provider', text(at, 'provider')),
    ...given('token', text(at, 'token')),
  };
}

function readMerkleized(at: Place): MerkleizedFacts {
  return {
    ...given('createdAt', text(at, 'createdAt')),
    ...given('merkleProof', texts(at, 'merkleProof', maxHashes)),
    ...given('merkleRoot', text(at, 'merkleRoot')),
    ...given('txHash', text(at, 'txHash')),
    ...given('network', network(at)),
    ...given('leafIndex', numberOrText(at, 'leafIndex')),
    ...given('treeSize', numberOrText(at, 'treeSize')),
    ...given('token', text(at, 'token')),
  };
}

function readExternal(at: Place): ExternalFacts {
  return {
    ...given('createdAt', text(at, 'createdAt')),
    ...given('timestamp', time(at, 'timestamp')),
    ...given('leafIndex', numberOrText(at, 'leafIndex')),
    ...given('treeSize', numberOrText(at, 'treeSize')),
    ...given('leftHashes', texts(at, 'leftHashes', maxHashes)),
    ...given('rightHashes', texts(at, 'rightHashes', maxHashes)),
    ...given('targetRootHash', text(at, 'targetRootHash')),
  };
}

/** What is no whole number is kept as text, for the check of the shape to say so. */
function numberOrText(at: Place, key: string): bigint | string | undefined {
  const value = member(at, key);
  if (typeof value === 'string') return text(at, key, 200);
  return typeof value === 'number' && !Number.isSafeInteger(value) ? String(value) : whole(at, key);
}

function readClaiming(at: Place): ClaimingFacts {
  return {
    ...given('authorizer', text(at, 'authorizer')),
    ...given('claimer', text(at, 'claimer')),
    ...given('signature', text(at, 'signature')),
    ...given('network', network(at)),
  };
}

function readEndorsable(at: Place): EndorsableFacts {
  return {
    ...given('id', whole(at, 'id')),
    ...given('ownerId', text(at, 'ownerId')),
    ...given('network', network(at)),
    ...given('timestamp', count(at, 'timestamp')),
  };
}

export function readInviteFacts(value: Json, name = 'invite'): InviteFacts {
  const at = place(value, name);
  const witness = child(at, 'witness');
  const request = child(at, 'signatureRequest');
  const document = request === undefined ? undefined : child(request, 'witness');
  return {
    ...given('id', text(at, 'id')),
    ...given('status', text(at, 'status')),
    ...given('createdAt', text(at, 'createdAt')),
    ...given('signedAt', text(at, 'signedAt')),
    ...given('rejectedAt', text(at, 'rejectedAt')),
    ...given('signature', text(at, 'signature')),
    ...given('certificate', mapped(child(at, 'certificate'), readCertificateTold)),
    ...given('ocspResponse', text(at, 'ocspResponse')),
    ...given('subject', mapped(child(at, 'subject'), readSubjectFacts)),
    // A nested witness may be a stub that tells its id alone.
    ...given(
      'witness',
      witness?.object.hash == null ? undefined : readWitnessFacts(witness.object, witness.name),
    ),
    ...given('documentHash', text(at, 'documentHash') ?? (document && text(document, 'hash'))),
  };
}

export function readCertificateTold(at: Place): CertificateTold {
  const key = child(at, 'publicKey') ?? at;
  const issuer = child(at, 'issuer');
  return {
    ...given('pem', text(at, 'certificatePem') ?? text(at, 'pem')),
    ...given('serialNumber', text(at, 'serialNumber')),
    ...given('notBefore', text(at, 'notBefore')),
    ...given('notAfter', text(at, 'notAfter')),
    ...given('hash', text(at, 'hash')),
    ...given('version', textOrNumber(at, 'version')),
    ...given('modulus', text(key, 'modulus')),
    ...given('exponent', text(key, 'exponent')),
    ...given('issuer', issuer && issuerFields(issuer)),
    ...given('revoked', flag(at, 'revoked')),
    ...given('issuerPem', text(at, 'issuerPem') ?? (issuer && text(issuer, 'certificatePem'))),
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
  const told = issuerKeys.map((key) => [key, textOrNumber(at, key)] as const);
  return Object.fromEntries(told.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
}

function textOrNumber(at: Place, key: string): string | undefined {
  const value = member(at, key);
  return typeof value === 'string' ? text(at, key) : whole(at, key)?.toString();
}

function readSubjectFacts(at: Place): SubjectFacts {
  return {
    ...given('commonName', text(at, 'commonName')),
    ...given('serialNumber', text(at, 'serialNumber')),
    ...given('rfc', rfcOf(at)),
    ...given('country', text(at, 'country')),
    ...given('emailAddress', text(at, 'emailAddress')),
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
    const the = <T>(found: T | undefined, key: string): T => required(found, `${event.name}.${key}`);
    return {
      id: the(text(event, 'id'), 'id'),
      timestamp: the(count(event, 'timestamp'), 'timestamp'),
      from: the(text(event, 'fromId') ?? walletId(event, 'from'), 'fromId'),
      to: the(text(event, 'toId') ?? walletId(event, 'to'), 'toId'),
      digest: the(whole(event, 'digest'), 'digest'),
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

/** An address as text, or of a subject its wallet or the address told for it. */
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
